/**
 * A syntax tree of plain objects, which outlive the parser's own nodes. A node is created from a flat tree when
 * its parent is read.
 */
import type { Tree } from "web-tree-sitter";
import { FIELD_SHIFT, MAX_DEPTH, RAW_CELLS, type RawTree, type TreeMemory, TYPE_MASK } from "./raw-tree.ts";
import { IS_NAMED } from "./tree-layout.ts";

export interface LightNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** The name of its field in the parent, or "". */
  readonly field: string;
  readonly parent: LightNode | undefined;
  /** This list contains only the named nodes. */
  readonly children: readonly LightNode[];
}

/**
 * The number of cells per node, which are its type and field, its start, its end, and the index of the node after its last
 * descendant.
 */
export const CELLS = 4;
/** The first cell of a node that was left out. */
const NO_NODE = 0xffff_ffff;

/** The named nodes of a tree, in which a parent always comes before its children. */
export interface FlatTree {
  cells: Uint32Array;
  /** The names of types and fields, which the cells refer to by their index. */
  types: readonly string[];
  fields: readonly string[];
}

/** This list is shared by all leaves, because most nodes are leaves. */
const NONE: readonly LightNode[] = [];

/** Copies a tree, either from the memory of tree-sitter or with its cursor, which takes more than twice as long. */
export function flatTree(tree: Tree, memory: TreeMemory | undefined): FlatTree {
  const { types, fields } = tree.language;
  const cells = memory ? namedCells(memory.read(tree), types.length) : cellsByCursor(tree);
  return { cells, types: [...types, "ERROR"], fields: fields.map((each) => each ?? "") };
}

function namedCells({ cells: raw, count }: RawTree, errorType: number): Uint32Array {
  // The index that each node has among the named nodes.
  const numbers = new Uint32Array(count + 1);
  let named = 0;
  for (let node = 0; node < count; ) {
    const at = node * RAW_CELLS;
    const isNamed = node === 0 || ((raw[at + 4] ?? 0) & IS_NAMED) !== 0;
    // Nodes without a name have no children of their own.
    const next = isNamed ? node + 1 : (raw[at + 3] ?? count);
    numbers[node] = named;
    if (isNamed) named++;
    else
      for (let inner = node; inner < next; inner++) {
        numbers[inner] = named;
        raw[inner * RAW_CELLS] = NO_NODE;
      }
    node = next;
  }
  numbers[count] = named;
  const cells = new Uint32Array(named * CELLS);
  for (let node = 0, at = 0; node < count; node++) {
    const from = node * RAW_CELLS;
    const head = raw[from] ?? 0;
    if (head === NO_NODE) continue;
    // The type number of an error is outside the list of types.
    cells[at] = Math.min(head & TYPE_MASK, errorType) | (head & ~TYPE_MASK);
    cells[at + 1] = raw[from + 1] ?? 0;
    cells[at + 2] = raw[from + 2] ?? 0;
    cells[at + 3] = numbers[raw[from + 3] ?? count] ?? named;
    at += CELLS;
  }
  return cells;
}

function cellsByCursor(tree: Tree): Uint32Array {
  let cells = new Uint32Array(1 << 12);
  let count = 0;
  const { types } = tree.language;
  const cursor = tree.walk();
  const open: number[] = [];
  const add = () => {
    if ((count + 1) * CELLS > cells.length) {
      const larger = new Uint32Array(cells.length * 2);
      larger.set(cells);
      cells = larger;
    }
    const at = count++ * CELLS;
    // The type number of an error is outside the list of types.
    cells[at] = Math.min(cursor.nodeTypeId, types.length) | (cursor.currentFieldId << FIELD_SHIFT);
    cells[at + 1] = cursor.startIndex;
    cells[at + 2] = cursor.endIndex;
    return at;
  };
  const close = () => {
    const at = open.pop();
    if (at !== undefined) cells[at + 3] = count;
  };
  try {
    open.push(add());
    // Nodes without a name have no children of their own.
    for (let descends = cursor.gotoFirstChild(); open.length > 0; ) {
      if (descends && cursor.nodeIsNamed) {
        open.push(add());
        descends = open.length <= MAX_DEPTH && cursor.gotoFirstChild();
        if (descends) continue;
        close();
      }
      if (cursor.gotoNextSibling()) descends = true;
      else {
        close();
        descends = false;
        if (!cursor.gotoParent()) break;
      }
    }
    while (open.length > 0) close();
  } finally {
    cursor.delete();
  }
  return cells.slice(0, count * CELLS);
}

/** Returns the root of a flat tree. */
export function lightTree(flat: FlatTree): LightNode {
  return new FlatNode(flat, 0, undefined);
}

class FlatNode implements LightNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly field: string;
  readonly parent: LightNode | undefined;
  readonly #flat: FlatTree;
  readonly #number: number;
  #children: readonly LightNode[] | undefined;

  constructor(flat: FlatTree, number: number, parent: LightNode | undefined) {
    const { cells, types, fields } = flat;
    const at = number * CELLS;
    const head = cells[at] ?? 0;
    this.type = types[head & TYPE_MASK] ?? "";
    this.field = fields[head >>> FIELD_SHIFT] ?? "";
    this.start = cells[at + 1] ?? 0;
    this.end = cells[at + 2] ?? 0;
    this.parent = parent;
    this.#flat = flat;
    this.#number = number;
  }

  get children(): readonly LightNode[] {
    this.#children ??= this.#read();
    return this.#children;
  }

  #read(): readonly LightNode[] {
    const { cells } = this.#flat;
    const end = cells[this.#number * CELLS + 3] ?? 0;
    let number = this.#number + 1;
    if (number >= end) return NONE;
    const children: LightNode[] = [];
    for (; number < end; number = cells[number * CELLS + 3] ?? end)
      children.push(new FlatNode(this.#flat, number, this));
    return children;
  }
}

export function childOf(node: LightNode | undefined, field: string): LightNode | undefined {
  if (!node) return undefined;
  for (const child of node.children) if (child.field === field) return child;
  return undefined;
}

/** Returns the node itself or the nearest ancestor that has one of these types. */
export function around(node: LightNode | undefined, types: ReadonlySet<string>): LightNode | undefined {
  let at = node;
  while (at && !types.has(at.type)) at = at.parent;
  return at;
}
