/** Rules for declarations in Go. */
import type { SyntaxNode } from "../grammar/stored-node.ts";
import { inside, longValue, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "./outline-builder.ts";

const callable: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  if (!name || name.text === "_") return;
  const receiver = receiverType(node.childForFieldName("receiver"));
  const within = receiver === undefined ? scope : inside(scope, receiver, "struct");
  const kind = node.type === "method_declaration" ? "method" : "function";
  outline.declare(within, { kind, name, whole: node, body: node.childForFieldName("body") });
};

/** Returns the type of a receiver, such as T for `(t *T[K])`. */
function receiverType(receiver: SyntaxNode | null): string | undefined {
  let type: SyntaxNode | null | undefined = receiver?.firstNamedChild?.childForFieldName("type");
  while (type && type.type !== "type_identifier") type = type.childForFieldName("type") ?? type.firstNamedChild;
  return type?.text;
}

const typeSpec: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  const type = node.childForFieldName("type");
  if (!name || name.text === "_") return;
  const isAlias = node.type === "type_alias";
  const kind = isAlias
    ? "type"
    : type?.type === "struct_type"
      ? "struct"
      : type?.type === "interface_type"
        ? "interface"
        : "type";
  const body = type?.type === "struct_type" || type?.type === "interface_type" ? type.firstNamedChild : undefined;
  const within = outline.declare(scope, {
    kind,
    name,
    whole: node,
    body: type?.type === "struct_type" ? body : undefined,
  });
  if (type) members(type, within, outline);
};

function members(type: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  if (type.type === "interface_type") {
    for (const each of type.namedChildren) {
      const name = each.type === "method_elem" ? each.childForFieldName("name") : null;
      if (name) outline.declare(scope, { kind: "method", name, whole: each });
    }
  }
  if (type.type !== "struct_type") return;
  for (const field of type.firstNamedChild?.namedChildren ?? []) {
    if (field.type !== "field_declaration") continue;
    const names = field.childrenForFieldName("name").filter((each) => each.isNamed);
    for (const name of names) {
      if (name.text === "_") continue;
      outline.declare(scope, { kind: "field", name, whole: field });
    }
  }
}

const values =
  (kind: "constant" | "variable"): Rule =>
  (node, scope, outline) => {
    for (const name of node.childrenForFieldName("name")) {
      if (name.isNamed && name.text !== "_")
        outline.declare(scope, { kind, name, whole: node, body: longValue(node.childForFieldName("value")) });
    }
  };

export const goRules: OutlineRules = {
  rules: {
    function_declaration: callable,
    method_declaration: callable,
    type_spec: typeSpec,
    type_alias: typeSpec,
    const_spec: values("constant"),
    var_spec: values("variable"),
  },
  through: new Set(["var_spec_list"]),
  wrappers: new Set(["type_declaration", "const_declaration", "var_declaration"]),
  prefixes: new Set(),
  comments: "slash",
};
