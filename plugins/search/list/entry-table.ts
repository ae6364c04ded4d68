/** The entries of a listing in columns: a million of them are some tens of megabytes, and are handed to another thread without a copy. */
import type { Place } from "./sort.ts";

/** One letter an entry: a file, a directory, a link. */
export type Kind = "f" | "d" | "l";

export interface Columns {
  count: number;
  /** The paths in UTF-8, one behind the other; each ends where `ends` says. */
  text: Uint8Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  /** Character codes of `Kind`. */
  kinds: Uint8Array<ArrayBuffer>;
  /** -1 where the entry has none to tell: directories, links. */
  sizes: Float64Array<ArrayBuffer>;
  mtimesMs: Float64Array<ArrayBuffer>;
}

const FIRST_ROOM = 1024;
/** UTF-8 has at most so many bytes for a UTF-16 unit. */
const WIDEST = 3;

/** Room for so many entries and bytes of paths: what is not used of it takes no memory, and what grows is copied. */
export function emptyColumns(entries: number, bytes: number): Columns {
  const room = FIRST_ROOM + entries;
  return {
    count: 0,
    text: new Uint8Array(FIRST_ROOM * 64 + bytes),
    ends: new Uint32Array(room),
    kinds: new Uint8Array(room),
    sizes: new Float64Array(room),
    mtimesMs: new Float64Array(room),
  };
}

export class Entries {
  private columns: Columns;

  constructor(columns: Columns = emptyColumns(0, 0)) {
    this.columns = columns;
  }

  get count(): number {
    return this.columns.count;
  }

  /** To be given away: nothing may be added behind it. */
  get given(): Columns {
    return this.columns;
  }

  add(path: string, kind: Kind, size: number, mtimeMs: number): void {
    const { columns } = this;
    const at = columns.count;
    const start = at === 0 ? 0 : columns.ends[at - 1]!;
    if (start + path.length * WIDEST > columns.text.length) columns.text = grown(columns.text, path.length * WIDEST);
    if (at === columns.ends.length) {
      const room = at + (at >> 1);
      columns.ends = copied(columns.ends, new Uint32Array(room));
      columns.kinds = copied(columns.kinds, new Uint8Array(room));
      columns.sizes = copied(columns.sizes, new Float64Array(room));
      columns.mtimesMs = copied(columns.mtimesMs, new Float64Array(room));
    }
    columns.ends[at] = start + bufferOf(columns.text).write(path, start, "utf8");
    columns.kinds[at] = kind.charCodeAt(0);
    columns.sizes[at] = size;
    columns.mtimesMs[at] = mtimeMs;
    columns.count++;
  }

  path(index: number): string {
    return bufferOf(this.columns.text).toString("utf8", this.start(index), this.columns.ends[index]!);
  }

  /** How many bytes its path has. */
  length(index: number): number {
    return this.columns.ends[index]! - this.start(index);
  }

  copyPath(index: number, to: Uint8Array, at: number): void {
    bufferOf(this.columns.text).copy(to, at, this.start(index), this.columns.ends[index]!);
  }

  kind(index: number): Kind {
    return String.fromCharCode(this.columns.kinds[index]!) as Kind;
  }

  size(index: number): number {
    return this.columns.sizes[index]!;
  }

  mtimeMs(index: number): number {
    return this.columns.mtimesMs[index]!;
  }

  place(index: number): Place {
    return { path: this.path(index), size: this.size(index), mtimeMs: this.mtimeMs(index) };
  }

  private start(index: number): number {
    return index === 0 ? 0 : this.columns.ends[index - 1]!;
  }
}

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** In memory of its own, which can be given to a thread without a copy: what `Buffer.concat` gives may lie in a pool. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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

/** Parallel arrays: an object an entry would cost the main thread more than the list is worth. */
export interface Part {
  paths: string[];
  /** One letter an entry: f, d, l. */
  kinds: string;
  /** -1 where the entry has none to tell: directories, links. */
  sizes: Float64Array;
  mtimesMs: Float64Array;
}
