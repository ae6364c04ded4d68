/** What belongs to rows without being in them: the table they point into by number, and how many rows of a group are still to come. */

import { isObject } from "../contract/json.ts";
import { copyWith, stepsOf, valueAt, withValueAt, withValueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output.ts";
import type { Parts, Unit } from "../rows/row.ts";

/** Notes at each row what must be known of it once others are cut away. */
export function noteRelated(sources: readonly RowSource[], units: readonly Unit[], value: Json): void {
  for (const source of sources) {
    if (!source.lookup && source.remaining === undefined && !source.nested) continue;
    const mine = units.filter((unit) => unit.source === source && !unit.bare);
    if (source.lookup) for (const unit of mine) unit.entry = entryOf(unit, source.lookup, value);
    if (source.nested) nest(mine);
    if (source.remaining === undefined) continue;
    const sizes = new Map<string, number>();
    for (const { key } of mine) sizes.set(key!, (sizes.get(key!) ?? 0) + 1);
    const seen = new Map<string, number>();
    for (const unit of mine) {
      const at = (seen.get(unit.key!) ?? 0) + 1;
      seen.set(unit.key!, at);
      unit.coming = [sizes.get(unit.key!)! - at, sizes.get(String(unit.row)) ?? 0];
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
export function renumbered(units: readonly Unit[], source: RowSource): { units: Unit[]; table: Json[] } {
  const steps = stepsOf(source.lookup!.by);
  const table: Json[] = [];
  const numbers = new Map<string, number>();
  const pointing = units.map((unit) => {
    if (unit.source !== source || unit.entry === undefined) return unit;
    const name = JSON.stringify(unit.entry);
    const number = numbers.get(name) ?? table.length;
    if (number === table.length) table.push(unit.entry);
    numbers.set(name, number);
    return { ...unit, row: withValueBelow(unit.row, steps, number) };
  });
  return { units: pointing, table };
}

/** The answer with the numbers of rows that no page up to this one shows, added to those that it left out itself. */
export function withLeft(answer: Json, units: readonly Unit[], source: RowSource): Json {
  const counts = new Map<string, number>();
  for (const { source: own, row, coming } of units)
    if (own === source && coming && coming[1] > 0) counts.set(String(row), coming[1]);
  for (const { source: own, key, coming } of units) if (own === source && coming) counts.set(key!, coming[0]);
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
function nest(units: readonly Unit[]): void {
  const named = new Map<string, Unit>();
  for (const unit of units) {
    const parent = named.get(unit.key!);
    unit.depth = parent ? parent.depth! + 1 : 0;
    if (parent) unit.parent = parent;
    const name = String(unit.row);
    if (!named.has(name)) named.set(name, unit);
  }
}

function entryOf({ row }: Unit, { at, by }: { at: string; by: string }, value: Json): Json | undefined {
  const number = valueAt(row, by);
  const table = valueAt(value, at);
  return Array.isArray(table) && typeof number === "number" ? table[number] : undefined;
}

/** The same rows without what is declared as spare; undefined where nothing is. */
export function withoutSpare(parts: Parts): { parts: Parts; without: string[] } | undefined {
  if (!parts.units.some(({ source }) => source.optionalFields)) return undefined;
  const without = new Set<string>();
  const lean = (value: Json | undefined, fields: readonly string[]): Json | undefined => {
    if (!isObject(value)) return value;
    return fields.reduce((less: JsonObject, field) => {
      if (!Object.hasOwn(less, field)) return less;
      without.add(field);
      return copyWith(less, field, undefined);
    }, value);
  };
  const units = parts.units.map((unit) => {
    const { optionalFields } = unit.source;
    if (!optionalFields) return unit;
    const less: Unit = { ...unit, row: lean(unit.row, optionalFields)! };
    if (unit.beside) less.beside = unit.beside.map((entry) => lean(entry, optionalFields));
    return less;
  });
  return without.size === 0 ? undefined : { parts: { rest: parts.rest, units }, without: [...without] };
}
