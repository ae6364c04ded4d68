/** Rules for declarations in Java. */
import type { SyntaxNode } from "../grammar/stored-node.ts";
import { longValue, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "./outline-builder.ts";

const type =
  (kind: string): Rule =>
  (node, scope, outline) => {
    const name = node.childForFieldName("name");
    const body = node.childForFieldName("body");
    if (!name) return;
    const within = outline.declare(scope, { kind, name, whole: node, body });
    if (node.type === "record_declaration") components(node, within, outline);
    outline.walk(body, within);
  };

/** The components of a record are its fields. */
function components(record: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  for (const each of record.childForFieldName("parameters")?.namedChildren ?? []) {
    const name = each.childForFieldName("name");
    if (name) outline.declare(scope, { kind: "field", name, whole: each, documentation: "" });
  }
}

const callable =
  (kind: "method" | "constructor"): Rule =>
  (node, scope, outline) => {
    const name = node.childForFieldName("name");
    if (name) outline.declare(scope, { kind, name, whole: node, body: node.childForFieldName("body") });
  };

const fields: Rule = (node, scope, outline) => {
  const kind = /\bfinal\b/.test(node.firstNamedChild?.type === "modifiers" ? node.firstNamedChild.text : "")
    ? "constant"
    : "field";
  for (const each of node.childrenForFieldName("declarator")) {
    const name = each.childForFieldName("name");
    const isConstant = node.type === "constant_declaration";
    if (name) {
      const body = longValue(each.childForFieldName("value"));
      outline.declare(scope, { kind: isConstant ? "constant" : kind, name, whole: node, body });
    }
  }
};

const enumConstant: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  if (name) outline.declare(scope, { kind: "enumMember", name, whole: node, body: node.childForFieldName("body") });
};

export const javaRules: OutlineRules = {
  rules: {
    class_declaration: type("class"),
    record_declaration: type("class"),
    interface_declaration: type("interface"),
    annotation_type_declaration: type("interface"),
    enum_declaration: type("enum"),
    method_declaration: callable("method"),
    annotation_type_element_declaration: callable("method"),
    constructor_declaration: callable("constructor"),
    compact_constructor_declaration: callable("constructor"),
    field_declaration: fields,
    constant_declaration: fields,
    enum_constant: enumConstant,
  },
  through: new Set(["enum_body_declarations"]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "slash",
};
