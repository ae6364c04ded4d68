/** Rules for declarations in Kotlin. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { child, isInType, item } from "../item-rule.ts";
import { longValue, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "../outline-builder.ts";

const body = child("class_body", "enum_class_body", "function_body");

function has(node: SyntaxNode, word: string): boolean {
  return (
    node.children.some((each) => each.type === word) ||
    (node.namedChildren
      .find(({ type }) => type === "modifiers")
      ?.text.split(/\s+/)
      .includes(word) ??
      false)
  );
}

/** A `val` or `var` of a constructor is a property. */
function constructorProperties(node: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  const parameters = child("primary_constructor")(node)?.descendantsOfType("class_parameter") ?? [];
  for (const each of parameters) {
    const name = child("identifier", "simple_identifier")(each);
    if (name && each.children.some(({ type }) => type === "val" || type === "var"))
      outline.declare(scope, { kind: "property", name, whole: each });
  }
}

const typeRule: Rule = (node, scope, outline) => {
  const kind = has(node, "interface") ? "interface" : has(node, "enum") ? "enum" : "class";
  item(kind, { body, holds: true, also: constructorProperties })(node, scope, outline);
};

const companion: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name") ?? child("identifier")(node);
  if (name) {
    item("object", { name: () => name, body, holds: true })(node, scope, outline);
    return;
  }
  const word = outline.text.indexOf("object", node.startIndex);
  const own = { startIndex: Math.max(word, node.startIndex), text: "Companion" };
  outline.walk(body(node), outline.declare(scope, { kind: "object", name: own, whole: node, body: body(node) }));
};

const property: Rule = (node, scope, outline) => {
  const names = node.namedChildren.filter(({ type }) => type === "variable_declaration");
  const several = child("multi_variable_declaration")(node)?.namedChildren ?? [];
  const kind = has(node, "const") ? "constant" : isInType(scope) ? "property" : "variable";
  const accessor = child("getter", "setter")(node);
  for (const each of [...names, ...several]) {
    const name = each.type === "variable_declaration" ? child("identifier")(each) : undefined;
    if (name) outline.declare(scope, { kind, name, whole: node, body: accessor ?? longValue(node.lastNamedChild) });
  }
};

const unquoted = ({ text }: SyntaxNode) => text.replace(/^`|`$/g, "");

const MODIFIED =
  /(?<=[\w>])\s+(?:(?:public|private|internal|protected|actual|expect|@\w+(?:\([^)]*\))?)\s+)+constructor\s*(?=\()/g;

/** The grammar does not support modifiers before the constructor of a class. */
export function repairKotlin(text: string): string {
  return text.replace(MODIFIED, (found, at: number) =>
    /\bclass\s+\w+(?:<[^{}()]*>)?$/.test(text.slice(Math.max(0, at - 300), at)) ? " ".repeat(found.length) : found,
  );
}

export const kotlinRules: OutlineRules = {
  rules: {
    class_declaration: typeRule,
    interface_declaration: item("interface", { body, holds: true }),
    object_declaration: item("object", {
      name: (node) => node.childForFieldName("name") ?? child("identifier")(node),
      body,
      holds: true,
    }),
    companion_object: companion,
    function_declaration: item("function", { member: "method", body, text: unquoted }),
    property_declaration: property,
    secondary_constructor: item("constructor", {
      name: (node) => node.firstChild,
      text: () => "constructor",
      body: child("block"),
    }),
    enum_entry: item("enumMember", { name: child("identifier"), body, holds: true }),
    type_alias: item("type", { name: (node) => node.childForFieldName("type") ?? child("identifier")(node) }),
  },
  through: new Set(["class_body", "enum_class_body", "enum_entries", "statements"]),
  wrappers: new Set(),
  prefixes: new Set(["annotation"]),
  comments: "slash",
};
