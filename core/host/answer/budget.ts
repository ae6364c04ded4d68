/** Which rows of an answer have room, and with what a page goes on that ends within a text. */

import { stepsOf, valueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import type { AnswerRow, SplitAnswer } from "../rows/row.ts";
import { type Cost, jsonSize, shortenRow, shrinkValue } from "../rows/size.ts";
import { countLines } from "./long-text.ts";

/** The first row of a page gets this much room at the least; a long text behind others is cut where it has it. */
const LEAST_ROW = 120;

/** The first rows that fit, in the order in which they are kept; of a long text, and of a first row that is too long, a part. */
export function fitRows({ envelope, rows }: SplitAnswer, room: number, cost: Cost): SplitAnswer {
  const taken: AnswerRow[] = [];
  const groups = new Set<string>();
  /** Parents that are there, or stand in for themselves. */
  const placed = new Set<AnswerRow>();
  let left = room - jsonSize(envelope, room);
  for (const unit of rows) {
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
  return { envelope, rows: taken };
}

/** `"continued":true,` */
const CONTINUED = 17;

/** The parents of a row that are not there yet. */
export function parentsOf(unit: AnswerRow, placed: ReadonlySet<AnswerRow>): AnswerRow[] {
  const parents: AnswerRow[] = [];
  if (unit.source.children === undefined) return parents;
  for (let at = unit.parent; at && !placed.has(at); at = at.parent) parents.push(at);
  return parents.reverse();
}

function shortPart(unit: AnswerRow, room: number, first: boolean, cost: Cost): AnswerRow | undefined {
  // A page that shows nothing would lead to itself.
  if (first) return shortenRow(unit, Math.max(room, LEAST_ROW), cost);
  return room > LEAST_ROW && typeof unit.value === "string" ? shortenRow(unit, room, cost) : undefined;
}

/** What stays whatever is cut, made shorter where it is itself too long: rows get a quarter of the room then. */
export function shrinkEnvelope(rest: Json, room: number, rows: boolean): Json {
  const most = rows ? Math.floor(room * 0.75) : room;
  return jsonSize(rest, most) <= most ? rest : shrinkValue(rest, Math.max(0, most));
}

/** Exact up to `most`: of a longer text it is only known that it is longer. */
export function rowSize({ value, key, keyed, entry }: AnswerRow, most = Number.POSITIVE_INFINITY): number {
  const size = typeof value === "string" && value.length > most ? value.length + 2 : JSON.stringify(value).length;
  let own = size + 1 + (key === undefined ? 0 : key.length + 3);
  if (entry !== undefined) own += JSON.stringify(entry).length + 1;
  return keyed ? own + JSON.stringify(keyed).length + 40 : own;
}

/** The sum, counted to a point. */
export function rowSizes(units: readonly AnswerRow[], most: number): number {
  let sum = 0;
  for (const unit of units) {
    sum += rowSize(unit, most - sum);
    if (sum > most) break;
  }
  return sum;
}

/** Lines of a file that units show: of a long text all but its heading, of a list of lines one each. */
function linesOf(units: readonly AnswerRow[]): number {
  return units.reduce(
    (sum, { value, source, headLines = 0 }) =>
      sum + (source.keep === undefined ? 1 : countLines(value as string) - headLines),
    0,
  );
}

/** How an answer of lines goes on behind those shown; undefined for one of other rows. */
export function nextLine(
  output: Output<unknown>,
  value: Json,
  input: JsonObject,
  taken: readonly AnswerRow[],
  all: readonly AnswerRow[],
): { next?: JsonObject } | undefined {
  const rule = output.next;
  if (rule?.by !== "line" || taken.length === 0 || taken.some(({ value }) => typeof value !== "string"))
    return undefined;
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
