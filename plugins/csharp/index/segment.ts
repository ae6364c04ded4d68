/**
 * Declarations of a batch of files in columns: what a worker sends, what the index file holds, what queries read. A
 * segment is written once and never changed; a file parsed again is in a later segment. Layout: magic, byte length,
 * checksum, counts, then columns, each aligned to eight bytes, then the strings.
 */
import { crc32 } from "node:zlib";
import { type Declaration, type Outline, TRAIT } from "../outline/declaration-table.ts";
import type { HeaderPlace } from "../outline/header-details.ts";
import { readOutline } from "../outline/read-outline.ts";
import { Lines } from "../text/lines.ts";

const MAGIC = 0x3147534a;
const HEADER_WORDS = 8;
/** Path, first symbol, symbols, problem, global usings; an even number keeps what follows aligned. */
const FILE_WORDS = 6;

/** What was read of one file. `problem` says why declarations may be missing, "" for none. */
export interface FileOutline {
  path: string;
  size: number;
  mtimeMs: number;
  outline: Outline;
  /** PLACE_WORDS for each declaration: the lines of its start, its end and its name, and the column of that. */
  places: Uint32Array;
}

const PLACE_WORDS = 4;

/** What there is to say of a file, by its text alone. */
export function outlined(text: string): Pick<FileOutline, "outline" | "places"> {
  const outline = readOutline(text);
  const lines = new Lines(text);
  const places = new Uint32Array(outline.declarations.length * PLACE_WORDS);
  let at = 0;
  for (const declaration of outline.declarations) {
    const nameLine = lines.at(declaration.nameStart);
    places[at++] = lines.at(declaration.start);
    places[at++] = lines.at(Math.max(declaration.start, declaration.end - 1));
    places[at++] = nameLine;
    places[at++] = nameAt(declaration) - lines.start(nameLine) + 1;
  }
  return { outline, places };
}

/** Columns of symbols: those of a file stand together, in text order. */
export interface Columns {
  kind: Uint8Array;
  traits: Uint8Array;
  arity: Uint8Array;
  name: Uint32Array;
  bases: Uint32Array;
  condition: Uint32Array;
  /** Relative to the file's first symbol; 0xffffffff for none. */
  parent: Uint32Array;
  modifiers: Uint32Array;
  startLine: Uint32Array;
  endLine: Uint32Array;
  nameLine: Uint32Array;
  nameColumn: Uint32Array;
  /** Where the header is in the file's text, so that it can be read without the file's other declarations. */
  start: Uint32Array;
  /** Lengths from there on: to the name, to its end, to the header's end. NO_HEADER where one is too long. */
  nameFrom: Uint16Array;
  nameTo: Uint16Array;
  header: Uint16Array;
}

const BYTE_COLUMNS = ["kind", "traits", "arity"] as const;
const SHORT_COLUMNS = ["nameFrom", "nameTo", "header"] as const;
const WORD_COLUMNS = [
  "name",
  "bases",
  "condition",
  "parent",
  "modifiers",
  "startLine",
  "endLine",
  "nameLine",
  "nameColumn",
  "start",
] as const;

export const NO_PARENT = 0xffffffff;
const NO_HEADER = 0xffff;

export interface Segment {
  bytes: Uint8Array;
  columns: Columns;
  symbols: number;
  files: {
    path: string;
    size: number;
    mtimeMs: number;
    first: number;
    count: number;
    problem: string;
    globalUsings: boolean;
  }[];
  /** Every string, between line breaks; string `id` is at `[offsets[id], offsets[id + 1] - 1)`. */
  strings: string;
  offsets: Uint32Array;
  /** The names of symbols come first, up to here. */
  namesEnd: number;
  /** Those as bytes, where each character is one byte: searched several times faster than text. */
  asciiNames: Uint8Array | undefined;
}

export function encodeSegment(files: FileOutline[]): Uint8Array {
  const strings = new StringTable();
  const total = files.reduce((sum, file) => sum + file.outline.declarations.length, 0);
  const columns = allocate(total, new ArrayBuffer(columnBytes(total)), 0);
  const fileWords = new Uint32Array(files.length * FILE_WORDS);
  const fileFloats = new Float64Array(files.length * 2);
  let at = 0;
  for (const { outline } of files) for (const { name } of outline.declarations) columns.name[at++] = strings.id(name);
  const names = strings.size;
  at = 0;
  files.forEach((file, index) => {
    fileFloats.set([file.size, file.mtimeMs], index * 2);
    fileWords.set(
      [
        strings.id(file.path),
        at,
        file.outline.declarations.length,
        strings.id(file.outline.degraded),
        file.outline.globalUsings ? 1 : 0,
        0,
      ],
      index * FILE_WORDS,
    );
    let place = 0;
    for (const declaration of file.outline.declarations) {
      columns.kind[at] = declaration.kind;
      columns.traits[at] = declaration.traits;
      columns.arity[at] = Math.min(declaration.arity, 255);
      columns.bases[at] = strings.id(declaration.bases);
      columns.condition[at] = strings.id(declaration.condition);
      columns.parent[at] = declaration.parent < 0 ? NO_PARENT : declaration.parent;
      columns.modifiers[at] = declaration.modifiers;
      columns.startLine[at] = file.places[place++]!;
      columns.endLine[at] = file.places[place++]!;
      columns.nameLine[at] = file.places[place++]!;
      columns.nameColumn[at] = file.places[place++]!;
      columns.start[at] = declaration.start;
      columns.nameFrom[at] = Math.min(declaration.nameStart - declaration.start, NO_HEADER);
      columns.nameTo[at] = Math.min(declaration.nameEnd - declaration.start, NO_HEADER);
      columns.header[at] = Math.min(declaration.header - declaration.start, NO_HEADER);
      at++;
    }
  });
  return assemble(columns, fileWords, fileFloats, strings, [total, files.length, names]);
}

/** Where the identifier begins: at its `@`, where it has one, as the compiler counts. */
export function nameAt({ nameStart, traits }: Pick<Declaration, "nameStart" | "traits">): number {
  return (traits & TRAIT.verbatim) !== 0 ? nameStart - 1 : nameStart;
}

function assemble(
  columns: Columns,
  fileWords: Uint32Array,
  fileFloats: Float64Array,
  strings: StringTable,
  [symbols, files, names]: [symbols: number, files: number, names: number],
): Uint8Array {
  const joined = strings.joined();
  const blob = new TextEncoder().encode(joined);
  const offsets = stringOffsets(joined, strings.size);
  const columnsAt = HEADER_WORDS * 4;
  const floatsAt = columnsAt + columnBytes(symbols);
  const wordsAt = floatsAt + fileFloats.byteLength;
  const offsetsAt = wordsAt + fileWords.byteLength;
  const blobAt = offsetsAt + offsets.byteLength;
  const length = aligned(blobAt + blob.length);
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(columns.name.buffer), columnsAt);
  bytes.set(new Uint8Array(fileFloats.buffer), floatsAt);
  bytes.set(new Uint8Array(fileWords.buffer), wordsAt);
  bytes.set(new Uint8Array(offsets.buffer), offsetsAt);
  bytes.set(blob, blobAt);
  new Uint32Array(bytes.buffer, 0, HEADER_WORDS).set([
    MAGIC,
    length,
    0,
    symbols,
    files,
    blob.length,
    strings.size,
    names,
  ]);
  new Uint32Array(bytes.buffer, 8, 1)[0] = checksum(bytes);
  return bytes;
}

/** The segment at `offset`, or undefined where the bytes end early or are not one (a torn end after a crash). */
export function decodeSegment(source: Uint8Array, offset = 0): Segment | undefined {
  if (source.length - offset < HEADER_WORDS * 4) return undefined;
  const header = new DataView(source.buffer, source.byteOffset + offset, HEADER_WORDS * 4);
  const word = (index: number): number => header.getUint32(index * 4, true);
  const length = word(1);
  if (word(0) !== MAGIC || length > source.length - offset || length < HEADER_WORDS * 4) return undefined;
  // Columns are views: they need the alignment that a copy of its own gives.
  const bytes =
    (source.byteOffset + offset) % 8 === 0
      ? source.subarray(offset, offset + length)
      : source.slice(offset, offset + length);
  if (checksum(bytes) !== word(2)) return undefined;
  const [symbols, fileCount, blobLength, stringCount] = [word(3), word(4), word(5), word(6)];
  const columnsAt = bytes.byteOffset + HEADER_WORDS * 4;
  const columns = allocate(symbols, bytes.buffer as ArrayBuffer, columnsAt);
  const floatsAt = columnsAt + columnBytes(symbols);
  const floats = new Float64Array(bytes.buffer, floatsAt, fileCount * 2);
  const words = new Uint32Array(bytes.buffer, floatsAt + floats.byteLength, fileCount * FILE_WORDS);
  const offsetsAt = floatsAt + floats.byteLength + words.byteLength;
  const offsets = new Uint32Array(bytes.buffer, offsetsAt, stringCount + 1);
  const blobAt = offsetsAt + offsets.byteLength;
  const strings = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    new Uint8Array(bytes.buffer, blobAt, blobLength),
  );
  const text = (id: number): string => strings.slice(offsets[id]!, offsets[id + 1]! - 1);
  const files = Array.from({ length: fileCount }, (_, index) => ({
    path: text(words[index * FILE_WORDS]!),
    size: floats[index * 2]!,
    mtimeMs: floats[index * 2 + 1]!,
    first: words[index * FILE_WORDS + 1]!,
    count: words[index * FILE_WORDS + 2]!,
    problem: text(words[index * FILE_WORDS + 3]!),
    globalUsings: words[index * FILE_WORDS + 4] === 1,
  }));
  const namesEnd = offsets[word(7)]!;
  // In UTF-8 a text is as long as its bytes only where all of it is ASCII.
  const asciiNames = blobLength === strings.length ? new Uint8Array(bytes.buffer, blobAt, namesEnd) : undefined;
  return { bytes, columns, symbols, files, strings, offsets, namesEnd, asciiNames };
}

/** Where the header of symbol `at` is, in the form that reading it needs; undefined where the index does not know. */
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

export function stringOf(segment: Segment, id: number): string {
  return segment.strings.slice(segment.offsets[id]!, segment.offsets[id + 1]! - 1);
}

function stringOffsets(strings: string, count: number): Uint32Array {
  const offsets = new Uint32Array(count + 1);
  let at = 1;
  for (let id = 0; id < count; id++) {
    offsets[id] = at;
    at = strings.indexOf("\n", at) + 1;
  }
  offsets[count] = at;
  return offsets;
}

function columnBytes(count: number): number {
  return (
    aligned(count * 4) * WORD_COLUMNS.length +
    aligned(count * 2) * SHORT_COLUMNS.length +
    aligned(count) * BYTE_COLUMNS.length
  );
}

function allocate(count: number, buffer: ArrayBuffer, start: number): Columns {
  let at = start;
  const columns: Partial<Columns> = {};
  for (const name of WORD_COLUMNS) {
    columns[name] = new Uint32Array(buffer, at, count);
    at += aligned(count * 4);
  }
  for (const name of SHORT_COLUMNS) {
    columns[name] = new Uint16Array(buffer, at, count);
    at += aligned(count * 2);
  }
  for (const name of BYTE_COLUMNS) {
    columns[name] = new Uint8Array(buffer, at, count);
    at += aligned(count);
  }
  return columns as Columns;
}

function aligned(length: number): number {
  return (length + 7) & ~7;
}

/** Of everything but the checksum's own place. */
function checksum(bytes: Uint8Array): number {
  return crc32(bytes.subarray(12), crc32(bytes.subarray(0, 8)));
}

class StringTable {
  readonly #ids = new Map<string, number>();

  constructor() {
    this.#ids.set("", 0);
  }

  get size(): number {
    return this.#ids.size;
  }

  id(text: string): number {
    if (text === "") return 0;
    const clean = text.includes("\n") ? text.replaceAll("\n", " ") : text;
    let id = this.#ids.get(clean);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(clean, id);
    }
    return id;
  }

  joined(): string {
    return `\n${[...this.#ids.keys()].join("\n")}\n`;
  }
}
