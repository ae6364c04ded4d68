/** Names in a segment: their ids by text, and the symbols of each name. */
import { Buffer } from "node:buffer";
import type { Segment } from "./segment.ts";

/** The names of a segment, as text or as bytes with the same offsets. */
export type Names = string | Buffer;

/** Symbols of a segment by name: those of string `id` are `symbols` from `first[id]` to `first[id + 1]`. */
export interface Named {
  first: Uint32Array;
  symbols: Uint32Array;
}

export function namedIn({ columns, offsets }: Segment): Named {
  const { name } = columns;
  const first = new Uint32Array(offsets.length + 1);
  for (let at = 0; at < name.length; at++) first[name[at]! + 1]!++;
  for (let id = 1; id < first.length; id++) first[id]! += first[id - 1]!;
  const next = first.slice();
  const symbols = new Uint32Array(name.length);
  for (let at = 0; at < name.length; at++) symbols[next[name[at]!]!++] = at;
  return { first, symbols };
}

export function exactIds(segment: Segment, name: string): number[] {
  const at = namesOf(segment).indexOf(`\n${name}\n`);
  return at < 0 ? [] : [idAt(segment, at + 1)];
}

function namesOf({ asciiNames, strings, namesEnd }: Segment): Names {
  if (!asciiNames) return strings.slice(0, namesEnd);
  return Buffer.from(asciiNames.buffer, asciiNames.byteOffset, asciiNames.length);
}

export function loweredNames({ asciiNames, strings, namesEnd }: Segment): Names {
  const lowered = strings.slice(0, namesEnd).toLowerCase();
  return asciiNames ? Buffer.from(lowered, "latin1") : lowered;
}

/** The string whose text covers an offset of the joined strings. */
export function idAt(segment: Segment, offset: number): number {
  const { offsets } = segment;
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
