/** Nodes of a syntax tree, and the ways from one to those below it. */

/** A node of a syntax tree, freed from the wasm memory. Offsets are those of the whole file. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  /** The name of the field that this node is of its parent, or "". */
  field: string;
  parent: SyntaxNode | undefined;
  children: SyntaxNode[];
}

/** The child in a field. */
export function childOf(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  return node?.children.find((child) => child.field === field);
}

/** The first child; of a leaf, the node itself. */
export function firstChild(node: SyntaxNode): SyntaxNode {
  return node.children[0] ?? node;
}

/** The last child; of a leaf, the node itself. */
export function lastChild(node: SyntaxNode): SyntaxNode {
  return node.children.at(-1) ?? node;
}

export function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  for (const child of node.children) {
    yield child;
    yield* descendants(child);
  }
}
