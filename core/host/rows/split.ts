/** Takes an answer apart: what stays whatever is cut, and its rows one by one, in the order in which they are kept. */

import { countLines } from "../answer/long-text.ts";
import { noteRelated, withoutTables } from "../answer/related.ts";
import { isObject } from "../contract/json.ts";
import { stepsOf, valueAt, valueBelow, withValueAt, withValueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { Scope } from "./reference.ts";
import type { AnswerRow, SplitAnswer } from "./row.ts";

/** How the rows of a source lie in the answer. */
export type Shape = "list" | "map" | "text" | "tree" | "groups";

/** The way to a source: up to its `*`, and behind it. */
export function sourcePath(source: RowSource): { outer: string[]; inner: string[] } {
  const steps = stepsOf(source.at);
  const star = steps.indexOf("*");
  return star < 0 ? { outer: steps, inner: [] } : { outer: steps.slice(0, star), inner: steps.slice(star + 1) };
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

/** The sources that this answer has, the one that is cut last first. */
export function presentSources(output: Output<unknown>, value: Json): RowSource[] {
  return (output.rows ?? []).filter((source) => shapeOf(source, value) !== undefined).toReversed();
}

export async function splitAnswer(output: Output<unknown>, value: Json, turns: TimeSlice): Promise<SplitAnswer> {
  const sources = presentSources(output, value);
  const units: AnswerRow[] = [];
  for (const source of sources) {
    for (const unit of unitsIn(source, value, sources)) {
      if (source.keyedMaps)
        unit.keyed = source.keyedMaps.map((pointer) => valueAt(value, `${pointer}/${escaped(unit.value)}`));
      units.push(unit);
      const pause = turns.step();
      if (pause) await pause;
    }
  }
  noteRelated(sources, units, value);
  let rest = withoutTables(value, sources);
  for (const source of sources) {
    const { outer } = sourcePath(source);
    const found = valueBelow(value, outer);
    rest = withValueBelow(rest, outer, Array.isArray(found) ? [] : typeof found === "string" ? "" : {});
    for (const pointer of source.keyedMaps ?? []) {
      const names = new Set(units.filter((unit) => unit.source === source).map((unit) => String(unit.value)));
      const map = valueAt(rest, pointer);
      if (isObject(map))
        rest = withValueAt(rest, pointer, Object.fromEntries(definedEntries(map).filter(([key]) => !names.has(key))));
    }
  }
  return { envelope: rest, rows: units };
}

function* unitsIn(source: RowSource, value: Json, sources: readonly RowSource[]): Generator<AnswerRow> {
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
      if (found !== "") yield { source, value: found, ...headOf(source, found as string, value) };
      return;
    case "tree":
      yield* levels(source, found as Json[]);
      return;
    default:
      yield* grouped(
        source,
        found,
        inner,
        sources.filter((each) => sourcePath(each).outer.join("/") === outer.join("/")),
      );
  }
}

/** `kin` are the sources within the same groups. */
function* grouped(source: RowSource, groups: Json, inner: string[], kin: readonly RowSource[]): Generator<AnswerRow> {
  const inners = kin.map((each) => sourcePath(each).inner);
  for (const [key, item] of definedEntries(groups)) {
    const rows = valueBelow(item, inner);
    const head = inner.length > 0 ? inners.reduce((rest, steps) => withoutRows(rest, steps), item) : undefined;
    const about = head === undefined ? { key } : { key, group: head };
    const mine = Array.isArray(rows) ? rows : [];
    for (const row of mine) yield { source, value: row, ...about };
    if (source !== kin[0] || inners.some((steps) => (valueBelow(item, steps) as Json[] | undefined)?.length)) continue;
    yield { source, value: null, ...about, emptyGroup: true };
  }
}

function withoutRows(item: Json, steps: readonly string[]): Json {
  return Array.isArray(valueBelow(item, steps)) ? withValueBelow(item, steps, []) : item;
}

/** A text has more lines than its answer counts where the first ones say what it is. */
function headOf({ count }: RowSource, text: string, answer: Json): { headLines?: number } {
  const counted = count === undefined ? undefined : valueAt(answer, count);
  const more = typeof counted === "number" ? countLines(text) - counted : 0;
  return more > 0 ? { headLines: more } : {};
}

/** Level by level: what lies deepest is cut first. */
function* levels(source: RowSource, roots: readonly Json[]): Generator<AnswerRow> {
  const pointer = source.children!;
  let level: { row: Json; parent?: AnswerRow }[] = roots.map((row) => ({ row }));
  let order = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const below: typeof level = [];
    for (const { row, parent } of level) {
      const children = valueAt(row, pointer);
      const unit: AnswerRow = {
        source,
        value: Array.isArray(children) ? withValueAt(row, pointer, []) : row,
        depth,
        order: order++,
      };
      if (isObject(row) && row.continued === true) unit.continuedParent = true;
      if (parent) unit.parent = parent;
      // On a page of its own a parent that stands in is no row of it.
      if (!unit.continuedParent) yield unit;
      if (Array.isArray(children)) for (const child of children) below.push({ row: child, parent: unit });
    }
    level = below;
  }
}

/** The rows of trees each below its parent, all others as they come. */
export function readingOrder(units: readonly AnswerRow[]): readonly AnswerRow[] {
  if (!units.some(({ parent }) => parent)) return units;
  const present = new Set(units);
  const children = new Map<AnswerRow | undefined, AnswerRow[]>();
  for (const unit of units) {
    const parent = unit.parent && present.has(unit.parent) ? unit.parent : undefined;
    const list = children.get(parent);
    if (list) list.push(unit);
    else children.set(parent, [unit]);
  }
  const ordered: AnswerRow[] = [];
  const open = (children.get(undefined) ?? []).toReversed();
  for (let unit = open.pop(); unit; unit = open.pop()) {
    ordered.push(unit);
    for (const child of (children.get(unit) ?? []).toReversed()) open.push(child);
  }
  return ordered;
}

/** From where the declaration of a row's source sees it. */
export function scopeOf(unit: AnswerRow, answer: Json, input: JsonObject): Scope {
  const scope: Scope = { answer, input, row: unit.value };
  if (unit.key !== undefined) scope.key = unit.key;
  if (unit.group !== undefined) scope.group = unit.group;
  if (unit.parent) {
    scope.above = () => {
      const above: Json[] = [];
      for (let at = unit.parent; at; at = at.parent) above.push(at.value);
      return above.reverse();
    };
  }
  return scope;
}

export function definedEntries(value: Json): [string, Json][] {
  return Object.entries(value as JsonObject).filter((entry): entry is [string, Json] => entry[1] !== undefined);
}

function escaped(step: Json): string {
  return String(step).replaceAll("~", "~0").replaceAll("/", "~1");
}
