/**
 * Reads a syntax tree from the memory of tree-sitter. A cursor crosses into WebAssembly several times per node, which
 * takes half as long as the parse itself, whereas the memory is an array. A test compares the result with that of the
 * cursor for every grammar.
 */
import type { Tree } from "web-tree-sitter";
import {
  aliasOf,
  ERROR_SYMBOL,
  fieldOf,
  HAS_ERROR,
  IS_ERROR,
  IS_MISSING,
  IS_NAMED,
  OF_NODE,
  readSubtree,
  SMALL,
  type TreeTables,
  tablesOf,
} from "./tree-layout.ts";

/**
 * The number of cells per node, which are its type and field, its start, its end, the index of the node after its last
 * descendant, its flags, and the index of its parent.
 */
export const RAW_CELLS = 6;
export const FIELD_SHIFT = 16;
export const TYPE_MASK = 0xffff;

/** Nodes that are nested deeper than this are left out, because no hand-written code is. */
export const MAX_DEPTH = 1000;

/** All visible nodes, in an order in which a parent comes before its children. */
export interface RawTree {
  cells: Uint32Array;
  count: number;
}

/** A node whose children are being read. */
interface Frame {
  children: number;
  count: number;
  index: number;
  /** The number of children so far that belong to its rule. */
  inRule: number;
  production: number;
  position: number;
  /** Its own index, or the index of the visible node around it. */
  node: number;
  isVisible: boolean;
  /** The field of a hidden node is passed on to its children. */
  field: number;
}

/** Reads the trees of parsers that share a memory. */
export class TreeMemory {
  readonly #memory: WebAssembly.Memory;
  #cells = new Uint32Array(1 << 14);
  readonly #frames: Frame[] = [];

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  tables(tree: Tree): TreeTables {
    return tablesOf(tree, this.#memory);
  }

  /** Reads a tree. The cells are overwritten by the next tree. */
  read(tree: Tree): RawTree {
    // If the memory has grown since the last call, it has a new buffer.
    const tables = this.tables(tree);
    const { words, halves, bytes, metadata, publicSymbols } = tables;
    const frames = this.#frames;
    let cells = this.#cells;
    let count = 0;
    let depth = 0;
    let visibleDepth = 0;
    let frame: Frame | undefined;
    // The first child starts where its parent does.
    let at = tables.root;
    let position = 0;
    let isFirst = false;
    for (;;) {
      const first = words[at >> 2] ?? 0;
      const subtree = readSubtree(tables, at);
      const { size, padding } = subtree;
      let { symbol, isVisible, isNamed } = subtree;
      let alias = 0;
      let field = 0;
      if (frame && !subtree.isExtra) {
        const { production, inRule } = frame;
        alias = aliasOf(tables, production, inRule);
        field = fieldOf(tables, production, inRule) || frame.field;
        frame.inRule++;
      }
      const children = (first & SMALL.isSmall) !== 0 ? 0 : (words[(first + OF_NODE.childCount) >> 2] ?? 0);
      let flags = subtree.hasError ? HAS_ERROR : 0;
      if (subtree.isMissing) flags |= IS_MISSING;
      if (symbol === ERROR_SYMBOL) flags |= IS_ERROR;
      if (!isFirst) position += padding;
      const end = position + size;
      if (alias !== 0) {
        isVisible = true;
        isNamed = bytes[metadata + alias * 3 + 1] === 1;
        symbol = alias;
      }
      if (frame) frame.position = end;
      let node = frame?.node ?? 0;
      if (isVisible || count === 0) {
        if ((count + 1) * RAW_CELLS > cells.length) {
          const larger = new Uint32Array(cells.length * 2);
          larger.set(cells);
          cells = larger;
          this.#cells = cells;
        }
        const cell = count * RAW_CELLS;
        const type = symbol === ERROR_SYMBOL ? ERROR_SYMBOL : (halves[publicSymbols + symbol] ?? 0);
        cells[cell] = type | (field << FIELD_SHIFT);
        cells[cell + 1] = position >> 1;
        cells[cell + 2] = end >> 1;
        cells[cell + 3] = count + 1;
        cells[cell + 4] = isNamed ? flags | IS_NAMED : flags;
        cells[cell + 5] = node;
        node = count++;
      }
      if (children > 0 && visibleDepth < MAX_DEPTH) {
        const open: Frame = frames[depth] ?? newFrame();
        frames[depth++] = open;
        open.children = first - children * 8;
        open.count = children;
        open.index = 0;
        open.inRule = 0;
        open.production = halves[(first + OF_NODE.production) >> 1] ?? 0;
        open.position = position;
        open.node = node;
        open.isVisible = isVisible;
        open.field = isVisible ? 0 : field;
        if (isVisible) visibleDepth++;
        frame = open;
      }
      // Close the nodes that have no more children.
      while (frame && frame.index === frame.count) {
        if (frame.isVisible) {
          visibleDepth--;
          cells[frame.node * RAW_CELLS + 3] = count;
        }
        depth--;
        frame = depth > 0 ? frames[depth - 1] : undefined;
      }
      if (!frame) break;
      at = frame.children + frame.index * 8;
      isFirst = frame.index === 0;
      position = frame.position;
      frame.index++;
    }
    cells[3] = count;
    return { cells, count };
  }
}

function newFrame(): Frame {
  return {
    children: 0,
    count: 0,
    index: 0,
    inRule: 0,
    production: 0,
    position: 0,
    node: 0,
    isVisible: false,
    field: 0,
  };
}
