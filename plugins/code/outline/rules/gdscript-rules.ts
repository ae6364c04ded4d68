/** Rules for declarations in GDScript. */
import { child, isInType, item } from "../item-rule.ts";
import { longValue, type OutlineRules, type Rule } from "../outline-builder.ts";

const name = child("name");

const variable =
  (kind: string): Rule =>
  (node, scope, outline) => {
    const own = node.childForFieldName("name") ?? name(node);
    const body = node.childForFieldName("setget") ?? longValue(node.childForFieldName("value"));
    if (own)
      outline.declare(scope, {
        kind: kind === "variable" && isInType(scope) ? "property" : kind,
        name: own,
        whole: node,
        body,
      });
  };

const enumeration: Rule = (node, scope, outline) => {
  const own = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  const inner = own ? outline.declare(scope, { kind: "enum", name: own, whole: node, body }) : scope;
  for (const each of body?.namedChildren ?? []) {
    const member = each.type === "enumerator" ? each.firstNamedChild : null;
    if (member) outline.declare(inner, { kind: "enumMember", name: member, whole: each });
  }
};

export const gdscriptRules: OutlineRules = {
  rules: {
    class_name_statement: item("class", { name }),
    class_definition: item("class", { holds: true }),
    function_definition: item("function", { member: "method" }),
    constructor_definition: item("constructor", {
      name: (node) => node.children.find(({ type }) => type === "_init") ?? node.firstChild,
      text: () => "_init",
    }),
    signal_statement: variable("event"),
    const_statement: variable("constant"),
    variable_statement: variable("variable"),
    export_variable_statement: variable("variable"),
    onready_variable_statement: variable("variable"),
    enum_definition: enumeration,
  },
  through: new Set(["class_body", "body"]),
  wrappers: new Set(["annotations"]),
  prefixes: new Set(["annotation"]),
  comments: "hash",
};
