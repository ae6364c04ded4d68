/** Declares a syntax tree that is copied from the memory of the wasm parser. */
import type { Tree, TreeCursor } from "web-tree-sitter";

export interface CodeNode {
  type: string;
  named: boolean;
  missing: boolean;
  start: number;
  end: number;
  children: CodeNode[];
}

/** Nodes that are deeper than this are not copied. */
const DEEPEST = 2000;

/** Copies the tree, and then deletes the original. */
export function codeTree(tree: Tree): CodeNode {
  const cursor = tree.walk();
  try {
    return copy(cursor, 0);
  } finally {
    cursor.delete();
    tree.delete();
  }
}

function copy(cursor: TreeCursor, depth: number): CodeNode {
  const node: CodeNode = {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    missing: cursor.nodeIsMissing,
    start: cursor.startIndex,
    end: cursor.endIndex,
    children: [],
  };
  if (depth < DEEPEST && cursor.gotoFirstChild()) {
    do node.children.push(copy(cursor, depth + 1));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
}
