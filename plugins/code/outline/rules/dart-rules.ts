/** Rules for declarations in Dart. The body of a function is the node after its signature. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { child, isInType, item } from "../item-rule.ts";
import { inside, longValue, type OutlineRules, type Rule } from "../outline-builder.ts";

const identifier = child("identifier");

/** Returns the range of a signature and its body. */
function wholeOf(signature: SyntaxNode): { startIndex: number; endIndex: number } {
  const holder = signature.parent?.type === "method_signature" ? signature.parent : signature;
  const next = holder.nextNamedSibling;
  return { startIndex: holder.startIndex, endIndex: next?.type === "function_body" ? next.endIndex : holder.endIndex };
}

function bodyOf(signature: SyntaxNode): SyntaxNode | undefined {
  const holder = signature.parent?.type === "method_signature" ? signature.parent : signature;
  return holder.nextNamedSibling?.type === "function_body" ? holder.nextNamedSibling : undefined;
}

const callable =
  (kind: string, member: string): Rule =>
  (node, scope, outline) => {
    const name = node.childForFieldName("name") ?? identifier(node);
    if (name)
      outline.declare(scope, {
        kind: isInType(scope) ? member : kind,
        name,
        whole: wholeOf(node),
        body: bodyOf(node),
        isOverload: member === "property",
      });
  };

/** `Shape.named()` declares the constructor `named`. A constructor without a name is called like its class. */
const constructing: Rule = (node, scope, outline) => {
  const names = node.namedChildren.filter(({ type }) => type === "identifier");
  const name = names.at(-1);
  if (name) outline.declare(scope, { kind: "constructor", name, whole: wholeOf(node), body: bodyOf(node) });
};

const operator: Rule = (node, scope, outline) => {
  const at = node.text.search(/\boperator\b/);
  const symbol = /operator\s*(\[\]=?|[^\s\w(]+)/.exec(node.text.slice(at))?.[1];
  if (at >= 0 && symbol !== undefined)
    outline.declare(scope, {
      kind: "method",
      name: { startIndex: node.startIndex + at, text: `operator${symbol}` },
      whole: wholeOf(node),
      body: bodyOf(node),
    });
};

const variables: Rule = (node, scope, outline) => {
  const isConstant = node.type === "static_final_declaration_list" && !isInType(scope);
  const kind = isInType(scope) ? "property" : isConstant ? "constant" : "variable";
  const whole = node.parent?.type === "declaration" ? node.parent : node;
  for (const each of node.namedChildren) {
    const name = each.type === "identifier" ? each : identifier(each);
    if (name) outline.declare(scope, { kind, name, whole, body: longValue(each.lastNamedChild) });
  }
};

const body = child("class_body", "enum_body", "extension_body");
const name = (node: SyntaxNode) => node.childForFieldName("name") ?? identifier(node);

/** The members of `extension on String` belong to String. */
const extension: Rule = (node, scope, outline) => {
  const type = node.childForFieldName("class");
  if (name(node) || !type) item("class", { name, body, holds: true })(node, scope, outline);
  else outline.walk(body(node), inside(scope, /^\w+/.exec(type.text)?.[0] ?? type.text, "class"));
};

/** In `typedef R Name(int)` there is a type before the name, and in `typedef Name = …` there is not. */
function typedefName(node: SyntaxNode): SyntaxNode | undefined {
  const names = node.namedChildren.filter(({ type }) => type === "type_identifier");
  return node.children.some(({ type }) => type === "=") ? names[0] : names.at(-1);
}

export const dartRules: OutlineRules = {
  rules: {
    class_definition: item("class", {
      name: (node) => name(node) ?? child("mixin_application_class")(node)?.firstNamedChild,
      body,
      holds: true,
    }),
    mixin_declaration: item("class", { name, body, holds: true }),
    extension_declaration: extension,
    extension_type_declaration: item("class", { name, body, holds: true }),
    enum_declaration: item("enum", { name, body, holds: true }),
    enum_constant: item("enumMember", { name }),
    type_alias: item("type", { name: typedefName }),
    function_signature: callable("function", "method"),
    getter_signature: callable("variable", "property"),
    setter_signature: callable("variable", "property"),
    constructor_signature: constructing,
    factory_constructor_signature: constructing,
    redirecting_factory_constructor_signature: constructing,
    constant_constructor_signature: constructing,
    operator_signature: operator,
    initialized_identifier_list: variables,
    static_final_declaration_list: variables,
    identifier_list: variables,
  },
  through: new Set(["declaration", "method_signature", "class_body", "enum_body", "extension_body"]),
  wrappers: new Set(),
  prefixes: new Set(["annotation"]),
  comments: "slash",
};
