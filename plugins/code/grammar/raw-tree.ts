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
  LARGE,
  MORE,
  OF_NODE,
  SMALL,
  type TreeTables,
  tablesOf,
} from "./tree-layout.ts";

/**
 * Number of cells per node: its type and field, its start, its end, the index of the node after its last descendant,
 * its flags, and the index of its parent.
 */
export const RAW_CELLS = 6;
export const FIELD_SHIFT = 16;
export const TYPE_MASK = 0xffff;

/** Nodes that are nested deeper than this are left out, because no hand-written code is. */
export const MAX_DEPTH = 1000;

/** All visible nodes. A parent comes before its children. */
export interface RawTree {
  cells: Uint32Array;
  count: number;
}

/** A node whose children are being read. */
interface Frame {
  children: number;
  count: number;
  index: number;
  /** Number of children so far that belong to its rule. */
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
    let alias = 0;
    let field = 0;
    let isFirst = false;
    for (;;) {
      const first = words[at >> 2] ?? 0;
      const isSmall = (first & SMALL.isSmall) !== 0;
      let symbol: number;
      let size: number;
      let padding: number;
      let isVisible: boolean;
      let isNamed: boolean;
      let flags = 0;
      let children = 0;
      if (isSmall) {
        const second = words[(at >> 2) + 1] ?? 0;
        symbol = (first >>> 8) & 0xff;
        padding = (second >>> 16) & 0xff;
        size = second >>> 24;
        isVisible = (first & SMALL.visible) !== 0;
        isNamed = (first & SMALL.named) !== 0;
        if ((first & SMALL.missing) !== 0) flags = IS_MISSING | HAS_ERROR;
      } else {
        const base = first >> 2;
        symbol = halves[(first + OF_NODE.symbol) >> 1] ?? 0;
        padding = words[base + (OF_NODE.paddingBytes >> 2)] ?? 0;
        size = words[base + (OF_NODE.sizeBytes >> 2)] ?? 0;
        children = words[base + (OF_NODE.childCount >> 2)] ?? 0;
        const bits = bytes[first + OF_NODE.flags] ?? 0;
        isVisible = (bits & LARGE.visible) !== 0;
        isNamed = (bits & LARGE.named) !== 0;
        if ((words[base + (OF_NODE.errorCost >> 2)] ?? 0) > 0) flags = HAS_ERROR;
        if (((bytes[first + OF_NODE.moreFlags] ?? 0) & MORE.missing) !== 0) flags |= IS_MISSING | HAS_ERROR;
        if (symbol === ERROR_SYMBOL) flags |= IS_ERROR;
      }
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
      const head = words[at >> 2] ?? 0;
      const isExtra =
        (head & SMALL.isSmall) !== 0
          ? (head & SMALL.extra) !== 0
          : ((bytes[head + OF_NODE.flags] ?? 0) & LARGE.extra) !== 0;
      alias = 0;
      field = 0;
      if (isExtra) continue;
      const { production, inRule } = frame;
      alias = aliasOf(tables, production, inRule);
      field = fieldOf(tables, production, inRule) || frame.field;
      frame.inRule++;
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
