/** Rules for declarations in Zig. A type is the value of a constant or of a function. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { isInType, item } from "../item-rule.ts";
import { longValue, type OutlineRules, type Rule } from "../outline-builder.ts";

const TYPES: Readonly<Record<string, string>> = {
  struct_declaration: "struct",
  union_declaration: "struct",
  enum_declaration: "enum",
  opaque_declaration: "struct",
  error_set_declaration: "enum",
};

const variable: Rule = (node, scope, outline) => {
  const name = node.namedChildren.find(({ type }) => type === "identifier");
  const type = node.namedChildren.find((each) => each.type in TYPES);
  if (!name || name.text === "_") return;
  const isConstant = node.children.some(({ type: word }) => word === "const");
  const kind = type ? (TYPES[type.type] ?? "struct") : isConstant ? "constant" : "variable";
  const inner = outline.declare(scope, { kind, name, whole: node, body: type ?? longValue(node.lastNamedChild) });
  if (type?.type === "error_set_declaration") {
    for (const each of type.namedChildren)
      if (each.type === "identifier") outline.declare(inner, { kind: "enumMember", name: each, whole: each });
  } else if (type) outline.walk(type, inner);
};

const field: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  if (name && name.text !== "")
    outline.declare(scope, { kind: scope.kind === "enum" ? "enumMember" : "field", name, whole: node });
};

/**
 * Returns the type that a function returns, for its members: `fn List(comptime T: type) type { return struct {…}; }`.
 */
function returned(body: SyntaxNode | null): SyntaxNode | undefined {
  const [statement] = body?.namedChildren.filter(({ type }) => type === "expression_statement").slice(-1) ?? [];
  const expression = statement?.firstNamedChild;
  return expression?.type === "return_expression"
    ? expression.namedChildren.find(({ type }) => type in TYPES)
    : undefined;
}

const functionRule: Rule = (node, scope, outline) => {
  item("function", {
    member: "method",
    also: (_, inner, builder) => {
      const type = returned(node.childForFieldName("body"));
      if (type) builder.walk(type, { ...inner, kind: "struct" });
    },
  })(node, scope, outline);
};

/** Handles `test "name"`. */
const testRule: Rule = (node, scope, outline) => {
  const name = node.namedChildren.find(({ type }) => type === "string" || type === "identifier");
  const text = name?.text.replace(/^"|"$/g, "");
  if (name && text)
    outline.declare(scope, {
      kind: isInType(scope) ? "method" : "function",
      name: { startIndex: name.startIndex, text },
      whole: node,
      body: node.lastNamedChild,
    });
};

export const zigRules: OutlineRules = {
  rules: {
    variable_declaration: variable,
    container_field: field,
    function_declaration: functionRule,
    test_declaration: testRule,
  },
  through: new Set(["comptime_declaration", "using_namespace_declaration"]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "slash",
};
