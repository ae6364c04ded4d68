/** Splits an answer into the envelope, which is never cut, and the rows in the order of their priority. */

import { isObject } from "../contract/is-object.ts";
import { escapeStep, stepsOf, valueAt, valueBelow, withValueAt, withValueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { Scope } from "./reference.ts";
import type { AnswerRow, SplitAnswer } from "./row.ts";
import { countLines } from "./size.ts";

/** A source that exists in the answer, and the path to its rows. */
export interface FoundSource {
  source: RowSource;
  shape: "list" | "map" | "text" | "tree" | "groups";
  /** The path to the rows before and after the `*`. */
  outer: string[];
  inner: string[];
  /** The value that was found at `outer`. */
  found: Json;
}

/**
 * Returns the sources that this answer contains. They are in reverse order of their declaration, so that the source that is cut
 * last comes first.
 */
export function sourcesIn({ rows = [] }: Output<unknown>, value: Json): FoundSource[] {
  return rows.flatMap((source) => sourceIn(source, value) ?? []).reverse();
}

function sourceIn(source: RowSource, value: Json): FoundSource | undefined {
  const steps = stepsOf(source.at);
  const star = steps.indexOf("*");
  const outer = star < 0 ? steps : steps.slice(0, star);
  const found = valueBelow(value, outer) ?? null;
  const shape = shapeOf(source, found, star >= 0);
  return shape && { source, shape, outer, inner: steps.slice(outer.length + 1), found };
}

function shapeOf(source: RowSource, found: Json, isGrouped: boolean): FoundSource["shape"] | undefined {
  if (source.keep !== undefined) return typeof found === "string" ? "text" : undefined;
  if (isGrouped) return typeof found === "object" && found !== null ? "groups" : undefined;
  if (source.children !== undefined) return Array.isArray(found) ? "tree" : undefined;
  if (typeof found === "string") return "text";
  return Array.isArray(found) ? "list" : isObject(found) ? "map" : undefined;
}

/** Returns all sources that have rows in the same groups. This always includes `one` itself. */
export function siblingsOf(one: FoundSource, sources: readonly FoundSource[]): FoundSource[] {
  return sources.filter(({ outer }) => outer.join("/") === one.outer.join("/"));
}

export async function splitAnswer(output: Output<unknown>, value: Json, slice: TimeSlice): Promise<SplitAnswer> {
  const sources = sourcesIn(output, value);
  const rows: AnswerRow[] = [];
  for (const each of sources) {
    const { keyedMaps } = each.source;
    for (const row of rowsOf(each, value, sources)) {
      if (keyedMaps)
        row.keyed = keyedMaps.map((pointer) => valueAt(value, `${pointer}/${escapeStep(String(row.value))}`));
      rows.push(row);
      const pause = slice.step();
      if (pause) await pause;
    }
  }
  addContext(sources, rows, value);
  return { envelope: envelopeOf(sources, rows, value), rows };
}

/** Returns the answer without any rows. Their lists, maps and strings still exist but are empty. */
function envelopeOf(sources: readonly FoundSource[], rows: readonly AnswerRow[], value: Json): Json {
  let envelope = value;
  for (const { source, outer, found } of sources) {
    const { lookup, keyedMaps = [] } = source;
    if (lookup && Array.isArray(valueAt(envelope, lookup.at))) envelope = withValueAt(envelope, lookup.at, []);
    envelope = withValueBelow(envelope, outer, Array.isArray(found) ? [] : typeof found === "string" ? "" : {});
    if (keyedMaps.length === 0) continue;
    const names = new Set(rows.filter((row) => row.source === source).map((row) => String(row.value)));
    for (const pointer of keyedMaps) {
      const others = definedEntries(valueAt(envelope, pointer)).filter(([key]) => !names.has(key));
      if (isObject(valueAt(envelope, pointer))) envelope = withValueAt(envelope, pointer, Object.fromEntries(others));
    }
  }
  return envelope;
}

function* rowsOf(each: FoundSource, value: Json, sources: readonly FoundSource[]): Generator<AnswerRow> {
  const { source, shape, found } = each;
  if (shape === "list") for (const row of listOf(found)) yield { source, value: row };
  else if (shape === "map") for (const [key, row] of definedEntries(found)) yield { source, value: row, key };
  else if (shape === "tree") yield* treeRows(source, listOf(found));
  else if (shape === "groups") yield* groupedRows(each, siblingsOf(each, sources));
  else if (typeof found === "string" && found !== "")
    yield { source, value: found, headLines: headLines(source, found, value) };
}

function* groupedRows(each: FoundSource, siblings: readonly FoundSource[]): Generator<AnswerRow> {
  const { source, inner, found } = each;
  for (const [key, item] of definedEntries(found)) {
    const list = valueBelow(item, inner);
    const held = siblings.filter((one) => Array.isArray(valueBelow(item, one.inner)));
    const group = inner.length > 0 ? held.reduce((rest, one) => withValueBelow(rest, one.inner, []), item) : undefined;
    const about = group === undefined ? { key } : { key, group };
    for (const value of Array.isArray(list) ? list : []) yield { source, value, ...about };
    const hasRows = held.some((one) => listOf(valueBelow(item, one.inner)).length > 0);
    if (source === siblings[0]?.source && !hasRows) yield { source, value: null, ...about, emptyGroup: true };
  }
}

/** If there are more lines than the answer itself counts, the string starts with a heading. */
function headLines({ count }: RowSource, text: string, answer: Json): number | undefined {
  const counted = count === undefined ? undefined : valueAt(answer, count);
  const more = typeof counted === "number" ? countLines(text) - counted : 0;
  return more > 0 ? more : undefined;
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** Returns the rows level by level, so that the deepest ones are at the end and are cut first. */
function* treeRows(source: RowSource, roots: readonly Json[]): Generator<AnswerRow> {
  const pointer = source.children ?? "";
  let level: { value: Json; parent?: AnswerRow }[] = roots.map((value) => ({ value }));
  let order = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const below: typeof level = [];
    for (const { value, parent } of level) {
      const children = valueAt(value, pointer);
      const list = Array.isArray(children) ? children : undefined;
      const own = list ? withValueAt(value, pointer, []) : value;
      const row: AnswerRow = { source, value: own, depth, order: order++, parent };
      if (isObject(value) && value.continued === true) row.continuedParent = true;
      // A parent that was shown before isn't a row of this page.
      else yield row;
      for (const child of list ?? []) below.push({ value: child, parent: row });
    }
    level = below;
  }
}

/** Moves the rows of a tree below their parents. The order of all other rows remains the same. */
export function readingOrder(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  if (!rows.some(({ parent }) => parent)) return rows;
  const present = new Set(rows);
  const children = Map.groupBy(rows, ({ parent }) => (parent && present.has(parent) ? parent : undefined));
  const ordered: AnswerRow[] = [];
  const open = (children.get(undefined) ?? []).toReversed();
  for (let row = open.pop(); row; row = open.pop()) {
    ordered.push(row);
    for (const child of (children.get(row) ?? []).toReversed()) open.push(child);
  }
  return ordered;
}

/** Returns the scope in which the references of a row source are resolved. */
export function scopeOf({ value, key, group, parent }: AnswerRow, answer: Json, input: JsonObject): Scope {
  return { answer, input, row: value, key, group, parent };
}

function definedEntries(value: Json | undefined): [string, Json][] {
  return Object.entries(value ?? {}).filter((entry): entry is [string, Json] => entry[1] !== undefined);
}

/** Adds lookup entries, parents and counts to rows. This must run before anything is cut. */
function addContext(sources: readonly FoundSource[], rows: readonly AnswerRow[], value: Json): void {
  for (const { source } of sources) {
    const { lookup, nested, remaining } = source;
    if (!lookup && !nested && remaining === undefined) continue;
    const own = rows.filter((row) => row.source === source && !row.emptyGroup);
    if (lookup) lookUp(own, lookup, value);
    if (nested) nest(own);
    if (remaining !== undefined) countRemaining(own);
  }
}

function lookUp(rows: readonly AnswerRow[], { at, by }: { at: string; by: string }, answer: Json): void {
  const table = valueAt(answer, at);
  for (const row of rows) {
    const number = valueAt(row.value, by);
    row.entry = Array.isArray(table) && typeof number === "number" ? table[number] : undefined;
  }
}

/** A row becomes the parent of the rows in the group that has its key. */
function nest(rows: readonly AnswerRow[]): void {
  const named = new Map<string, AnswerRow>();
  for (const row of rows) {
    row.parent = named.get(row.key ?? "");
    row.depth = row.parent ? (row.parent.depth ?? 0) + 1 : 0;
    const name = String(row.value);
    if (!named.has(name)) named.set(name, row);
  }
}

function countRemaining(rows: readonly AnswerRow[]): void {
  const groups = Map.groupBy(rows, ({ key }) => key);
  for (const own of groups.values())
    for (const [index, row] of own.entries())
      row.remaining = [own.length - index - 1, groups.get(String(row.value))?.length ?? 0];
}
