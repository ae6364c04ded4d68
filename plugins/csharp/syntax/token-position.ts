/** Determines the role of a token from its position in the syntax tree. */
import { headOf } from "./invocations.ts";
import { childOf, type SyntaxNode } from "./syntax-node.ts";

/** Checks whether a node is inside `nameof(…)`. */
export function isInNameof(node: SyntaxNode, text: string): boolean {
  for (let at = node.parent; at && !/statement$/.test(at.type); at = at.parent) {
    if (at.type === "invocation_expression" && text.startsWith("nameof(", at.start)) return true;
  }
  return false;
}

/** Returns the node that creates an object of the named type. */
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

/** Returns the innermost leaf that could be a name. */
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

/** Returns all of `a.b.Name`. */
export function accessOf(token: SyntaxNode): SyntaxNode {
  let node = token.parent?.type === "generic_name" ? token.parent : token;
  while (
    node.parent &&
    (node.field === "name" || node.parent.children.at(-1) === node) &&
    /^(?:member_access|member_binding|conditional_access)_expression$/.test(node.parent.type)
  )
    node = node.parent;
  return node;
}

/** Returns the `Name` in `a.Name`, `a?.Name` or `a!.Name`, for the node of `a`. */
export function memberBehind(access: SyntaxNode): SyntaxNode | undefined {
  const { parent } = access;
  if (parent?.type === "postfix_unary_expression" && parent.children.some(({ type }) => type === "!"))
    return memberBehind(parent);
  if (parent?.type === "member_access_expression" && access.field === "expression") return childOf(parent, "name");
  if (parent?.type === "conditional_access_expression" && access.field === "condition")
    return childOf(parent.children.at(-1), "name");
  return undefined;
}

/** Returns `attribute`, `type`, `call`, `nameof`, `write` or `read`. */
export function usageOf(token: SyntaxNode, text: string): string {
  const name = token.parent?.type === "generic_name" ? token.parent : token;
  const list = name.parent?.type === "qualified_name" ? name.parent.parent : name.parent;
  if (list?.type === "attribute") return "attribute";
  if (isTypePosition(name)) return "type";
  const node = accessOf(token);
  const { parent } = node;
  if (parent?.type === "invocation_expression" && headOf(parent) === node) return "call";
  if (isInNameof(node, text)) return "nameof";
  if (parent?.type === "assignment_expression" && node.field === "left") return "write";
  if (parent?.type === "with_initializer" && parent.children[0] === node) return "write";
  const holds = (pattern: RegExp) => parent?.children.some(({ type }) => pattern.test(type));
  if (/^(?:postfix|prefix)_unary_expression$/.test(parent?.type ?? "") && holds(/^(?:\+\+|--)$/)) return "write";
  return parent?.type === "argument" && holds(/^(?:out|ref)$/) ? "write" : "read";
}

/** Returns true if there is a syntax error in the same statement or declaration. */
export function isNearError(token: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = token; at; at = at.parent) {
    if (at.type === "ERROR") return true;
    if (/statement$|_declaration$/.test(at.type)) return at.children.some((child) => child.type === "ERROR");
  }
  return false;
}
