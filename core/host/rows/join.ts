/** Puts an answer together again from what always stays and some of its rows. */

import { countLines } from "../answer/long-text.ts";
import { renumbered, withRemaining } from "../answer/related.ts";
import { isObject } from "../contract/json.ts";
import { copyWith, stepsOf, valueAt, valueBelow, withValueAt, withValueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output.ts";
import type { AnswerRow, SplitAnswer } from "./row.ts";
import { presentSources, shapeOf, sourcePath } from "./split.ts";

/** The answer with these rows and no others, and the fields that count them in step. */
export function joinAnswer(output: Output<unknown>, parts: SplitAnswer): Json {
  const { envelope } = parts;
  let { rows } = parts;
  let answer = envelope;
  const sources = presentSources(output, envelope);
  for (const source of sources) {
    if (!source.lookup) continue;
    const { units: pointing, table } = renumbered(rows, source);
    rows = pointing;
    answer = withValueAt(answer, source.lookup.at, table);
  }
  const done = new Set<string>();
  for (const source of sources) {
    const mine = rows.filter((unit) => unit.source === source);
    const { outer } = sourcePath(source);
    const shape = shapeOf(source, envelope);
    if (shape === "groups") {
      const way = outer.join("/");
      if (done.has(way)) continue;
      done.add(way);
      const kin = sources.filter((each) => sourcePath(each).outer.join("/") === way);
      answer = withValueBelow(
        answer,
        outer,
        groupsOf(
          rows.filter((unit) => kin.includes(unit.source)),
          valueBelow(envelope, outer)!,
        ),
      );
    } else if (mine.length > 0) answer = withValueBelow(answer, outer, contentOf(shape, mine));
  }
  for (const source of sources) {
    const mine = rows.filter((unit) => unit.source === source && !unit.emptyGroup);
    if (source.count !== undefined) answer = withValueAt(answer, source.count, countOf(mine));
    for (const [index, pointer] of (source.keyedMaps ?? []).entries())
      answer = withBeside(answer, pointer, mine, index);
    if (source.remaining !== undefined) answer = withRemaining(answer, mine, source);
  }
  return answer;
}

/** Of a long text its lines, of anything else its rows. */
function countOf(units: readonly AnswerRow[]): number {
  return units.reduce(
    (sum, { value, source, headLines = 0 }) =>
      sum + (source.keep === undefined ? 1 : countLines(value as string) - headLines),
    0,
  );
}

function contentOf(shape: string | undefined, units: readonly AnswerRow[]): Json {
  if (shape === "list") return units.map((unit) => unit.value);
  if (shape === "map") return Object.fromEntries(units.map((unit) => [unit.key!, unit.value]));
  if (shape === "tree") return nested(units[0]!.source, units);
  return units[0]!.value;
}

/** Lists within a list or a map. The rows of several sources may lie in the same groups. */
function groupsOf(units: readonly AnswerRow[], empty: Json): Json {
  const groups = new Map<string, { head: Json | undefined; rows: Map<RowSource, Json[]> }>();
  for (const unit of units) {
    const group = groups.get(unit.key!) ?? { head: unit.group, rows: new Map<RowSource, Json[]>() };
    groups.set(unit.key!, group);
    if (unit.emptyGroup) continue;
    const rows = group.rows.get(unit.source);
    if (rows) rows.push(unit.value);
    else group.rows.set(unit.source, [unit.value]);
  }
  const made = [...groups].map(([key, { head, rows }]): [string, Json] => {
    if (head === undefined) return [key, [...rows.values()].flat()];
    let item = head;
    for (const [source, list] of rows) item = withValueBelow(item, sourcePath(source).inner, list);
    return [key, item];
  });
  if (!Array.isArray(empty)) return Object.fromEntries(made);
  return made.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
}

/** A tree of some of its rows, in its own order. A parent that is not among them stands in for itself, marked as continued. */
function nested(source: RowSource, units: readonly AnswerRow[]): Json[] {
  const steps = stepsOf(source.children!);
  const own = new Set(units);
  const wanted = new Set<AnswerRow>();
  for (const unit of units) {
    for (let at: AnswerRow | undefined = unit; at && !wanted.has(at); at = at.parent) wanted.add(at);
  }
  const roots: Json[] = [];
  const made = new Map<AnswerRow, Json[]>();
  for (const unit of [...wanted].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))) {
    const below: Json[] = [];
    made.set(unit, below);
    let row = valueBelow(unit.value, steps) === undefined ? unit.value : withValueBelow(unit.value, steps, below);
    if (!own.has(unit) && isObject(row)) row = copyWith(row, "continued", true);
    (unit.parent ? made.get(unit.parent)! : roots).push(row);
  }
  return roots;
}

function withBeside(answer: Json, pointer: string, units: readonly AnswerRow[], index: number): Json {
  const map = valueAt(answer, pointer);
  if (!isObject(map)) return answer;
  const entries = units.flatMap((unit): [string, Json][] => {
    const entry = unit.keyed?.[index];
    return entry === undefined ? [] : [[String(unit.value), entry]];
  });
  return withValueAt(answer, pointer, { ...map, ...Object.fromEntries(entries) } as JsonObject);
}
