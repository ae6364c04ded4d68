/**
 * A part of the index: declarations and words of some files as flat columns that are read in place. Strings are sorted and
 * named by their number.
 */
import type { FileOutline } from "../outline/file-outline.ts";

/** Part of the key on disk: raise it with every change of this layout, or of outlines. */
export const FORMAT = 4;

/** Columns of a file: path, size (two words), time (two words), first declaration, first word, lines not understood. */
const FILE = 8;
/** Columns of a declaration: name, containers, kind, name line, name column, start line, end line, signature, documentation, overload. */
const DECLARATION = 10;
const HEADER = 6;

export interface IndexedFile {
  path: string;
  size: number;
  mtimeMs: number;
  outline: FileOutline;
  signatures: readonly string[];
  /** Identifiers in its text, each once. */
  words: readonly string[];
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

export function encodeSegment(files: readonly IndexedFile[]): Uint8Array {
  const strings = [...new Set(files.flatMap(stringsOf))].sort(byBytes);
  const ids = new Map(strings.map((text, id) => [text, id]));
  const id = (text: string) => ids.get(text) ?? 0;
  const declarations = files.reduce((sum, { outline }) => sum + outline.declarations.length, 0);
  const words = files.reduce((sum, file) => sum + file.words.length, 0);
  const texts = strings.map((text) => Buffer.from(text));
  const bytes = texts.reduce((sum, { length }) => sum + length, 0);
  const cells = HEADER + (files.length + 1) * FILE + declarations * DECLARATION + words + strings.length + 1;
  const out = new Uint8Array(Math.ceil((cells * 4 + bytes) / 8) * 8);
  const view = new Uint32Array(out.buffer, 0, cells);
  view.set([FORMAT, files.length, declarations, words, strings.length, bytes]);
  let at = HEADER;
  let firstDeclaration = 0;
  let firstWord = 0;
  for (const file of files) {
    const { path, size, mtimeMs, outline } = file;
    view.set([id(path), ...halves(size), ...halves(mtimeMs), firstDeclaration, firstWord, outline.unread], at);
    firstDeclaration += outline.declarations.length;
    firstWord += file.words.length;
    at += FILE;
  }
  view.set([0, 0, 0, 0, 0, firstDeclaration, firstWord, 0], at);
  at += FILE;
  for (const { outline, signatures } of files) {
    for (const [index, each] of outline.declarations.entries()) {
      const { name, kind, containers, nameLine, nameColumn, startLine, endLine, documentation } = each;
      view.set([id(name), id(containers.join("/")), id(kind), nameLine, nameColumn, startLine, endLine], at);
      view.set([id(signatures[index] ?? ""), id(documentation), each.isOverload ? 1 : 0], at + 7);
      at += DECLARATION;
    }
  }
  for (const { words } of files) {
    view.set(
      words.map(id).sort((a, b) => a - b),
      at,
    );
    at += words.length;
  }
  let offset = 0;
  for (const text of texts) {
    view[at++] = offset;
    out.set(text, cells * 4 + offset);
    offset += text.length;
  }
  view[at] = offset;
  return out;
}

function stringsOf({ path, outline, signatures, words }: IndexedFile): string[] {
  const own = outline.declarations.flatMap(({ name, kind, containers, documentation }) => [
    ...[name, kind, containers.join("/"), documentation],
  ]);
  return ["", path, ...own, ...signatures, ...words];
}

/** A number beyond 32 bits as the two words of a double. */
function halves(number: number): Uint32Array {
  return new Uint32Array(new Float64Array([number]).buffer);
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Reads a part in place. */
export class Segment {
  readonly files: number;
  readonly strings: number;
  readonly #cells: Uint32Array;
  readonly #text: Uint8Array;
  readonly #declarationsAt: number;
  readonly #wordsAt: number;
  readonly #stringsAt: number;

  private constructor(bytes: Uint8Array, cells: Uint32Array) {
    const [, files = 0, declarations = 0, words = 0, strings = 0] = cells;
    this.files = files;
    this.strings = strings;
    this.#declarationsAt = HEADER + (files + 1) * FILE;
    this.#wordsAt = this.#declarationsAt + declarations * DECLARATION;
    this.#stringsAt = this.#wordsAt + words;
    const end = this.#stringsAt + strings + 1;
    this.#cells = cells.subarray(0, end);
    this.#text = bytes.subarray(end * 4);
  }

  /** Returns undefined for bytes of another format. */
  static open(bytes: Uint8Array): Segment | undefined {
    const cells = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
    return cells[0] === FORMAT ? new Segment(bytes, cells) : undefined;
  }

  #cell(at: number): number {
    return this.#cells[at] ?? 0;
  }

  string(id: number): string {
    const at = this.#stringsAt + id;
    return Buffer.from(this.#text.subarray(this.#cell(at), this.#cell(at + 1))).toString();
  }

  /** The number of a string; -1 if this part lacks it. */
  find(text: string): number {
    let low = 0;
    let high = this.strings - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = byBytes(this.string(middle), text);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  file(index: number): { path: string; size: number; mtimeMs: number; unread: number } {
    const at = HEADER + index * FILE;
    const double = (from: number) => new Float64Array(this.#cells.slice(from, from + 2).buffer)[0] ?? 0;
    return {
      path: this.string(this.#cell(at)),
      size: double(at + 1),
      mtimeMs: double(at + 3),
      unread: this.#cell(at + 7),
    };
  }

  /** Declarations of a file: from, up to. */
  range(file: number): [number, number] {
    const at = HEADER + file * FILE + 5;
    return [this.#cell(at), this.#cell(at + FILE)];
  }

  nameId(declaration: number): number {
    return this.#cell(this.#declarationsAt + declaration * DECLARATION);
  }

  declaration(index: number, path: string): IndexedDeclaration {
    const at = this.#declarationsAt + index * DECLARATION;
    const cell = (column: number) => this.#cell(at + column);
    const containers = this.string(cell(1));
    return {
      path,
      name: this.string(cell(0)),
      containers: containers === "" ? [] : containers.split("/"),
      kind: this.string(cell(2)),
      nameLine: cell(3),
      column: cell(4),
      startLine: cell(5),
      endLine: cell(6),
      signature: this.string(cell(7)),
      documentation: this.string(cell(8)),
      isOverload: cell(9) === 1,
    };
  }

  /** All declarations of a file. */
  declarations(file: number, path: string): IndexedDeclaration[] {
    const [from, to] = this.range(file);
    return Array.from({ length: to - from }, (_, at) => this.declaration(from + at, path));
  }

  /** Whether a file's text has a word, by its number. */
  hasWord(file: number, word: number): boolean {
    const at = HEADER + file * FILE + 6;
    let low = this.#wordsAt + this.#cell(at);
    let high = this.#wordsAt + this.#cell(at + FILE) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#cell(middle);
      if (found === word) return true;
      if (found < word) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}
