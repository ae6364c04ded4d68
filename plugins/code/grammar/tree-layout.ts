/**
 * The layout of a syntax tree in the memory of tree-sitter, which is that of web-tree-sitter 0.27 (subtree.h and parser.h
 * of its C library).
 */
import type { Tree } from "web-tree-sitter";

export const IS_NAMED = 1;
export const HAS_ERROR = 2;
export const IS_MISSING = 4;
export const IS_ERROR = 8;

export const ERROR_SYMBOL = 0xffff;

/** All of these offsets are in bytes. */
const OF_TREE = { root: 0, language: 8 };
const OF_LANGUAGE = {
  maxAliases: 36,
  fieldSlices: 64,
  fieldEntries: 68,
  metadata: 72,
  publicSymbols: 76,
  aliasSequences: 84,
};
export const OF_NODE = {
  paddingBytes: 4,
  sizeBytes: 16,
  errorCost: 32,
  childCount: 36,
  symbol: 40,
  flags: 44,
  moreFlags: 45,
  production: 66,
};
/** Bits in the first byte of a small leaf, which is stored in place of a pointer. */
export const SMALL = { isSmall: 1, visible: 2, named: 4, extra: 8, missing: 32 };
/** Bits in the flags of other nodes. */
export const LARGE = { visible: 1, named: 2, extra: 4 };
export const MORE = { missing: 2 };

/** The memory of tree-sitter, and the addresses of a grammar's tables. They are only valid until the memory grows. */
export interface TreeTables {
  words: Uint32Array;
  halves: Uint16Array;
  bytes: Uint8Array;
  /** The address of the pointer to the root. */
  root: number;
  maxAliases: number;
  fieldSlices: number;
  fieldEntries: number;
  metadata: number;
  publicSymbols: number;
  aliasSequences: number;
}

export function tablesOf(tree: Tree, { buffer }: WebAssembly.Memory): TreeTables {
  const words = new Uint32Array(buffer);
  const halves = new Uint16Array(buffer);
  const address = Number(Reflect.get(tree, "0"));
  const language = words[(address + OF_TREE.language) >> 2] ?? 0;
  const word = (offset: number) => words[(language + offset) >> 2] ?? 0;
  return {
    words,
    halves,
    bytes: new Uint8Array(buffer),
    root: address + OF_TREE.root,
    maxAliases: halves[(language + OF_LANGUAGE.maxAliases) >> 1] ?? 0,
    fieldSlices: word(OF_LANGUAGE.fieldSlices) >> 1,
    fieldEntries: word(OF_LANGUAGE.fieldEntries),
    metadata: word(OF_LANGUAGE.metadata),
    publicSymbols: word(OF_LANGUAGE.publicSymbols) >> 1,
    aliasSequences: word(OF_LANGUAGE.aliasSequences) >> 1,
  };
}

export interface Subtree {
  symbol: number;
  /** Both numbers are in bytes, and the padding comes before the node. */
  padding: number;
  size: number;
  isVisible: boolean;
  isNamed: boolean;
  /** True if the node may occur anywhere, as a comment may. */
  isExtra: boolean;
  isMissing: boolean;
  hasError: boolean;
}

/** Reads a subtree by the address of the pointer to it. */
export function readSubtree({ words, halves, bytes }: TreeTables, address: number): Subtree {
  const first = words[address >> 2] ?? 0;
  if ((first & SMALL.isSmall) !== 0) {
    const second = words[(address >> 2) + 1] ?? 0;
    const isMissing = (first & SMALL.missing) !== 0;
    return {
      symbol: (first >>> 8) & 0xff,
      padding: (second >>> 16) & 0xff,
      size: second >>> 24,
      isVisible: (first & SMALL.visible) !== 0,
      isNamed: (first & SMALL.named) !== 0,
      isExtra: (first & SMALL.extra) !== 0,
      isMissing,
      hasError: isMissing,
    };
  }
  const flags = bytes[first + OF_NODE.flags] ?? 0;
  const isMissing = ((bytes[first + OF_NODE.moreFlags] ?? 0) & MORE.missing) !== 0;
  return {
    symbol: halves[(first + OF_NODE.symbol) >> 1] ?? 0,
    padding: words[(first + OF_NODE.paddingBytes) >> 2] ?? 0,
    size: words[(first + OF_NODE.sizeBytes) >> 2] ?? 0,
    isVisible: (flags & LARGE.visible) !== 0,
    isNamed: (flags & LARGE.named) !== 0,
    isExtra: (flags & LARGE.extra) !== 0,
    isMissing,
    hasError: isMissing || (words[(first + OF_NODE.errorCost) >> 2] ?? 0) > 0,
  };
}

/** Returns the symbol that a rule gives its child in place of the child's own, or 0. */
export function aliasOf(
  { halves, maxAliases, aliasSequences }: TreeTables,
  production: number,
  inRule: number,
): number {
  return production === 0 ? 0 : (halves[aliasSequences + production * maxAliases + inRule] ?? 0);
}

/** Returns the number of the field that a rule gives its child, or 0. */
export function fieldOf(tables: TreeTables, production: number, inRule: number): number {
  const { halves, bytes, fieldSlices, fieldEntries } = tables;
  const slice = fieldSlices + production * 2;
  const from = halves[slice] ?? 0;
  const until = from + (halves[slice + 1] ?? 0);
  for (let entry = from; entry < until; entry++) {
    const place = fieldEntries + entry * 4;
    // An entry contains the number of the field, the index of the child, and whether the field belongs to a node
    // further inside.
    if (bytes[place + 2] === inRule && bytes[place + 3] === 0) return halves[place >> 1] ?? 0;
  }
  return 0;
}

/** Returns true if a rule gives fields to its children. */
export function hasFields({ halves, fieldSlices }: TreeTables, production: number): boolean {
  return production !== 0 && (halves[fieldSlices + production * 2 + 1] ?? 0) > 0;
}
