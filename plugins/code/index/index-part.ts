/**
 * A part of the index. It stores the declarations in some files and the words that each file contains, as flat columns
 * that are read in place. Strings are numbered. The names of declarations come first, followed by other words and the
 * remaining strings.
 */
import type { FileOutline } from "../outline/file-outline.ts";
import { hashOf, StringTable } from "./string-table.ts";

/** This number is part of the key on disk, so it has to be increased whenever this layout or the outlines change. */
export const FORMAT = 13;

/**
 * The value of `unread` for a file that is in the index without its content, because it could not be read or its
 * grammar took too long.
 */
export const NOT_READ = 0xffff_ffff;

/**
 * The columns of a file, which are its path, size (two words), time (two words), first declaration, and the number of lines
 * that were not understood.
 */
const FILE = 7;
/**
 * The columns of a declaration, which are its name, containers, kind, line and column of the name, start line, end line,
 * signature, documentation and overload.
 */
const DECLARATION = 10;
/** The format and the numbers of files, declarations, names, words including names, strings, slots and postings. */
const HEADER = 8;

export interface IndexedFile {
  path: string;
  size: number;
  mtimeMs: number;
  outline: FileOutline;
  signatures: readonly string[];
  /** The identifiers in its text without duplicates, by their number in the table of the part. */
  words: readonly number[];
}

export interface IndexedDeclaration {
  path: string;
  name: string;
  kind: string;
  containers: string[];
  nameLine: number;
  column: number;
  startLine: number;
  endLine: number;
  signature: string;
  documentation: string;
  isOverload: boolean;
}

export function isSamePlace(a: IndexedDeclaration, b: IndexedDeclaration): boolean {
  return a.path === b.path && a.nameLine === b.nameLine && a.column === b.column;
}

/** `words` assigns numbers to the words in the files. */
export function encodeSegment(files: readonly IndexedFile[], words: StringTable): Uint8Array {
  const strings = new StringTable();
  for (const { outline } of files) for (const { name } of outline.declarations) strings.id(name);
  const names = strings.texts.length;
  const wordIds = strings.ids(words);
  const worded = strings.texts.length;
  const { columns, declarations } = describe(files, strings);
  const { starts, postings } = postingsOf(files, wordIds, worded);
  const { texts } = strings;
  const slots = strings.slots();
  const { offsets, encoded } = encodeTexts(texts);
  const header = [FORMAT, files.length, declarations, names, worded, texts.length, slots.length, postings.length];
  const tables = [header, columns, starts, postings, slots, offsets];
  const cells = tables.reduce((sum, { length }) => sum + length, 0);
  const out = new Uint8Array(Math.ceil((cells * 4 + encoded.length) / 8) * 8);
  const view = new Uint32Array(out.buffer, 0, cells);
  let at = 0;
  for (const table of tables) {
    view.set(table, at);
    at += table.length;
  }
  out.set(encoded, cells * 4);
  return out;
}

/** Returns the columns of the files, an end mark, and the columns of their declarations. */
function describe(files: readonly IndexedFile[], strings: StringTable): { columns: number[]; declarations: number } {
  const columns: number[] = [];
  let declarations = 0;
  for (const { path, size, mtimeMs, outline } of files) {
    columns.push(strings.id(path), ...halves(size), ...halves(mtimeMs), declarations, outline.unread);
    declarations += outline.declarations.length;
  }
  columns.push(0, 0, 0, 0, 0, declarations, 0);
  for (const { outline, signatures } of files) {
    for (const [index, each] of outline.declarations.entries()) {
      const { name, kind, containers, nameLine, nameColumn, startLine, endLine, documentation } = each;
      columns.push(strings.id(name), strings.id(containers.join("/")), strings.id(kind));
      columns.push(nameLine, nameColumn, startLine, endLine);
      columns.push(strings.id(signatures[index] ?? ""), strings.id(documentation), each.isOverload ? 1 : 0);
    }
  }
  return { columns, declarations };
}

/** Returns the files that contain each word, in the order of the files. */
function postingsOf(files: readonly IndexedFile[], wordIds: Uint32Array, worded: number) {
  const starts = new Uint32Array(worded + 1);
  const idOf = (word: number) => wordIds[word] ?? 0;
  for (const { words } of files)
    for (const word of words) {
      const after = idOf(word) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
  for (let id = 0; id < worded; id++) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0);
  const next = starts.slice();
  const postings = new Uint32Array(starts[worded] ?? 0);
  for (const [file, { words }] of files.entries()) {
    for (const word of words) {
      const id = idOf(word);
      const at = next[id] ?? 0;
      postings[at] = file;
      next[id] = at + 1;
    }
  }
  return { starts, postings };
}

function encodeTexts(texts: readonly string[]): { offsets: Uint32Array; encoded: Uint8Array } {
  const offsets = new Uint32Array(texts.length + 1);
  const encoded = Buffer.from(texts.join(""));
  let offset = 0;
  let units = 0;
  for (const text of texts) units += text.length;
  const isAscii = encoded.length === units;
  for (const [id, text] of texts.entries()) {
    offset += isAscii ? text.length : Buffer.byteLength(text);
    offsets[id + 1] = offset;
  }
  return { offsets, encoded };
}

/** Returns a number that exceeds 32 bits as the two words of a double. */
function halves(number: number): Uint32Array {
  return new Uint32Array(new Float64Array([number]).buffer);
}

/** A declaration in a part. Strings that few answers contain are only created when they are needed. */
class StoredDeclaration implements IndexedDeclaration {
  readonly path: string;
  readonly name: string;
  readonly containers: string[];
  readonly kind: string;
  readonly nameLine: number;
  readonly column: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly isOverload: boolean;
  readonly #segment: Segment;
  readonly #texts: readonly [signature: number, documentation: number];

  constructor(segment: Segment, cells: Uint32Array, path: string) {
    const [name = 0, around = 0, kind = 0, nameLine = 0, column = 0, startLine = 0, endLine = 0] = cells;
    const containers = segment.shared(around);
    this.path = path;
    this.name = segment.shared(name);
    this.containers = containers === "" ? [] : containers.split("/");
    this.kind = segment.shared(kind);
    this.nameLine = nameLine;
    this.column = column;
    this.startLine = startLine;
    this.endLine = endLine;
    this.isOverload = cells[9] === 1;
    this.#segment = segment;
    this.#texts = [cells[7] ?? 0, cells[8] ?? 0];
  }

  get signature(): string {
    return this.#segment.string(this.#texts[0]);
  }

  get documentation(): string {
    return this.#segment.string(this.#texts[1]);
  }
}

/** Reads a part in place. */
export class Segment {
  readonly files: number;
  /** Strings below this number are names of declarations. */
  readonly names: number;
  readonly #cells: Uint32Array;
  readonly #text: Buffer;
  readonly #declarationsAt: number;
  readonly #startsAt: number;
  readonly #postingsAt: number;
  readonly #slotsAt: number;
  readonly #stringsAt: number;
  readonly #worded: number;
  readonly #shared: string[] = [];

  private constructor(bytes: Uint8Array, cells: Uint32Array) {
    const [, files = 0, declarations = 0, names = 0, worded = 0, strings = 0, slots = 0, postings = 0] = cells;
    this.files = files;
    this.names = names;
    this.#worded = worded;
    this.#declarationsAt = HEADER + (files + 1) * FILE;
    this.#startsAt = this.#declarationsAt + declarations * DECLARATION;
    this.#postingsAt = this.#startsAt + worded + 1;
    this.#slotsAt = this.#postingsAt + postings;
    this.#stringsAt = this.#slotsAt + slots;
    const end = this.#stringsAt + strings + 1;
    this.#cells = cells.subarray(0, end);
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset + end * 4, bytes.length - end * 4);
  }

  /** Returns undefined if the bytes have another format. */
  static open(bytes: Uint8Array): Segment | undefined {
    const cells = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
    return cells[0] === FORMAT ? new Segment(bytes, cells) : undefined;
  }

  #cell(at: number): number {
    return this.#cells[at] ?? 0;
  }

  string(id: number): string {
    const at = this.#stringsAt + id;
    return this.#text.toString("utf8", this.#cell(at), this.#cell(at + 1));
  }

  /** Returns a string that many declarations share, so it is created only once. */
  shared(id: number): string {
    let text = this.#shared[id];
    if (text === undefined) {
      text = this.string(id);
      this.#shared[id] = text;
    }
    return text;
  }

  /** Returns the number of a string, or -1 if the part does not contain it. `hash` is that of the string. */
  find(text: string, hash = hashOf(text)): number {
    const { length } = text;
    const mask = this.#stringsAt - this.#slotsAt - 1;
    let slot = hash & mask;
    for (let id = this.#cell(this.#slotsAt + slot); id > 0; id = this.#cell(this.#slotsAt + slot)) {
      const at = this.#stringsAt + id - 1;
      const start = this.#cell(at);
      if (this.#cell(at + 1) - start >= length && this.#isAt(start, this.#cell(at + 1), text)) return id - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #isAt(start: number, end: number, text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 127) return this.#text.toString("utf8", start, end) === text;
      if (this.#text[start + at] !== unit) return false;
    }
    return end - start === text.length;
  }

  file(index: number): { path: string; size: number; mtimeMs: number; unread: number } {
    const at = HEADER + index * FILE;
    const double = (from: number) => new Float64Array(this.#cells.slice(from, from + 2).buffer)[0] ?? 0;
    return {
      path: this.string(this.#cell(at)),
      size: double(at + 1),
      mtimeMs: double(at + 3),
      unread: this.#cell(at + 6),
    };
  }

  isNotRead(file: number): boolean {
    return this.#cell(HEADER + file * FILE + 6) === NOT_READ;
  }

  /** Returns the range of a file's declarations. */
  range(file: number): [number, number] {
    const at = HEADER + file * FILE + 5;
    return [this.#cell(at), this.#cell(at + FILE)];
  }

  nameId(declaration: number): number {
    return this.#cell(this.#declarationsAt + declaration * DECLARATION);
  }

  /** Returns true if a declaration is inside another. */
  isMember(declaration: number): boolean {
    return this.shared(this.#cell(this.#declarationsAt + declaration * DECLARATION + 1)) !== "";
  }

  declaration(index: number, path: string): IndexedDeclaration {
    const at = this.#declarationsAt + index * DECLARATION;
    return new StoredDeclaration(this, this.#cells.subarray(at, at + DECLARATION), path);
  }

  /** Returns the declarations with a name in a file. */
  named(name: number, file: number, path: string): IndexedDeclaration[] {
    const [from, to] = this.range(file);
    const found: IndexedDeclaration[] = [];
    for (let at = from; at < to; at++) if (this.nameId(at) === name) found.push(this.declaration(at, path));
    return found;
  }

  /** Returns all declarations in a file. */
  declarations(file: number, path: string): IndexedDeclaration[] {
    const [from, to] = this.range(file);
    return Array.from({ length: to - from }, (_, at) => this.declaration(from + at, path));
  }

  /** Returns the files that contain the word with this number. */
  filesWith(word: number): Uint32Array {
    if (word < 0 || word >= this.#worded) return new Uint32Array();
    const at = this.#startsAt + word;
    return this.#cells.subarray(this.#postingsAt + this.#cell(at), this.#postingsAt + this.#cell(at + 1));
  }
}
