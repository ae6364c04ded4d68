/** Where a token stands in its syntax tree. */
import type { SyntaxNode } from "./syntax-node.ts";

/** Whether a node stands in `nameof(…)`. */
export function isInNameof(node: SyntaxNode, text: string): boolean {
  for (let at = node.parent; at && !/statement$/.test(at.type); at = at.parent) {
    if (at.type === "invocation_expression" && text.startsWith("nameof(", at.start)) return true;
  }
  return false;
}

/** What creates something of the type that a token names. */
export function creationOf(token: SyntaxNode): SyntaxNode | undefined {
  let node = token;
  while (node.parent && /^(?:generic_name|qualified_name|alias_qualified_name)$/.test(node.parent.type)) {
    const isLast = node.parent.type === "generic_name" || node.parent.children.at(-1) === node;
    if (!isLast) return undefined;
    node = node.parent;
  }
  const { parent } = node;
  return parent && /^(?:object_creation_expression|attribute|primary_constructor_base_type)$/.test(parent.type)
    ? parent
    : undefined;
}

/** The innermost leaf over an offset that can be a name. */
export function tokenAt(tree: SyntaxNode, offset: number): SyntaxNode | undefined {
  let at = tree;
  for (;;) {
    const next = at.children.find((child) => child.start <= offset && offset < child.end);
    if (!next) return at === tree ? undefined : at;
    at = next;
    if (at.type === "identifier") return at;
  }
}

const TYPE_PARENTS = new Set(
  (
    "type_argument_list base_list qualified_name array_type nullable_type pointer_type ref_type type_parameter_constraint attribute " +
    "typeof_expression default_expression sizeof_expression explicit_interface_specifier primary_constructor_base_type"
  ).split(" "),
);

export function isTypePosition(node: SyntaxNode): boolean {
  const { parent, field } = node;
  if (!parent) return false;
  if (field === "type" || field === "returns" || field === "qualifier") return true;
  if (parent.type === "as_expression" || parent.type === "is_expression") return field === "right";
  return TYPE_PARENTS.has(parent.type) || (parent.type === "type_parameter_constraints_clause" && field === "");
}
