/** A syntax tree as plain objects, which outlive the parser's own. */
import type { Tree, TreeCursor } from "web-tree-sitter";

export interface LightNode {
  type: string;
  start: number;
  end: number;
  /** Its field in the parent, "" for none. */
  field: string;
  parent: LightNode | undefined;
  /** Named nodes only. */
  children: readonly LightNode[];
}

/** Most nodes are leaves. */
const NONE: readonly LightNode[] = [];

/** Deeper nodes are left out: such a text is no code that people wrote. */
const MAX_DEPTH = 1000;

export function lightTree(tree: Tree): LightNode {
  const cursor = tree.walk();
  try {
    return copy(cursor, undefined, 0);
  } finally {
    cursor.delete();
  }
}

function copy(cursor: TreeCursor, parent: LightNode | undefined, depth: number): LightNode {
  const node: LightNode = {
    type: cursor.nodeType,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName ?? "",
    parent,
    children: NONE,
  };
  if (depth < MAX_DEPTH && cursor.gotoFirstChild()) {
    const children: LightNode[] = [];
    do {
      if (cursor.nodeIsNamed) children.push(copy(cursor, node, depth + 1));
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
    if (children.length > 0) node.children = children;
  }
  return node;
}

export function childOf(node: LightNode | undefined, field: string): LightNode | undefined {
  return node?.children.find((child) => child.field === field);
}

/** The nearest node around one, or itself, of these types. */
export function around(node: LightNode | undefined, types: ReadonlySet<string>): LightNode | undefined {
  let at = node;
  while (at && !types.has(at.type)) at = at.parent;
  return at;
}
