/** What belongs to rows without being in them: the table they point into by number, and how many rows of a group are still to come. */

import { isObject } from "../contract/json.ts";
import { copyWith, stepsOf, valueAt, withValueAt, withValueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output.ts";
import type { AnswerRow, SplitAnswer } from "../rows/row.ts";

/** Notes at each row what must be known of it once others are cut away. */
export function noteRelated(sources: readonly RowSource[], units: readonly AnswerRow[], value: Json): void {
  for (const source of sources) {
    if (!source.lookup && source.remaining === undefined && !source.nested) continue;
    const mine = units.filter((unit) => unit.source === source && !unit.emptyGroup);
    if (source.lookup) for (const unit of mine) unit.entry = entryOf(unit, source.lookup, value);
    if (source.nested) nest(mine);
    if (source.remaining === undefined) continue;
    const sizes = new Map<string, number>();
    for (const { key } of mine) sizes.set(key!, (sizes.get(key!) ?? 0) + 1);
    const seen = new Map<string, number>();
    for (const unit of mine) {
      const at = (seen.get(unit.key!) ?? 0) + 1;
      seen.set(unit.key!, at);
      unit.remaining = [sizes.get(unit.key!)! - at, sizes.get(String(unit.value)) ?? 0];
    }
  }
}

/** The answer without the tables: their entries are with the rows. */
export function withoutTables(rest: Json, sources: readonly RowSource[]): Json {
  return sources.reduce(
    (bare, { lookup }) => (lookup && Array.isArray(valueAt(bare, lookup.at)) ? withValueAt(bare, lookup.at, []) : bare),
    rest,
  );
}

/** The row that points to the table of a page: number `by` in it. */
export function renumbered(units: readonly AnswerRow[], source: RowSource): { units: AnswerRow[]; table: Json[] } {
  const steps = stepsOf(source.lookup!.by);
  const table: Json[] = [];
  const numbers = new Map<string, number>();
  const pointing = units.map((unit) => {
    if (unit.source !== source || unit.entry === undefined) return unit;
    const name = JSON.stringify(unit.entry);
    const number = numbers.get(name) ?? table.length;
    if (number === table.length) table.push(unit.entry);
    numbers.set(name, number);
    return { ...unit, value: withValueBelow(unit.value, steps, number) };
  });
  return { units: pointing, table };
}

/** The answer with the numbers of rows that no page up to this one shows, added to those that it left out itself. */
export function withRemaining(answer: Json, units: readonly AnswerRow[], source: RowSource): Json {
  const counts = new Map<string, number>();
  for (const { source: own, value, remaining } of units)
    if (own === source && remaining && remaining[1] > 0) counts.set(String(value), remaining[1]);
  for (const { source: own, key, remaining } of units) if (own === source && remaining) counts.set(key!, remaining[0]);
  const before = valueAt(answer, source.remaining!);
  const entries: [string, Json | undefined][] = isObject(before) ? Object.entries(before) : [];
  const left = new Map(entries);
  for (const [name, count] of counts) {
    const own = left.get(name);
    if (count > 0) left.set(name, (typeof own === "number" ? own : 0) + count);
  }
  return withValueAt(answer, source.remaining!, Object.fromEntries(left) as JsonObject);
}

/** Rows that are the key of a group are the parents of its rows. */
function nest(units: readonly AnswerRow[]): void {
  const named = new Map<string, AnswerRow>();
  for (const unit of units) {
    const parent = named.get(unit.key!);
    unit.depth = parent ? parent.depth! + 1 : 0;
    if (parent) unit.parent = parent;
    const name = String(unit.value);
    if (!named.has(name)) named.set(name, unit);
  }
}

function entryOf(row: AnswerRow, { at, by }: { at: string; by: string }, answer: Json): Json | undefined {
  const number = valueAt(row.value, by);
  const table = valueAt(answer, at);
  return Array.isArray(table) && typeof number === "number" ? table[number] : undefined;
}

/** The same rows without what is declared as spare; undefined where nothing is. */
export function compactRows(parts: SplitAnswer): { parts: SplitAnswer; without: string[] } | undefined {
  if (!parts.rows.some(({ source }) => source.optionalFields)) return undefined;
  const without = new Set<string>();
  const lean = (value: Json | undefined, fields: readonly string[]): Json | undefined => {
    if (!isObject(value)) return value;
    return fields.reduce((less: JsonObject, field) => {
      if (!Object.hasOwn(less, field)) return less;
      without.add(field);
      return copyWith(less, field, undefined);
    }, value);
  };
  const units = parts.rows.map((unit) => {
    const { optionalFields } = unit.source;
    if (!optionalFields) return unit;
    const less: AnswerRow = { ...unit, value: lean(unit.value, optionalFields)! };
    if (unit.keyed) less.keyed = unit.keyed.map((entry) => lean(entry, optionalFields));
    return less;
  });
  return without.size === 0 ? undefined : { parts: { envelope: parts.envelope, rows: units }, without: [...without] };
}
