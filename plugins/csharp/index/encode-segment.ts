/** Encodes a segment, which contains the outlines of several files in columns, with their strings and name tables. */
import type { Declaration, Outline } from "../outline/declaration-table.ts";
import { TRAIT } from "../outline/declaration-table.ts";
import { readOutline } from "../outline/read-outline.ts";
import { Lines } from "../text/lines.ts";
import {
  aligned,
  arraysAt,
  type Counts,
  FILE_WORDS,
  HEAD,
  HEADER_WORDS,
  hashOf,
  MAGIC,
  NO_HEADER,
  NO_PARENT,
} from "./segment.ts";

/** The outline of a file that was read. */
export interface FileOutline {
  path: string;
  size: number;
  mtimeMs: number;
  outline: Outline;
  /** PLACE_WORDS for each declaration: the lines of its start, end and name, and the column of the name. */
  places: Uint32Array;
}

const PLACE_WORDS = 4;

/** The part of an outline that only depends on the text. */
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

/** Returns the start of an identifier. Like in the compiler, it includes the `@`. */
export function nameAt({ nameStart, traits }: Pick<Declaration, "nameStart" | "traits">): number {
  return (traits & TRAIT.verbatim) !== 0 ? nameStart - 1 : nameStart;
}

export function encodeSegment(files: FileOutline[]): Uint8Array {
  const strings = stringsOf(files);
  const joined = strings.joined();
  const blob = new TextEncoder().encode(joined);
  const offsets = offsetsIn(blob, strings.size);
  const namesEnd = offsets[strings.names]!;
  const loweredNames = new TextEncoder().encode(strings.joinedNames().toLowerCase());
  const lowered = haveSameBreaks(blob, loweredNames, namesEnd) ? loweredNames : new Uint8Array();
  const counts: Counts = {
    symbols: files.reduce((sum, file) => sum + file.outline.declarations.length, 0),
    files: files.length,
    strings: strings.size,
    names: strings.names,
    slots: 2 ** Math.ceil(Math.log2(strings.names * 2 + 2)),
  };
  // The arrays are first laid out without a buffer to determine the length.
  const { end } = arraysAt(new ArrayBuffer(upperBound(counts)), 0, counts);
  const bytes = new Uint8Array(aligned(end + blob.length + lowered.length));
  const head = new Uint32Array(bytes.buffer, 0, HEADER_WORDS);
  head.set([MAGIC, bytes.length]);
  for (const key of ["symbols", "files", "strings", "names", "slots"] as const) head[HEAD[key]] = counts[key];
  head[HEAD.blob] = blob.length;
  head[HEAD.lowered] = lowered.length;
  const arrays = arraysAt(bytes.buffer, 0, counts);
  arrays.offsets.set(offsets);
  bytes.set(blob, end);
  bytes.set(lowered, end + blob.length);
  fillFiles(files, arrays, strings);
  fillTables(arrays, strings);
  return bytes;
}

/** Returns an upper bound for the size of the arrays. */
function upperBound({ symbols, files, strings, names, slots }: Counts): number {
  return HEADER_WORDS * 4 + 60 * symbols + 64 * files + 4 * (strings + names + slots) + 256;
}

type Arrays = ReturnType<typeof arraysAt>;

function fillFiles(files: readonly FileOutline[], { columns, stamps, fileWords }: Arrays, strings: StringTable): void {
  let at = 0;
  files.forEach(({ path, size, mtimeMs, outline, places }, index) => {
    stamps.set([size, mtimeMs], index * 2);
    const { declarations, degraded, globalUsings } = outline;
    const words = [strings.id(path), at, declarations.length, strings.id(degraded), globalUsings ? 1 : 0, 0];
    fileWords.set(words, index * FILE_WORDS);
    let place = 0;
    for (const declaration of declarations) {
      columns.name[at] = strings.id(declaration.name);
      columns.kind[at] = declaration.kind;
      columns.traits[at] = declaration.traits;
      columns.arity[at] = Math.min(declaration.arity, 255);
      columns.bases[at] = strings.id(declaration.bases);
      columns.condition[at] = strings.id(declaration.condition);
      columns.parent[at] = declaration.parent < 0 ? NO_PARENT : declaration.parent;
      columns.modifiers[at] = declaration.modifiers;
      columns.startLine[at] = places[place++]!;
      columns.endLine[at] = places[place++]!;
      columns.nameLine[at] = places[place++]!;
      columns.nameColumn[at] = places[place++]!;
      columns.start[at] = declaration.start;
      columns.nameFrom[at] = Math.min(declaration.nameStart - declaration.start, NO_HEADER);
      columns.nameTo[at] = Math.min(declaration.nameEnd - declaration.start, NO_HEADER);
      columns.header[at] = Math.min(declaration.header - declaration.start, NO_HEADER);
      at++;
    }
  });
}

/** Fills both tables. One of them maps name ids to symbols, and the other one hashes to name ids. */
function fillTables({ columns, first, bySymbol, table }: Arrays, strings: StringTable): void {
  const { name } = columns;
  for (const id of name) first[id + 1]!++;
  for (let id = 1; id < first.length; id++) first[id]! += first[id - 1]!;
  const next = first.slice();
  for (let at = 0; at < name.length; at++) bySymbol[next[name[at]!]!++] = at;
  const mask = table.length - 1;
  let id = 0;
  for (const text of strings.eachName()) {
    let slot = hashOf(text) & mask;
    while (table[slot] !== 0) slot = (slot + 1) & mask;
    table[slot] = ++id;
  }
}

/** Returns the start of every string in the blob, followed by the end of the last one. */
function offsetsIn(blob: Uint8Array, count: number): Uint32Array {
  const offsets = new Uint32Array(count + 1);
  let at = 1;
  for (let id = 0; id < count; id++) {
    offsets[id] = at;
    at = blob.indexOf(LINE_BREAK, at) + 1;
  }
  offsets[count] = at;
  return offsets;
}

const LINE_BREAK = 10;

/** Returns true if no name has another length in lower case, so that all offsets remain valid. */
function haveSameBreaks(blob: Uint8Array, lowered: Uint8Array, end: number): boolean {
  if (lowered.length !== end) return false;
  for (let at = 0; at < end; at++) if ((blob[at] === LINE_BREAK) !== (lowered[at] === LINE_BREAK)) return false;
  return true;
}

function stringsOf(files: readonly FileOutline[]): StringTable {
  const strings = new StringTable();
  for (const { outline } of files) for (const { name } of outline.declarations) strings.id(name);
  strings.names = strings.size;
  for (const { path, outline } of files) {
    strings.id(path);
    strings.id(outline.degraded);
    for (const { bases, condition } of outline.declarations) {
      strings.id(bases);
      strings.id(condition);
    }
  }
  return strings;
}

class StringTable {
  readonly #ids = new Map<string, number>([["", 0]]);
  /** The number of strings that are names. */
  names = 1;

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

  *eachName(): Generator<string> {
    let left = this.names;
    for (const text of this.#ids.keys()) {
      if (left-- === 0) return;
      yield text;
    }
  }

  joined(): string {
    return `\n${[...this.#ids.keys()].join("\n")}\n`;
  }

  joinedNames(): string {
    return `\n${[...this.eachName()].join("\n")}\n`;
  }
}
