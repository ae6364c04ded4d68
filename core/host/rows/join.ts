/** Creates an answer from an envelope and some of its rows, which is the inverse of split.ts. */

import { isObject } from "../contract/is-object.ts";
import { copyWith, stepsOf, valueAt, valueBelow, withValueAt, withValueBelow } from "../contract/json-pointer.ts";
import type { Json } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";
import type { AnswerRow, SplitAnswer } from "./row.ts";
import { lineCount } from "./size.ts";
import { type FoundSource, siblingsOf, sourcesIn } from "./split.ts";

/** Returns the answer with only these rows. All counts and lookup tables in the answer are updated to match. */
export function joinAnswer(output: Output<unknown>, { envelope, rows: given }: SplitAnswer): Json {
  let rows: readonly AnswerRow[] = given;
  let answer = envelope;
  const sources = sourcesIn(output, envelope);
  for (const { source } of sources) {
    if (!source.lookup) continue;
    const pointing = renumber(rows, source);
    rows = pointing.rows;
    answer = withValueAt(answer, source.lookup.at, pointing.table);
  }
  for (const each of sources) {
    const siblings = each.shape === "groups" ? siblingsOf(each, sources) : [each];
    const own = rows.filter((row) => siblings.some(({ source }) => source === row.source));
    if (each !== siblings[0] || (own.length === 0 && each.shape !== "groups")) continue;
    answer = withValueBelow(answer, each.outer, joinRows(each, own, siblings));
  }
  for (const { source } of sources) {
    const own = rows.filter((row) => row.source === source && !row.emptyGroup);
    if (source.count !== undefined) answer = withValueAt(answer, source.count, lineCount(own));
    for (const [index, pointer] of (source.keyedMaps ?? []).entries()) answer = withKeyed(answer, pointer, own, index);
    if (source.remaining !== undefined) answer = withRemaining(answer, source.remaining, own);
  }
  return answer;
}

function joinRows(each: FoundSource, rows: readonly AnswerRow[], siblings: readonly FoundSource[]): Json {
  const { source, shape, found } = each;
  if (shape === "list") return rows.map((row) => row.value);
  if (shape === "map") return Object.fromEntries(rows.map((row) => [row.key, row.value]));
  if (shape === "tree") return joinTree(source, rows);
  if (shape === "text") return rows[0]?.value ?? "";
  const groups = joinGroups(rows, siblings);
  if (!Array.isArray(found)) return Object.fromEntries(groups);
  return groups.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
}

/** Joins nested lists. Several sources may have rows in the same groups. */
function joinGroups(rows: readonly AnswerRow[], siblings: readonly FoundSource[]): [string, Json][] {
  return [...Map.groupBy(rows, (row) => row.key ?? "")].map(([key, own]) => {
    const lists = siblings.map(({ source, inner }) => {
      const values = own.filter((row) => row.source === source && !row.emptyGroup).map((row) => row.value);
      return { inner, values };
    });
    const group = own[0]?.group;
    if (group === undefined) return [key, lists.flatMap(({ values }) => values)];
    const given = lists.filter(({ values }) => values.length > 0);
    return [key, given.reduce((item, { inner, values }) => withValueBelow(item, inner, values), group)];
  });
}

/** Creates a tree from some of its rows, in order. Missing parents are added and marked as continued. */
function joinTree(source: RowSource, rows: readonly AnswerRow[]): Json[] {
  const steps = stepsOf(source.children ?? "");
  const own = new Set(rows);
  const wanted = new Set<AnswerRow>();
  for (const row of rows) {
    for (let at: AnswerRow | undefined = row; at && !wanted.has(at); at = at.parent) wanted.add(at);
  }
  const roots: Json[] = [];
  const made = new Map<AnswerRow, Json[]>();
  for (const row of [...wanted].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))) {
    const below: Json[] = [];
    made.set(row, below);
    let value = valueBelow(row.value, steps) === undefined ? row.value : withValueBelow(row.value, steps, below);
    if (!own.has(row) && isObject(value)) value = copyWith(value, "continued", true);
    ((row.parent && made.get(row.parent)) ?? roots).push(value);
  }
  return roots;
}

function withKeyed(answer: Json, pointer: string, rows: readonly AnswerRow[], index: number): Json {
  const map = valueAt(answer, pointer);
  if (!isObject(map)) return answer;
  const entries = rows.flatMap((row): [string, Json][] => {
    const entry = row.keyed?.[index];
    return entry === undefined ? [] : [[String(row.value), entry]];
  });
  return withValueAt(answer, pointer, { ...map, ...Object.fromEntries(entries) });
}

/** The lookup table only keeps entries that are used, so the rows have to be renumbered. */
function renumber(rows: readonly AnswerRow[], source: RowSource): { rows: AnswerRow[]; table: Json[] } {
  const steps = stepsOf(source.lookup?.by ?? "");
  const table: Json[] = [];
  const numbers = new Map<string, number>();
  const pointing = rows.map((row) => {
    if (row.source !== source || row.entry === undefined) return row;
    const name = JSON.stringify(row.entry);
    const number = numbers.get(name) ?? table.length;
    if (number === table.length) table.push(row.entry);
    numbers.set(name, number);
    return { ...row, value: withValueBelow(row.value, steps, number) };
  });
  return { rows: pointing, table };
}

/** The tool itself may have left out rows. This adds those that no page has shown so far. */
function withRemaining(answer: Json, pointer: string, rows: readonly AnswerRow[]): Json {
  const counts = new Map<string, number>();
  for (const { value, remaining } of rows) if (remaining && remaining[1] > 0) counts.set(String(value), remaining[1]);
  for (const { key, remaining } of rows) if (remaining) counts.set(key ?? "", remaining[0]);
  const before = valueAt(answer, pointer);
  const left = new Map<string, Json | undefined>(isObject(before) ? Object.entries(before) : []);
  for (const [name, count] of counts) {
    const own = left.get(name);
    if (count > 0) left.set(name, (typeof own === "number" ? own : 0) + count);
  }
  return withValueAt(answer, pointer, Object.fromEntries(left));
}
