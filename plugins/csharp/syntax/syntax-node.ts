/** Declares syntax nodes and functions to navigate them. */

/** A node that was copied from the memory of the wasm module. Its offsets are relative to the whole file. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  /** The name of the field in the parent, or "". */
  field: string;
  parent: SyntaxNode | undefined;
  children: SyntaxNode[];
}

export function childOf(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  return node?.children.find((child) => child.field === field);
}

/** Returns the first child of a node, or the node itself if it is a leaf. */
export function firstChild(node: SyntaxNode): SyntaxNode {
  return node.children[0] ?? node;
}

/** Returns the last child of a node, or the node itself if it is a leaf. */
export function lastChild(node: SyntaxNode): SyntaxNode {
  return node.children.at(-1) ?? node;
}

export function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  for (const child of node.children) {
    yield child;
    yield* descendants(child);
  }
}
