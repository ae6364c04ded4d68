/** Where in a syntax tree only a type can stand. */
import type { SyntaxNode } from "./grammar.ts";

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
