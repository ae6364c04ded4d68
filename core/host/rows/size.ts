/** Measures and shortens rows, values and strings, so that a page is never empty just because its first row is too long. */

import { isObject } from "../contract/is-object.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import { escapedJson } from "../contract/unseen-characters.ts";
import type { AnswerRow } from "./row.ts";

/** Counts the characters of a string in encoded form. */
export type Cost = (text: string) => number;

export const jsonCost: Cost = (text) => escapedJson(text).length - 2;
export const plainCost: Cost = (text) => text.length;

/** The minimum size at which a string or list is still useful. */
const MIN_CHARS = 40;
/** The number of characters that are reserved for the other fields of an object if its atoms use up all the space. */
const MIN_BESIDE_ATOMS = 200;
/** The share of the beginning if both the beginning and the end are kept. */
const HEAD_SHARE = 0.7;

/** Strings that are never shortened. */
type Atoms = ReadonlySet<string>;
const NO_ATOMS: Atoms = new Set();

/**
 * Returns undefined if no part of the row fits. A long string keeps its heading, and other rows keep their atoms and small
 * parts.
 */
export function shortenRow(row: AnswerRow, chars: number, cost: Cost, atoms = NO_ATOMS): AnswerRow | undefined {
  const { value, source } = row;
  if (typeof value !== "string")
    return chars < MIN_CHARS ? undefined : { ...row, value: shrinkValue(value, chars, atoms) };
  const heading = value.slice(0, headingEnd(row));
  const text = shortenText(value.slice(heading.length), chars - cost(heading), source.keep ?? "ends", cost);
  return text === "" ? undefined : { ...row, value: heading + text };
}

/** Returns the index after the heading of a long string. */
export function headingEnd({ value, headLines = 0 }: AnswerRow): number {
  const text = typeof value === "string" ? value : "";
  let end = 0;
  for (let line = 0; line < headLines; line++) end = text.indexOf("\n", end) + 1 || text.length;
  return end;
}

/** Shortens a value to about `chars` characters of JSON. Atoms and small parts are kept, and large parts share the rest. */
export function shrinkValue(value: Json, chars: number, atoms = NO_ATOMS): Json {
  if (jsonSize(value, chars) <= chars) return value;
  if (typeof value === "string")
    return isWhole(value, atoms) ? value : shortenText(value, Math.max(0, chars - 2), "ends", jsonCost);
  if (Array.isArray(value)) {
    const items: Json[] = [];
    let left = chars - 2;
    for (const item of value) {
      const size = jsonSize(item, left) + 1;
      if (size > left) {
        if (items.length === 0 && left > MIN_CHARS) items.push(shrinkValue(item, left - 1, atoms));
        break;
      }
      items.push(item);
      left -= size;
    }
    return items;
  }
  return isObject(value) ? shrinkObject(value, chars - 2, atoms) : value;
}

/** The note about the cut would be longer than the text. */
const isWhole = (text: string, atoms: Atoms) => text.length < MIN_CHARS || atoms.has(text);

/** Atoms and small fields come first. The other fields get equal shares of the remaining space. */
function shrinkObject(value: JsonObject, chars: number, atoms: Atoms): JsonObject {
  const entries = Object.entries(value)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined)
    .map(([key, part]) => {
      const isAtom = typeof part === "string" && atoms.has(part);
      return { key, part, isAtom, size: jsonSize(part, isAtom ? Number.POSITIVE_INFINITY : chars) + jsonCost(key) + 4 };
    });
  const whole = entries.filter(({ isAtom }) => isAtom);
  const kept = new Map(whole.map(({ key, part }) => [key, part]));
  let left = chars;
  // Names alone are not enough, so the kind and the location follow directly after them.
  if (whole.length > 0)
    left = Math.max(
      MIN_BESIDE_ATOMS,
      whole.reduce((rest, { size }) => rest - size, chars),
    );
  let waiting = entries.length - whole.length;
  for (const { key, part, isAtom, size } of entries.toSorted((a, b) => a.size - b.size)) {
    if (isAtom) continue;
    const share = Math.floor(left / waiting--);
    const around = jsonCost(key) + 4;
    const small = size <= share ? part : shrinkValue(part, Math.max(0, share - around), atoms);
    const took = small === part ? size : jsonSize(small, left) + around;
    // An empty list or object at least shows that the field exists.
    if (took > left && typeof small !== "object") continue;
    kept.set(key, small);
    left = Math.max(0, left - took);
  }
  return Object.fromEntries(entries.flatMap(({ key }) => (kept.has(key) ? [[key, kept.get(key)]] : [])));
}

/** Returns the length of a value as JSON. It stops counting above `max`, because the value may be large. */
export function jsonSize(value: Json | undefined, max: number): number {
  if (typeof value === "string") return value.length > max ? value.length + 2 : jsonCost(value) + 2;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null).length;
  let size = 2;
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    size += jsonSize(part, max - size) + 1 + (Array.isArray(value) ? 0 : jsonCost(key) + 3);
    if (size > max) break;
  }
  return size;
}

/** Returns the length of a row as JSON including separators. It is exact up to `max`, and just a larger number above that. */
export function rowSize({ value, key, keyed, entry }: AnswerRow, max = Number.POSITIVE_INFINITY): number {
  const size = typeof value === "string" && value.length > max ? value.length + 2 : escapedJson(value).length;
  let whole = size + 1 + (key === undefined ? 0 : jsonCost(key) + 3);
  if (entry !== undefined) whole += escapedJson(entry).length + 1;
  return keyed ? whole + escapedJson(keyed).length + 40 : whole;
}

/** Returns the total length of all rows. It stops counting above `max`. */
export function rowSizes(rows: readonly AnswerRow[], max: number): number {
  let sum = 0;
  for (const row of rows) {
    sum += rowSize(row, max - sum);
    if (sum > max) break;
  }
  return sum;
}

/** Counts lines. A final newline does not add a line. */
export function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Counts rows. A long string counts as the number of its lines without the heading, and any other row counts as one. */
export function lineCount(rows: readonly AnswerRow[]): number {
  return rows.reduce((sum, row) => sum + (row.source.keep === undefined ? 1 : bodyLines(row)), 0);
}

export function bodyLines({ value, headLines = 0 }: AnswerRow): number {
  return countLines(String(value)) - headLines;
}

/**
 * Shortens a string to whole lines with at most `chars` characters, which `cost` counts. If a single line is too long, its
 * middle is cut.
 */
export function shortenText(text: string, chars: number, keep: "ends" | "head", cost = plainCost): string {
  const lines = countLines(text) + (text === "" || text.endsWith("\n") ? 1 : 0);
  const note = (count: number) => `… ${count} ${count === 1 ? "line" : "lines"} left out …`;
  const noteCost = keep === "ends" ? cost(note(lines)) + 4 : 0;
  const head = firstLines(text, Math.max(0, (chars - noteCost) * (keep === "ends" ? HEAD_SHARE : 1)), cost);
  if (head.count === 0) return shortenLine(keep === "ends" ? text : text.slice(0, lineEnd(text, 0)), chars, cost);
  const first = text.slice(0, head.end);
  if (keep === "head") return first;
  const tail = lastLines(text, head.end, chars - noteCost - head.size, cost);
  const leftOut = lines - head.count - tail.count;
  if (leftOut <= 0) return text;
  return `${first}${note(leftOut)}${tail.count === 0 ? "" : `\n${text.slice(tail.start)}`}`;
}

/** Returns as many whole lines as fit, starting at the beginning. The rest of the text isn't examined. */
function firstLines(text: string, chars: number, cost: Cost): { count: number; size: number; end: number } {
  let [count, size, end] = [0, 0, 0];
  for (;;) {
    const stop = lineEnd(text, end);
    const more = lineCost(text, end, stop, chars, cost);
    if (size + more > chars) break;
    count++;
    size += more;
    end = stop + 1;
    if (stop === text.length) break;
  }
  return { count, size, end: Math.min(end, text.length) };
}

/** Does the same from the end of the text, but doesn't go back further than `from`. */
function lastLines(text: string, from: number, chars: number, cost: Cost): { count: number; start: number } {
  let [count, size, start] = [0, 0, text.length];
  for (let end = text.length; end >= from; end = start - 1) {
    const begin = end === 0 ? 0 : Math.max(from, text.lastIndexOf("\n", end - 1) + 1);
    const more = lineCost(text, begin, end, chars, cost);
    if (size + more > chars) break;
    count++;
    size += more;
    start = begin;
  }
  return { count, start };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function lineCost(text: string, start: number, end: number, chars: number, cost: Cost): number {
  return end - start > chars ? Number.POSITIVE_INFINITY : cost(text.slice(start, end)) + cost("\n");
}

/** Shortens a line by leaving out its middle. */
function shortenLine(text: string, chars: number, cost: Cost): string {
  // The note about the cut would be longer than the text.
  if (text.length < MIN_CHARS) return text;
  const sample = text.slice(0, 2000);
  const each = cost(sample) / Math.max(1, sample.length);
  const most = Math.max(0, Math.floor((chars - 40) / Math.max(1, each)));
  if (most >= text.length) return text;
  const head = Math.floor(most * HEAD_SHARE);
  const last = text.slice(text.length - (most - head)).toWellFormed();
  return `${text.slice(0, head).toWellFormed()}… ${text.length - most} characters left out …${last}`;
}
