/** Stores the syntax trees of several files as flat cells, which are read in place. */
import type { FlatTree } from "./light-tree.ts";

/** This number is part of the key on disk, so it has to be increased whenever this layout, a grammar or a mask changes. */
export const TREE_FORMAT = 5;

/** The format, the number of tree cells, the size of the file list in bytes, and an unused word. */
const HEADER = 4;

export interface StoredTree {
  path: string;
  size: number;
  mtimeMs: number;
  grammar: string;
  /** This is undefined if the grammar could not parse the file. */
  tree: FlatTree | undefined;
}

interface Contents {
  files: { path: string; size: number; mtimeMs: number; grammar: string; from: number; to: number }[];
  /** The names of types and fields for each grammar. */
  names: Record<string, Omit<FlatTree, "cells">>;
}

export function encodeTrees(trees: readonly StoredTree[]): Uint8Array {
  const contents: Contents = { files: [], names: {} };
  let count = 0;
  for (const { path, size, mtimeMs, grammar, tree } of trees) {
    const from = count;
    count += tree?.cells.length ?? 0;
    contents.files.push({ path, size, mtimeMs, grammar, from, to: count });
    if (tree) contents.names[grammar] ??= { types: tree.types, fields: tree.fields };
  }
  const listed = Buffer.from(JSON.stringify(contents));
  const out = new Uint8Array(Math.ceil(((HEADER + count) * 4 + listed.length) / 8) * 8);
  const cells = new Uint32Array(out.buffer, 0, HEADER + count);
  cells.set([TREE_FORMAT, count, listed.length]);
  for (const [at, { tree }] of trees.entries())
    if (tree) cells.set(tree.cells, HEADER + (contents.files[at]?.from ?? 0));
  out.set(listed, (HEADER + count) * 4);
  return out;
}

/** Reads a part in place. */
export class TreePart {
  readonly files: number;
  readonly #cells: Uint32Array;
  readonly #contents: Contents;

  private constructor(cells: Uint32Array, contents: Contents) {
    this.files = contents.files.length;
    this.#cells = cells;
    this.#contents = contents;
  }

  /** Returns undefined if the bytes have another format. */
  static open(bytes: Uint8Array): TreePart | undefined {
    const cells = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
    const [format, count = 0, listed = 0] = cells;
    if (format !== TREE_FORMAT) return undefined;
    const at = (HEADER + count) * 4;
    const contents: Contents = JSON.parse(Buffer.from(bytes.subarray(at, at + listed)).toString());
    return new TreePart(cells.subarray(HEADER, HEADER + count), contents);
  }

  file(index: number): { path: string; size: number; mtimeMs: number } {
    return this.#contents.files[index] ?? { path: "", size: 0, mtimeMs: 0 };
  }

  tree(index: number): FlatTree | undefined {
    const file = this.#contents.files[index];
    const names = file && this.#contents.names[file.grammar];
    return file && names && file.to > file.from
      ? { cells: this.#cells.subarray(file.from, file.to), ...names }
      : undefined;
  }
}
