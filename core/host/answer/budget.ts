/** Which rows of an answer have room, and with what a page goes on that ends within a text. */

import { stepsOf, valueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import type { Parts, Unit } from "../rows/row.ts";
import { type Cost, shortUnit, shrunk, sizeWithin } from "../rows/size.ts";
import { linesIn } from "./long-text.ts";

/** The first row of a page gets this much room at the least; a long text behind others is cut where it has it. */
const LEAST_ROW = 120;

/** The first rows that fit, in the order in which they are kept; of a long text, and of a first row that is too long, a part. */
export function firstRows({ rest, units }: Parts, room: number, cost: Cost): Parts {
  const taken: Unit[] = [];
  const groups = new Set<string>();
  /** Parents that are there, or stand in for themselves. */
  const placed = new Set<Unit>();
  let left = room - sizeWithin(rest, room);
  for (const unit of units) {
    const group = unit.group === undefined ? "" : `${unit.source.at} ${unit.key}`;
    const head = group !== "" && !groups.has(group) ? JSON.stringify(unit.group).length + group.length : 0;
    const parents = parentsOf(unit, placed);
    const around = parents.reduce((sum, parent) => sum + rowSize(parent) + CONTINUED, head);
    const whole = rowSize(unit, left) + around;
    const part = whole <= left ? unit : shortPart(unit, left - around, taken.length === 0, cost);
    if (part) {
      taken.push(part);
      left -= whole;
      groups.add(group);
      for (const parent of parents) placed.add(parent);
      placed.add(unit);
    }
    if (part !== unit) break;
  }
  return { rest, units: taken };
}

/** `"continued":true,` */
const CONTINUED = 17;

/** The parents of a row that are not there yet. */
export function parentsOf(unit: Unit, placed: ReadonlySet<Unit>): Unit[] {
  const parents: Unit[] = [];
  if (unit.source.children === undefined) return parents;
  for (let at = unit.parent; at && !placed.has(at); at = at.parent) parents.push(at);
  return parents.reverse();
}

function shortPart(unit: Unit, room: number, first: boolean, cost: Cost): Unit | undefined {
  // A page that shows nothing would lead to itself.
  if (first) return shortUnit(unit, Math.max(room, LEAST_ROW), cost);
  return room > LEAST_ROW && typeof unit.row === "string" ? shortUnit(unit, room, cost) : undefined;
}

/** What stays whatever is cut, made shorter where it is itself too long: rows get a quarter of the room then. */
export function restWithin(rest: Json, room: number, rows: boolean): Json {
  const most = rows ? Math.floor(room * 0.75) : room;
  return sizeWithin(rest, most) <= most ? rest : shrunk(rest, Math.max(0, most));
}

/** Exact up to `most`: of a longer text it is only known that it is longer. */
export function rowSize({ row, key, beside, entry }: Unit, most = Number.POSITIVE_INFINITY): number {
  const size = typeof row === "string" && row.length > most ? row.length + 2 : JSON.stringify(row).length;
  let own = size + 1 + (key === undefined ? 0 : key.length + 3);
  if (entry !== undefined) own += JSON.stringify(entry).length + 1;
  return beside ? own + JSON.stringify(beside).length + 40 : own;
}

/** The sum, counted to a point. */
export function rowSizes(units: readonly Unit[], most: number): number {
  let sum = 0;
  for (const unit of units) {
    sum += rowSize(unit, most - sum);
    if (sum > most) break;
  }
  return sum;
}

/** Lines of a file that units show: of a long text all but its heading, of a list of lines one each. */
function linesOf(units: readonly Unit[]): number {
  return units.reduce(
    (sum, { row, source, headLines = 0 }) => sum + (source.keep === undefined ? 1 : linesIn(row as string) - headLines),
    0,
  );
}

/** How an answer of lines goes on behind those shown; undefined for one of other rows. */
export function nextLine(
  output: Output<unknown>,
  value: Json,
  input: JsonObject,
  taken: readonly Unit[],
  all: readonly Unit[],
): { next?: JsonObject } | undefined {
  const rule = output.next;
  if (rule?.by !== "line" || taken.length === 0 || taken.some(({ row }) => typeof row !== "string")) return undefined;
  const shown = linesOf(taken);
  if (shown >= linesOf(all)) return {};
  const reset = Object.entries(rule.reset ?? {}).filter(([name]) => input[name] !== undefined);
  return { next: { [rule.parameter]: firstLine(output, value, input) + shown, ...Object.fromEntries(reset) } };
}

function firstLine({ next }: Output<unknown>, value: Json, input: JsonObject): number {
  const told = next?.firstLine === undefined ? undefined : valueBelow(value, stepsOf(next.firstLine));
  const first = told ?? input[next!.parameter];
  return typeof first === "number" ? first : 1;
}
