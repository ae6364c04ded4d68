/** A script file as the engine keeps it. */
import { Declaration, type DeclarationRow } from "../database/record.ts";
import type { ScriptFile } from "../database/symbols.ts";

/** Larger scripts are listed and not read: the largest of 15,800 real ones has 116 KB, and reading one takes 200 times its size. */
export const MAX_SCRIPT_BYTES = 4 * 1024 * 1024;

export class IndexedFile implements ScriptFile {
  readonly path: string;
  readonly root: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly rows: DeclarationRow[];
  /** Numbers of all words of the file, in the engine's vocabulary. */
  readonly words: Uint32Array;
  /** Every use of a name (see binding/references.ts), while it holds. */
  uses: Int32Array | undefined;
  #declarations: Declaration[] | undefined;

  constructor(path: string, root: number, size: number, mtimeMs: number, rows: DeclarationRow[], words: Uint32Array) {
    this.path = path;
    this.root = root;
    this.size = size;
    this.mtimeMs = mtimeMs;
    this.rows = rows;
    this.words = words;
  }

  get isTooLarge(): boolean {
    return this.size > MAX_SCRIPT_BYTES;
  }

  get declarations(): Declaration[] {
    this.#declarations ??= this.rows.map((row) => new Declaration(row));
    return this.#declarations;
  }
}
