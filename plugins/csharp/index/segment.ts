/**
 * Defines a segment, which contains the declarations of a batch of files in columns. Workers send segments as messages,
 * published parts consist of them, and queries read them in place. They never change. When a file is parsed again, the result
 * is part of a later segment. The layout is a header, the arrays (in the order of `open`, each aligned to 8 bytes), all
 * strings, and lower-case names.
 */
import { Buffer } from "node:buffer";
import type { HeaderPlace } from "../outline/header-details.ts";

export const MAGIC = 0x3247534a;
/** The words of the header. They follow a magic number and the length in bytes. */
export const HEAD = { symbols: 2, files: 3, strings: 4, names: 5, slots: 6, blob: 7, lowered: 8 } as const;
export const HEADER_WORDS = 10;
/**
 * The path, first symbol, number of symbols, problem, and global usings. The number of words must be even so that the following
 * data is aligned.
 */
export const FILE_WORDS = 6;

export const NO_PARENT = 0xffffffff;
export const NO_HEADER = 0xffff;

/** The columns for symbols. They are grouped by file, and in the order of the text within a file. */
export interface Columns {
  kind: Uint8Array;
  traits: Uint8Array;
  arity: Uint8Array;
  name: Uint32Array;
  bases: Uint32Array;
  condition: Uint32Array;
  /** Relative to the first symbol of the file, or NO_PARENT at the top. */
  parent: Uint32Array;
  modifiers: Uint32Array;
  startLine: Uint32Array;
  endLine: Uint32Array;
  nameLine: Uint32Array;
  nameColumn: Uint32Array;
  /** The offset of the header in the text, so that it can be read without parsing the file. */
  start: Uint32Array;
  /**
   * The start and end of the name and the end of the header, relative to the header. NO_HEADER means that one of them is too
   * large.
   */
  nameFrom: Uint16Array;
  nameTo: Uint16Array;
  header: Uint16Array;
}

/** The number of items of each kind. */
export interface Counts {
  symbols: number;
  files: number;
  strings: number;
  /** The number of strings that are names of symbols, which come first. */
  names: number;
  /** The size of the hash table, which is a power of two. */
  slots: number;
}

/** A segment that was opened. All of its arrays are views of the bytes, so nothing was copied. */
export interface Segment extends Counts {
  bytes: Uint8Array;
  columns: Columns;
  /** The size and modification time of each file. */
  stamps: Float64Array;
  fileWords: Uint32Array;
  /** String `id` is `blob[offsets[id] .. offsets[id + 1] - 1)`. */
  offsets: Uint32Array;
  /** An inverted index. The symbols with name `id` are `bySymbol[first[id] .. first[id + 1])`. */
  first: Uint32Array;
  bySymbol: Uint32Array;
  /** A hash table with linear probing. The slots contain a name id plus one, and 0 ends a chain. */
  table: Uint32Array;
  /** All strings, separated by newlines. */
  blob: Buffer;
  /** The lower-case names at the same offsets. It is empty if any of them would have another length. */
  lowered: Buffer;
}

/** `problem` tells why some declarations may be missing. It is "" if all of them exist. */
export interface SegmentFile {
  path: string;
  size: number;
  mtimeMs: number;
  problem: string;
  globalUsings: boolean;
}

/** Allocates arrays one after the other, each aligned to 8 bytes. */
class Layout {
  readonly #buffer: ArrayBufferLike;
  at: number;

  constructor(buffer: ArrayBufferLike, at: number) {
    this.#buffer = buffer;
    this.at = at;
  }

  #take(bytes: number): number {
    const start = this.at;
    this.at = aligned(start + bytes);
    return start;
  }

  words = (count: number): Uint32Array => new Uint32Array(this.#buffer, this.#take(count * 4), count);
  shorts = (count: number): Uint16Array => new Uint16Array(this.#buffer, this.#take(count * 2), count);
  bytes = (count: number): Uint8Array => new Uint8Array(this.#buffer, this.#take(count), count);
  floats = (count: number): Float64Array => new Float64Array(this.#buffer, this.#take(count * 8), count);
}

export type SegmentArrays = Pick<
  Segment,
  "columns" | "stamps" | "fileWords" | "offsets" | "first" | "bySymbol" | "table"
>;

/**
 * Computes the arrays of a segment. Nothing is copied, because all of them are views of the buffer.
 * @param start - Start of the header
 * @param counts - How many items of each kind there are
 * @returns the arrays, and the start of the strings as `end`
 */
export function arraysAt(buffer: ArrayBufferLike, start: number, counts: Counts): SegmentArrays & { end: number } {
  const layout = new Layout(buffer, start + HEADER_WORDS * 4);
  const { words, shorts, bytes } = layout;
  const { symbols, files, strings, names, slots } = counts;
  const columns = {
    name: words(symbols),
    bases: words(symbols),
    condition: words(symbols),
    parent: words(symbols),
    modifiers: words(symbols),
    startLine: words(symbols),
    endLine: words(symbols),
    nameLine: words(symbols),
    nameColumn: words(symbols),
    start: words(symbols),
    nameFrom: shorts(symbols),
    nameTo: shorts(symbols),
    header: shorts(symbols),
    kind: bytes(symbols),
    traits: bytes(symbols),
    arity: bytes(symbols),
  };
  const stamps = layout.floats(files * 2);
  const fileWords = words(files * FILE_WORDS);
  const offsets = words(strings + 1);
  const [first, bySymbol, table] = [words(names + 1), words(symbols), words(slots)];
  return { columns, stamps, fileWords, offsets, first, bySymbol, table, end: layout.at };
}

/** Opens a segment in place. The bytes must be aligned to 8. It returns undefined if they are incomplete or not a segment. */
export function openSegment(source: Uint8Array, offset = 0): Segment | undefined {
  const start = source.byteOffset + offset;
  if (source.length - offset < HEADER_WORDS * 4) return undefined;
  const head = new Uint32Array(source.buffer, start, HEADER_WORDS);
  const word = (at: number): number => head[at] ?? 0;
  const length = word(1);
  if (word(0) !== MAGIC || length > source.length - offset || length < HEADER_WORDS * 4) return undefined;
  const counts: Counts = {
    symbols: word(HEAD.symbols),
    files: word(HEAD.files),
    strings: word(HEAD.strings),
    names: word(HEAD.names),
    slots: word(HEAD.slots),
  };
  const { end, ...arrays } = arraysAt(source.buffer, start, counts);
  const blob = Buffer.from(source.buffer, end, word(HEAD.blob));
  const lowered = Buffer.from(source.buffer, end + blob.length, word(HEAD.lowered));
  return { bytes: source.subarray(offset, offset + length), ...counts, ...arrays, blob, lowered };
}

export function openSegments(part: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at < part.length; ) {
    const segment = openSegment(part, at);
    if (!segment) break;
    segments.push(segment);
    at += segment.bytes.length;
  }
  return segments;
}

/** Returns the position of the header, or undefined if it was too long to be stored. */
export function headerOf({ columns }: Segment, at: number): HeaderPlace | undefined {
  const [nameFrom, nameTo, header] = [columns.nameFrom[at]!, columns.nameTo[at]!, columns.header[at]!];
  if (nameFrom === NO_HEADER || nameTo === NO_HEADER || header === NO_HEADER) return undefined;
  const start = columns.start[at]!;
  return {
    kind: columns.kind[at]!,
    start,
    header: start + header,
    nameStart: start + nameFrom,
    nameEnd: start + nameTo,
  };
}

export function stringOf({ blob, offsets }: Segment, id: number): string {
  return blob.toString("utf8", offsets[id]!, offsets[id + 1]! - 1);
}

export function fileOf(segment: Segment, file: number): SegmentFile {
  const { fileWords, stamps } = segment;
  const at = file * FILE_WORDS;
  return {
    path: stringOf(segment, fileWords[at]!),
    size: stamps[file * 2]!,
    mtimeMs: stamps[file * 2 + 1]!,
    problem: stringOf(segment, fileWords[at + 3]!),
    globalUsings: fileWords[at + 4] === 1,
  };
}

export function symbolsOf({ fileWords }: Segment, file: number): { first: number; count: number } {
  return { first: fileWords[file * FILE_WORDS + 1]!, count: fileWords[file * FILE_WORDS + 2]! };
}

export function fileOfSymbol({ fileWords, files }: Segment, at: number): number {
  let low = 0;
  let high = files - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fileWords[middle * FILE_WORDS + 1]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A name that was prepared for looking it up in many segments. */
export interface WantedName {
  hash: number;
  bytes: Buffer;
}

export function wantedName(name: string): WantedName {
  return { hash: hashOf(name), bytes: Buffer.from(name) };
}

/** Computes the FNV-1a hash of a string from its UTF-16 code units. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Returns the id of a name, or -1 if the segment does not have it. Upper and lower case are different. */
export function idOfName({ table, offsets, blob }: Segment, { hash, bytes }: WantedName): number {
  const mask = table.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const id = table[slot]! - 1;
    if (id < 0) return -1;
    const [from, to] = [offsets[id]!, offsets[id + 1]! - 1];
    if (to - from === bytes.length && blob.compare(bytes, 0, bytes.length, from, to) === 0) return id;
  }
}

/** Returns the ids of the names that contain `lower`, ignoring case. @param lower in lowercase */
export function idsOfNamesHolding(segment: Segment, lower: string): number[] {
  const { lowered, offsets, names } = segment;
  const ids: number[] = [];
  if (lowered.length > 0) {
    const wanted = Buffer.from(lower);
    for (let at = lowered.indexOf(wanted); at >= 0; ) {
      const id = idAt(offsets, names, at);
      ids.push(id);
      at = lowered.indexOf(wanted, offsets[id + 1]! - 1);
    }
  } else {
    for (let id = 0; id < names; id++) if (stringOf(segment, id).toLowerCase().includes(lower)) ids.push(id);
  }
  return ids;
}

/** Returns the id of the name at an offset in the blob. */
function idAt(offsets: Uint32Array, names: number, offset: number): number {
  let low = 0;
  let high = names;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function aligned(length: number): number {
  return (length + 7) & ~7;
}
