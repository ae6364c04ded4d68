/**
 * Rules for declarations in Lua. These are functions, local variables of the file, and fields that are assigned to a
 * table.
 */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import {
  inside,
  longValue,
  type OutlineBuilder,
  type OutlineRules,
  type Rule,
  type Scope,
} from "../outline-builder.ts";

/** `M.sub.f` declares f in sub in M. */
function named(node: SyntaxNode | null): { name: SyntaxNode; containers: string[] } | undefined {
  if (node?.type === "identifier") return { name: node, containers: [] };
  if (node?.type !== "dot_index_expression" && node?.type !== "method_index_expression") return undefined;
  const table = named(node.childForFieldName("table"));
  const name = node.childForFieldName("field") ?? node.childForFieldName("method");
  return table && name ? { name, containers: [...table.containers, table.name.text] } : undefined;
}

function declare(
  node: SyntaxNode | null,
  kind: string,
  whole: SyntaxNode,
  value: SyntaxNode | null,
  scope: Scope,
  outline: OutlineBuilder,
): void {
  const target = named(node);
  if (!target) return;
  const isFunction = kind === "function" || value?.type === "function_definition";
  const isMember = target.containers.length > 0 || scope.containers.length > 0;
  const key = [...target.containers, target.name.text].join(".");
  // The first assignment declares a variable.
  if (!isFunction && scope.names.has(key)) {
    if (value?.type === "table_constructor") fields(value, inside(scope, key, "object"), outline);
    return;
  }
  scope.names.add(key);
  const within = target.containers.reduce((each, part) => inside(each, part, "object"), scope);
  const body =
    value?.type === "function_definition"
      ? value.childForFieldName("body")
      : kind === "function"
        ? whole.childForFieldName("body")
        : longValue(value);
  const inner = outline.declare(within, {
    kind: isFunction ? (isMember ? "method" : "function") : isMember ? "field" : "variable",
    name: target.name,
    whole,
    body,
  });
  if (value?.type === "table_constructor") fields(value, inner, outline);
  // This is a table such as `spy = setmetatable({ … }, …)`.
  const table = value?.type === "function_call" ? value.childForFieldName("arguments")?.firstNamedChild : undefined;
  if (table?.type === "table_constructor") fields(table, inner, outline);
}

/** Declares the functions in a table, and its fields with a name. */
function fields(table: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  for (const field of table.namedChildren) {
    const name = field.type === "field" ? field.childForFieldName("name") : null;
    if (name?.type === "identifier") declare(name, "field", field, field.childForFieldName("value"), scope, outline);
  }
}

const assignment: Rule = (node, scope, outline) => {
  const list =
    node.type === "assignment_statement"
      ? node
      : node.namedChildren.find(({ type }) => type === "assignment_statement");
  const names = (list ?? node).namedChildren.find(({ type }) => type === "variable_list")?.namedChildren ?? [];
  const values = list?.namedChildren.find(({ type }) => type === "expression_list")?.namedChildren ?? [];
  const isLocal = node.type === "variable_declaration";
  for (const [at, name] of names.entries()) {
    const value = values[at] ?? null;
    // A field that is not a function is part of the table's state. It is left out unless it is declared at the top
    // level of the file.
    if (isLocal || name.type === "identifier" || value) declare(name, "variable", node, value, scope, outline);
  }
};

export const luaRules: OutlineRules = {
  rules: {
    function_declaration: (node, scope, outline) =>
      declare(node.childForFieldName("name"), "function", node, null, scope, outline),
    variable_declaration: assignment,
    assignment_statement: assignment,
  },
  through: new Set(["do_statement", "block"]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "dash",
};
