/** A long text that goes on by the number of a line. */
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import { isObject, withValueAt } from "./pointer.ts";
import type { Unit } from "./units.ts";

export function isLongText(unit: Unit): boolean {
  return typeof unit.row === "string";
}

/** The first and last line shown, and the line to go on with. */
export function lineNext(output: Output<unknown>, value: Json, taken: readonly Unit[]): JsonObject | undefined {
  const rule = output.next!;
  const text = taken.find(isLongText)?.row;
  if (typeof text !== "string") return undefined;
  return { [rule.parameter]: firstLine(output, value) + text.split("\n").length - (text.endsWith("\n") ? 1 : 0) };
}

export function withLines(
  output: Output<unknown>,
  value: Json,
  taken: readonly Unit[],
  next: JsonObject | undefined,
): Json {
  const rule = output.next;
  if (rule?.by !== "line" || rule.lastLine === undefined || !next) return value;
  return taken.length === 0 ? value : withValueAt(value, rule.lastLine, Number(next[rule.parameter]) - 1);
}

function firstLine(output: Output<unknown>, value: Json): number {
  const steps = (output.next?.firstLine ?? "").split("/").slice(1);
  let at: Json | undefined = value;
  for (const step of steps) at = isObject(at) ? at[step] : undefined;
  return typeof at === "number" ? at : 1;
}
