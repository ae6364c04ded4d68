/** Rules for declarations in Scala. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { child, isInType, item } from "../item-rule.ts";
import {
  inside,
  longValue,
  type OutlineBuilder,
  type OutlineRules,
  type Rule,
  type Scope,
} from "../outline-builder.ts";

function bound(pattern: SyntaxNode | null): SyntaxNode[] {
  if (!pattern) return [];
  if (pattern.type === "identifier" || pattern.type === "operator_identifier") return [pattern];
  // Names that start with a capital are matched rather than bound.
  if (pattern.type === "identifiers" || /pattern$/.test(pattern.type))
    return pattern.namedChildren
      .flatMap((each) => bound(each))
      .filter(({ text }) => pattern.type === "identifiers" || !/^[A-Z]/.test(text));
  return [];
}

/** The members of `new Order[A] { … }`, which is how instances of type classes are written. */
function instance(value: SyntaxNode | null, scope: Scope, outline: OutlineBuilder): void {
  const isBlock = value?.type === "indented_block" || value?.type === "block";
  const made = isBlock ? value.lastNamedChild : value;
  const template = made?.type === "instance_expression" ? child("template_body")(made) : undefined;
  if (template) outline.walk(template, { ...scope, kind: "object" });
}

const value =
  (isVariable: boolean): Rule =>
  (node, scope, outline) => {
    const names = node.childForFieldName("pattern")
      ? bound(node.childForFieldName("pattern"))
      : node.childrenForFieldName("name").filter((each) => each !== null);
    const kind = isInType(scope) ? "property" : isVariable ? "variable" : "constant";
    const given = node.childForFieldName("value");
    for (const name of names)
      instance(given, outline.declare(scope, { kind, name, whole: node, body: longValue(given) }), outline);
  };

/** The parameters of a case class, and those with val or var, are properties. */
function parameters(node: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  const isCase = node.children.some(({ type }) => type === "case");
  for (const list of node.childrenForFieldName("class_parameters")) {
    for (const each of list?.namedChildren ?? []) {
      const name = each.type === "class_parameter" ? each.childForFieldName("name") : null;
      if (name && (isCase || each.children.some(({ type }) => type === "val" || type === "var")))
        outline.declare(scope, { kind: "property", name, whole: each });
    }
  }
}

const callable: Rule = (node, scope, outline) => {
  const isConstructor = node.childForFieldName("name")?.text === "this";
  item(isConstructor ? "constructor" : "function", {
    member: isConstructor ? "constructor" : "method",
    also: (each, inner, builder) => instance(each.childForFieldName("body"), inner, builder),
    text: ({ text }) => text.replace(/^`|`$/g, ""),
  })(node, scope, outline);
};

const given: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  if (name) item("constant", { holds: true })(node, scope, outline);
  else outline.walk(child("template_body", "with_template_body")(node), scope);
};

const packageClause: Rule = (node, scope, outline) => {
  const body = node.childForFieldName("body");
  const name = node.childForFieldName("name")?.text;
  if (body) outline.walk(body, name === undefined ? scope : inside(scope, name, "package"));
};

export const scalaRules: OutlineRules = {
  rules: {
    class_definition: item("class", { holds: true, also: parameters }),
    trait_definition: item("interface", { holds: true }),
    object_definition: item("object", { holds: true }),
    package_object: item("object", { holds: true }),
    enum_definition: item("enum", { holds: true }),
    simple_enum_case: item("enumMember"),
    full_enum_case: item("enumMember"),
    function_definition: callable,
    function_declaration: callable,
    val_definition: value(false),
    val_declaration: value(false),
    var_definition: value(true),
    var_declaration: value(true),
    type_definition: item("type"),
    given_definition: given,
    package_clause: packageClause,
  },
  through: new Set([
    "template_body",
    "enum_body",
    "enum_case_definitions",
    "extension_definition",
    "with_template_body",
    "indented_block",
  ]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "slash",
};
