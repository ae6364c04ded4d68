/** Names that an expression gives to a member of an anonymous type or tuple: `new { a.Name }` has a member `Name`. */
import type { SourceFile } from "../semantics/source-file.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import { tokenAt } from "../syntax/token-position.ts";

export type InferredName = "anonymous" | "tuple";

export function inferredName(file: SourceFile, offset: number): { in: InferredName; start: number } | undefined {
  const index = file.declarationAt(offset);
  if (index < 0) return undefined;
  for (const pass of file.passesOf(offset)) {
    if (!file.isActive(offset, pass)) continue;
    const token = tokenAt(file.tree(index, pass), offset);
    return token && inferredFrom(token);
  }
  return undefined;
}

function inferredFrom(token: SyntaxNode): { in: InferredName; start: number } | undefined {
  let node = token;
  while (node.parent && node.field === "name" && /^member_(?:access|binding)_expression$/.test(node.parent.type))
    node = node.parent;
  const { parent } = node;
  if (!parent) return undefined;
  if (parent.type === "anonymous_object_creation_expression") {
    const before = parent.children[parent.children.indexOf(node) - 1]?.type;
    const after = parent.children[parent.children.indexOf(node) + 1]?.type;
    return before === "=" || after === "=" ? undefined : { in: "anonymous", start: node.start };
  }
  const isElement = parent.type === "argument" && parent.parent?.type === "tuple_expression";
  return isElement && parent.children.length === 1 ? { in: "tuple", start: node.start } : undefined;
}
