/** Puts an answer together again from what always stays and some of its rows. */

import { linesIn } from "../answer/long-text.ts";
import { renumbered, withLeft } from "../answer/related.ts";
import { isObject } from "../contract/json.ts";
import { copyWith, stepsOf, valueAt, valueBelow, withValueAt, withValueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output.ts";
import type { Parts, Unit } from "./row.ts";
import { shapeOf, sourcesOf, wayTo } from "./split.ts";

/** The answer with these rows and no others, and the fields that count them in step. */
export function putTogether(output: Output<unknown>, parts: Parts): Json {
  const { rest } = parts;
  let { units } = parts;
  let answer = rest;
  const sources = sourcesOf(output, rest);
  for (const source of sources) {
    if (!source.lookup) continue;
    const { units: pointing, table } = renumbered(units, source);
    units = pointing;
    answer = withValueAt(answer, source.lookup.at, table);
  }
  const done = new Set<string>();
  for (const source of sources) {
    const mine = units.filter((unit) => unit.source === source);
    const { outer } = wayTo(source);
    const shape = shapeOf(source, rest);
    if (shape === "groups") {
      const way = outer.join("/");
      if (done.has(way)) continue;
      done.add(way);
      const kin = sources.filter((each) => wayTo(each).outer.join("/") === way);
      answer = withValueBelow(
        answer,
        outer,
        groupsOf(
          units.filter((unit) => kin.includes(unit.source)),
          valueBelow(rest, outer)!,
        ),
      );
    } else if (mine.length > 0) answer = withValueBelow(answer, outer, contentOf(shape, mine));
  }
  for (const source of sources) {
    const mine = units.filter((unit) => unit.source === source && !unit.bare);
    if (source.count !== undefined) answer = withValueAt(answer, source.count, countOf(mine));
    for (const [index, pointer] of (source.keyedMaps ?? []).entries())
      answer = withBeside(answer, pointer, mine, index);
    if (source.remaining !== undefined) answer = withLeft(answer, mine, source);
  }
  return answer;
}

/** Of a long text its lines, of anything else its rows. */
function countOf(units: readonly Unit[]): number {
  return units.reduce(
    (sum, { row, source, headLines = 0 }) => sum + (source.keep === undefined ? 1 : linesIn(row as string) - headLines),
    0,
  );
}

function contentOf(shape: string | undefined, units: readonly Unit[]): Json {
  if (shape === "list") return units.map((unit) => unit.row);
  if (shape === "map") return Object.fromEntries(units.map((unit) => [unit.key!, unit.row]));
  if (shape === "tree") return nested(units[0]!.source, units);
  return units[0]!.row;
}

/** Lists within a list or a map. The rows of several sources may lie in the same groups. */
function groupsOf(units: readonly Unit[], empty: Json): Json {
  const groups = new Map<string, { head: Json | undefined; rows: Map<RowSource, Json[]> }>();
  for (const unit of units) {
    const group = groups.get(unit.key!) ?? { head: unit.group, rows: new Map<RowSource, Json[]>() };
    groups.set(unit.key!, group);
    if (unit.bare) continue;
    const rows = group.rows.get(unit.source);
    if (rows) rows.push(unit.row);
    else group.rows.set(unit.source, [unit.row]);
  }
  const made = [...groups].map(([key, { head, rows }]): [string, Json] => {
    if (head === undefined) return [key, [...rows.values()].flat()];
    let item = head;
    for (const [source, list] of rows) item = withValueBelow(item, wayTo(source).inner, list);
    return [key, item];
  });
  if (!Array.isArray(empty)) return Object.fromEntries(made);
  return made.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
}

/** A tree of some of its rows, in its own order. A parent that is not among them stands in for itself, marked as continued. */
function nested(source: RowSource, units: readonly Unit[]): Json[] {
  const steps = stepsOf(source.children!);
  const own = new Set(units);
  const wanted = new Set<Unit>();
  for (const unit of units) {
    for (let at: Unit | undefined = unit; at && !wanted.has(at); at = at.parent) wanted.add(at);
  }
  const roots: Json[] = [];
  const made = new Map<Unit, Json[]>();
  for (const unit of [...wanted].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))) {
    const below: Json[] = [];
    made.set(unit, below);
    let row = valueBelow(unit.row, steps) === undefined ? unit.row : withValueBelow(unit.row, steps, below);
    if (!own.has(unit) && isObject(row)) row = copyWith(row, "continued", true);
    (unit.parent ? made.get(unit.parent)! : roots).push(row);
  }
  return roots;
}

function withBeside(answer: Json, pointer: string, units: readonly Unit[], index: number): Json {
  const map = valueAt(answer, pointer);
  if (!isObject(map)) return answer;
  const entries = units.flatMap((unit): [string, Json][] => {
    const entry = unit.beside?.[index];
    return entry === undefined ? [] : [[String(unit.row), entry]];
  });
  return withValueAt(answer, pointer, { ...map, ...Object.fromEntries(entries) } as JsonObject);
}
