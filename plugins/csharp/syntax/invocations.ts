/** Finds the callee, the name and the arguments of a call in the syntax tree. */

import { childOf, firstChild, type SyntaxNode } from "./syntax-node.ts";

/** Returns `a.Name` for `a.Name(…)`. */
export function headOf(invocation: SyntaxNode): SyntaxNode {
  return childOf(invocation, "function") ?? firstChild(invocation);
}

/** Returns the node with the name at the end of a callee, e.g. `Name` for `a.Name`. */
export function headName(head: SyntaxNode): SyntaxNode | undefined {
  if (head.type === "identifier" || head.type === "generic_name") return head;
  return childOf(head.type === "conditional_access_expression" ? head.children.at(-1) : head, "name");
}

/**
 * Returns the arguments of a call, an object creation or an attribute. `[A(1, Size = 2)]` has one argument, since `Size` sets a
 * property.
 */
export function argumentNodes(call: SyntaxNode): SyntaxNode[] {
  const list =
    childOf(call, "arguments") ?? call.children.find((child) => /^(?:attribute_)?argument_list$/.test(child.type));
  return list?.children.filter(isArgument) ?? [];
}

function isArgument({ type, children }: SyntaxNode): boolean {
  if (type === "argument") return true;
  return type === "attribute_argument" && !children.some((child) => /^(?:=|name_equals)$/.test(child.type));
}

/** Returns the call whose callee is this name, if there is one. */
export function invocationOf(node: SyntaxNode): SyntaxNode | undefined {
  let head = node;
  const isNamed = head.field === "name" || head.parent?.type === "member_binding_expression";
  if (head.parent && isNamed && /^member_(?:access|binding)_expression$/.test(head.parent.type)) head = head.parent;
  if (head.type === "member_binding_expression" && head.parent?.type === "conditional_access_expression")
    head = head.parent;
  const invocation = head.parent;
  return invocation?.type === "invocation_expression" && headOf(invocation) === head ? invocation : undefined;
}

/** To the grammar, an interpolated string is a call (grammar-mask.ts). `head` is its original text. */
export function isInterpolatedString(head: string): boolean {
  return /^[$@]/.test(head) && /["$]/.test(head[1] ?? '"');
}
