/** Represents a script file in the index. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { Declaration, type DeclarationRow } from "../database/declaration.ts";
import type { ScriptFile } from "../database/symbols.ts";

/**
 * Larger scripts are listed but not parsed. The largest of 15,800 real scripts has 116 KB, and parsing needs about 200 times
 * the size of the file in memory.
 */
export const MAX_SCRIPT_BYTES = 4 * 1024 * 1024;

export interface IndexedParts {
  path: string;
  root: number;
  size: number;
  mtimeMs: number;
  rows: DeclarationRow[];
  packed: Uint8Array;
  words: Uint32Array;
}

export class IndexedFile implements ScriptFile {
  readonly path: string;
  readonly root: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly rows: DeclarationRow[];
  /** The packed members of the file's rows. */
  packed: Uint8Array;
  /** The numbers of all words, see lexer/file-words.ts. */
  words: Uint32Array;
  /** The uses, see binding/bound-uses.ts. They are undefined if they are out of date. */
  uses: Int32Array | undefined;
  /** True if the uses that were saved with this index are still valid for this file. */
  isAsSaved: boolean;
  #declarations: Declaration[] | undefined;

  constructor(parts: IndexedParts, isAsSaved: boolean) {
    this.path = parts.path;
    this.root = parts.root;
    this.size = parts.size;
    this.mtimeMs = parts.mtimeMs;
    this.rows = parts.rows;
    this.packed = parts.packed;
    this.words = parts.words;
    this.isAsSaved = isAsSaved;
  }

  get isTooLarge(): boolean {
    return this.size > MAX_SCRIPT_BYTES;
  }

  get declarations(): Declaration[] {
    this.#declarations ??= this.rows.map((row) => new Declaration(row, this.packed));
    return this.#declarations;
  }

  forgetUses(): void {
    this.uses = undefined;
    this.isAsSaved = false;
  }
}

export function unboundIn(files: Iterable<IndexedFile>): number {
  let count = 0;
  for (const { uses } of files) if (!uses) count++;
  return count;
}

/** Returns the index of the innermost root that contains `path`. */
export function rootOf(context: Pick<WorkerContext, "workspace">, path: string): number {
  let best = 0;
  let length = -1;
  for (const [index, root] of context.workspace.roots.entries())
    if (path.startsWith(root.path) && root.path.length > length) {
      best = index;
      length = root.path.length;
    }
  return best;
}
