/** Where a token stands in its syntax tree. */
import type { SyntaxNode } from "./grammar.ts";

/** Whether a node stands in `nameof(…)`. */
export function isNamed(node: SyntaxNode, text: string): boolean {
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
