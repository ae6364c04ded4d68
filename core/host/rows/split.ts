/** Splits an answer into its envelope, which stays whatever is cut, and its rows in the order in which they are kept. */

import { isObject } from "../contract/is-object.ts";
import { escapeStep, stepsOf, valueAt, valueBelow, withValueAt, withValueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { Scope } from "./reference.ts";
import type { AnswerRow, SplitAnswer } from "./row.ts";
import { countLines } from "./size.ts";

/** How the rows of a source are held in the answer. */
type Shape = "list" | "map" | "text" | "tree" | "groups";

/** The steps to a source: up to its `*`, and after it. */
export function sourcePath(source: RowSource): { outer: string[]; inner: string[] } {
  const steps = stepsOf(source.at);
  const star = steps.indexOf("*");
  return star < 0 ? { outer: steps, inner: [] } : { outer: steps.slice(0, star), inner: steps.slice(star + 1) };
}

/** True where the rows of both sources are in the same groups. */
export function sharesGroups(one: RowSource, other: RowSource): boolean {
  return sourcePath(one).outer.join("/") === sourcePath(other).outer.join("/");
}

export function shapeOf(source: RowSource, value: Json): Shape | undefined {
  const found = valueBelow(value, sourcePath(source).outer);
  const list = Array.isArray(found);
  if (source.keep !== undefined) return typeof found === "string" ? "text" : undefined;
  if (stepsOf(source.at).includes("*")) return list || isObject(found) ? "groups" : undefined;
  if (source.children !== undefined) return list ? "tree" : undefined;
  if (list) return "list";
  if (typeof found === "string") return "text";
  return isObject(found) ? "map" : undefined;
}

/** The sources that this answer has. The one that is cut last comes first. */
export function presentSources(output: Output<unknown>, value: Json): RowSource[] {
  return (output.rows ?? []).filter((source) => shapeOf(source, value) !== undefined).toReversed();
}

export async function splitAnswer(output: Output<unknown>, value: Json, slice: TimeSlice): Promise<SplitAnswer> {
  const sources = presentSources(output, value);
  const rows: AnswerRow[] = [];
  for (const source of sources) {
    for (const row of rowsOf(source, value, sources)) {
      if (source.keyedMaps)
        row.keyed = source.keyedMaps.map((pointer) => valueAt(value, `${pointer}/${escapeStep(String(row.value))}`));
      rows.push(row);
      const pause = slice.step();
      if (pause) await pause;
    }
  }
  addContext(sources, rows, value);
  return { envelope: envelopeOf(sources, rows, value), rows };
}

/** The answer with empty lists, maps and texts where the rows were. */
function envelopeOf(sources: readonly RowSource[], rows: readonly AnswerRow[], value: Json): Json {
  let envelope = value;
  for (const { lookup } of sources)
    if (lookup && Array.isArray(valueAt(envelope, lookup.at))) envelope = withValueAt(envelope, lookup.at, []);
  for (const source of sources) {
    const { outer } = sourcePath(source);
    const found = valueBelow(value, outer);
    envelope = withValueBelow(envelope, outer, Array.isArray(found) ? [] : typeof found === "string" ? "" : {});
    if (!source.keyedMaps) continue;
    const names = new Set(rows.filter((row) => row.source === source).map((row) => String(row.value)));
    for (const pointer of source.keyedMaps) {
      const map = valueAt(envelope, pointer);
      if (!isObject(map)) continue;
      const others = definedEntries(map).filter(([key]) => !names.has(key));
      envelope = withValueAt(envelope, pointer, Object.fromEntries(others));
    }
  }
  return envelope;
}

function* rowsOf(source: RowSource, value: Json, sources: readonly RowSource[]): Generator<AnswerRow> {
  const { outer, inner } = sourcePath(source);
  const found = valueBelow(value, outer)!;
  switch (shapeOf(source, value)) {
    case "list":
      for (const row of found as Json[]) yield { source, value: row };
      return;
    case "map":
      for (const [key, row] of definedEntries(found)) yield { source, value: row, key };
      return;
    case "text":
      if (found !== "") yield { source, value: found, ...headingOf(source, found as string, value) };
      return;
    case "tree":
      yield* treeRows(source, found as Json[]);
      return;
    default:
      yield* groupedRows(
        source,
        found,
        inner,
        sources.filter((each) => sharesGroups(each, source)),
      );
  }
}

/** `siblings` are the sources with rows in the same groups. */
function* groupedRows(
  source: RowSource,
  groups: Json,
  inner: string[],
  siblings: readonly RowSource[],
): Generator<AnswerRow> {
  const inners = siblings.map((each) => sourcePath(each).inner);
  for (const [key, item] of definedEntries(groups)) {
    const list = valueBelow(item, inner);
    const group = inner.length > 0 ? inners.reduce((rest, steps) => withoutRows(rest, steps), item) : undefined;
    const about = group === undefined ? { key } : { key, group };
    for (const value of Array.isArray(list) ? list : []) yield { source, value, ...about };
    if (source !== siblings[0] || inners.some((steps) => (valueBelow(item, steps) as Json[] | undefined)?.length))
      continue;
    yield { source, value: null, ...about, emptyGroup: true };
  }
}

function withoutRows(item: Json, steps: readonly string[]): Json {
  return Array.isArray(valueBelow(item, steps)) ? withValueBelow(item, steps, []) : item;
}

/** A text with more lines than its answer counts begins with a heading. */
function headingOf({ count }: RowSource, text: string, answer: Json): { headLines?: number } {
  const counted = count === undefined ? undefined : valueAt(answer, count);
  const more = typeof counted === "number" ? countLines(text) - counted : 0;
  return more > 0 ? { headLines: more } : {};
}

/** Level by level: the deepest rows are cut first. */
function* treeRows(source: RowSource, roots: readonly Json[]): Generator<AnswerRow> {
  const pointer = source.children!;
  let level: { value: Json; parent?: AnswerRow }[] = roots.map((value) => ({ value }));
  let order = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const below: typeof level = [];
    for (const { value, parent } of level) {
      const children = valueAt(value, pointer);
      const list = Array.isArray(children) ? children : undefined;
      const row: AnswerRow = { source, value: list ? withValueAt(value, pointer, []) : value, depth, order: order++ };
      if (isObject(value) && value.continued === true) row.continuedParent = true;
      if (parent) row.parent = parent;
      // A parent that an earlier page showed is no row of this page.
      if (!row.continuedParent) yield row;
      for (const child of list ?? []) below.push({ value: child, parent: row });
    }
    level = below;
  }
}

/** Orders the rows of trees each below its parent; other rows stay in place. */
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

/** What references in the declaration of a row's source see. */
export function scopeOf(row: AnswerRow, answer: Json, input: JsonObject): Scope {
  const scope: Scope = { answer, input, row: row.value };
  if (row.key !== undefined) scope.key = row.key;
  if (row.group !== undefined) scope.group = row.group;
  if (row.parent) {
    scope.above = () => {
      const above: Json[] = [];
      for (let at = row.parent; at; at = at.parent) above.push(at.value);
      return above.reverse();
    };
  }
  return scope;
}

export function definedEntries(value: Json): [string, Json][] {
  return Object.entries(value as JsonObject).filter((entry): entry is [string, Json] => entry[1] !== undefined);
}

/** Gives rows their lookup entries, parents and counts, which cannot be told once other rows are cut. */
function addContext(sources: readonly RowSource[], rows: readonly AnswerRow[], value: Json): void {
  for (const source of sources) {
    if (!source.lookup && source.remaining === undefined && !source.nested) continue;
    const mine = rows.filter((row) => row.source === source && !row.emptyGroup);
    if (source.lookup) for (const row of mine) row.entry = entryOf(row, source.lookup, value);
    if (source.nested) nest(mine);
    if (source.remaining === undefined) continue;
    const sizes = new Map<string, number>();
    for (const { key } of mine) sizes.set(key!, (sizes.get(key!) ?? 0) + 1);
    const seen = new Map<string, number>();
    for (const row of mine) {
      const at = (seen.get(row.key!) ?? 0) + 1;
      seen.set(row.key!, at);
      row.remaining = [sizes.get(row.key!)! - at, sizes.get(String(row.value)) ?? 0];
    }
  }
}

/** Rows that are the key of a group are the parents of its rows. */
function nest(rows: readonly AnswerRow[]): void {
  const named = new Map<string, AnswerRow>();
  for (const row of rows) {
    const parent = named.get(row.key!);
    row.depth = parent ? parent.depth! + 1 : 0;
    if (parent) row.parent = parent;
    const name = String(row.value);
    if (!named.has(name)) named.set(name, row);
  }
}

function entryOf(row: AnswerRow, { at, by }: { at: string; by: string }, answer: Json): Json | undefined {
  const number = valueAt(row.value, by);
  const table = valueAt(answer, at);
  return Array.isArray(table) && typeof number === "number" ? table[number] : undefined;
}
