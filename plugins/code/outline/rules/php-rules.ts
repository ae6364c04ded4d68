/** Rules for declarations in PHP. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { child, item } from "../item-rule.ts";
import { longValue, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "../outline-builder.ts";

const nameIn = (node: SyntaxNode) => child("name")(node);

/** The name of `$x` is x. */
function variable(
  node: SyntaxNode | null,
  kind: string,
  whole: SyntaxNode,
  scope: Scope,
  outline: OutlineBuilder,
): void {
  const name = node && nameIn(node);
  if (name) outline.declare(scope, { kind, name, whole });
}

/** A constructor parameter with a visibility is a property. */
function promoted(node: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  const outer = { ...scope, containers: scope.containers.slice(0, -1), kind: "class" };
  for (const each of node.childForFieldName("parameters")?.namedChildren ?? [])
    if (each.type === "property_promotion_parameter")
      variable(each.childForFieldName("name"), "property", each, outer, outline);
}

const namespace: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  const within = name ? outline.declare(scope, { kind: "namespace", name, whole: node, body }) : scope;
  if (body) outline.walk(body, within);
};

const constants: Rule = (node, scope, outline) => {
  for (const each of node.namedChildren) {
    const name = each.type === "const_element" ? nameIn(each) : undefined;
    if (name) outline.declare(scope, { kind: "constant", name, whole: node, body: longValue(each.lastNamedChild) });
  }
};

const properties: Rule = (node, scope, outline) => {
  for (const each of node.namedChildren)
    if (each.type === "property_element")
      variable(
        each.childForFieldName("name") ?? child("variable_name")(each) ?? null,
        "property",
        node,
        scope,
        outline,
      );
};

/** Handles `define('NAME', 1)`. */
const defined: Rule = (node, scope, outline) => {
  const [name] = node.childForFieldName("arguments")?.namedChildren ?? [];
  const string = name?.firstNamedChild;
  const text = /^['"](\w+)['"]$/.exec(string?.text ?? "")?.[1];
  if (node.childForFieldName("function")?.text === "define" && string && text !== undefined)
    outline.declare(scope, { kind: "constant", name: { startIndex: string.startIndex + 1, text }, whole: node });
};

/** A namespace without braces contains the rest of the file. */
const program: Rule = (node, scope, outline) => outline.walk(node, scope);

const method: Rule = (node, scope, outline) => {
  const isConstructor = node.childForFieldName("name")?.text === "__construct";
  item(isConstructor ? "constructor" : "method", { also: promoted })(node, scope, outline);
};

export const phpRules: OutlineRules = {
  rules: {
    namespace_definition: namespace,
    class_declaration: item("class", { holds: true }),
    interface_declaration: item("interface", { holds: true }),
    trait_declaration: item("class", { holds: true }),
    enum_declaration: item("enum", { holds: true }),
    enum_case: item("enumMember"),
    method_declaration: method,
    function_definition: item("function"),
    const_declaration: constants,
    property_declaration: properties,
    function_call_expression: defined,
    expression_statement: program,
  },
  through: new Set(["compound_statement", "if_statement", "else_clause", "declaration_list"]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "slash",
};
