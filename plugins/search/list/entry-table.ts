/**
 * Stores the entries of a listing as columns. This way, even a million entries only take tens of megabytes, and they can be
 * transferred to another thread without copying anything.
 */
import type { SortKey } from "./sort.ts";

/** The kind of an entry: 'f' for a file, 'd' for a directory and 'l' for a link. */
export type EntryKind = "f" | "d" | "l";

export interface EntryColumns {
  count: number;
  /** The paths, concatenated as UTF-8. See `ends`. */
  text: Uint8Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  /** The char codes of `EntryKind`. */
  kinds: Uint8Array<ArrayBuffer>;
  /** The sizes, which are -1 for directories and links. */
  sizes: Float64Array<ArrayBuffer>;
  mtimesMs: Float64Array<ArrayBuffer>;
}

/** A page of entries as parallel arrays. An object for each entry would block the main thread for too long. */
export interface EntryPage {
  paths: string[];
  /** One letter for each entry, which is f, d or l. */
  kinds: string;
  /** The sizes, which are -1 for directories and links. */
  sizes: Float64Array;
  mtimesMs: Float64Array;
}

const FIRST_CAPACITY = 1024;
/** In the worst case, UTF-8 takes three bytes for each UTF-16 unit. */
const WIDEST = 3;

/**
 * Allocates columns that have more capacity than we need. Memory that is never touched costs nothing, whereas an array that
 * grows has to be copied.
 */
export function emptyColumns(entries: number, bytes: number): EntryColumns {
  const capacity = FIRST_CAPACITY + entries;
  return {
    count: 0,
    text: new Uint8Array(FIRST_CAPACITY * 64 + bytes),
    ends: new Uint32Array(capacity),
    kinds: new Uint8Array(capacity),
    sizes: new Float64Array(capacity),
    mtimesMs: new Float64Array(capacity),
  };
}

export class EntryTable {
  private own: EntryColumns;
  /** A view of the column of that name. */
  private text: Buffer;

  constructor(columns: EntryColumns = emptyColumns(0, 0)) {
    this.own = columns;
    this.text = bufferOf(columns.text);
  }

  get count(): number {
    return this.own.count;
  }

  /** Gives the columns away, typically for a transfer. You must not add anything afterwards. */
  get columns(): EntryColumns {
    return this.own;
  }

  add(path: string, kind: EntryKind, size: number, mtimeMs: number): void {
    const { own } = this;
    const at = own.count;
    const start = at === 0 ? 0 : own.ends[at - 1]!;
    if (start + path.length * WIDEST > own.text.length) {
      own.text = grown(own.text, path.length * WIDEST);
      this.text = bufferOf(own.text);
    }
    if (at === own.ends.length) {
      const capacity = at + (at >> 1);
      own.ends = copied(own.ends, new Uint32Array(capacity));
      own.kinds = copied(own.kinds, new Uint8Array(capacity));
      own.sizes = copied(own.sizes, new Float64Array(capacity));
      own.mtimesMs = copied(own.mtimesMs, new Float64Array(capacity));
    }
    own.ends[at] = start + this.text.write(path, start, "utf8");
    own.kinds[at] = kind.charCodeAt(0);
    own.sizes[at] = size;
    own.mtimesMs[at] = mtimeMs;
    own.count++;
  }

  path(index: number): string {
    return this.text.toString("utf8", this.start(index), this.own.ends[index]);
  }

  /** Returns the length of a path in bytes. */
  length(index: number): number {
    return this.own.ends[index]! - this.start(index);
  }

  copyPath(index: number, to: Uint8Array, at: number): void {
    this.text.copy(to, at, this.start(index), this.own.ends[index]);
  }

  kind(index: number): EntryKind {
    return String.fromCharCode(this.own.kinds[index]!) as EntryKind;
  }

  size(index: number): number {
    return this.own.sizes[index]!;
  }

  mtimeMs(index: number): number {
    return this.own.mtimesMs[index]!;
  }

  sortKey(index: number): SortKey {
    return { path: this.path(index), size: this.size(index), mtimeMs: this.mtimeMs(index) };
  }

  private start(index: number): number {
    return index === 0 ? 0 : this.own.ends[index - 1]!;
  }
}

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Works like `Buffer.concat`, except that the result owns its memory. Buffers from the pool can't be transferred. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

function grown(bytes: Uint8Array<ArrayBuffer>, by: number): Uint8Array<ArrayBuffer> {
  return copied(bytes, new Uint8Array(bytes.length + (bytes.length >> 1) + by));
}

function copied<Column extends Uint8Array | Uint32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
