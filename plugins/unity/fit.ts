/** Cutting answers to a budget: whole rows from the end of named lists, with what was cut said in `Cut` (design §2). Pure. */
import { fitsIn, type Json, type JsonObject, textOf } from "../../core/host/plugin-api.ts";
import { isObject } from "./protocol/message.ts";

/** Cuts the lists in the order given, the next only when the one before is empty. `rest` says how to get what was cut; undefined where even that is not enough. */
export function cutRows(value: Json, lists: string[], maxChars: number, rest: string): Json | undefined {
  if (fitsIn(value, maxChars)) return value;
  if (!isObject(value)) return undefined;
  let current: JsonObject = value;
  for (const list of lists) {
    const rows = current[list];
    if (!Array.isArray(rows) || rows.length === 0) continue;
    const before = current;
    const keeping = (count: number): JsonObject =>
      withCut({ ...before, [list]: rows.slice(0, count) }, list, count, rows.length, rest);
    const count = largest(rows.length - 1, (candidate) => textOf(keeping(candidate)).length <= maxChars);
    if (count !== undefined) return keeping(count);
    current = keeping(0);
  }
  return undefined;
}

function withCut(value: JsonObject, list: string, shown: number, of: number, rest: string): JsonObject {
  const { Ver, Cut, ...others } = value;
  const lists = isObject(Cut) && isObject(Cut.Lists) ? Cut.Lists : {};
  return { ...others, Cut: { Lists: { ...lists, [list]: { Shown: shown, Of: of } }, Rest: rest }, Ver };
}

/** The largest number from 0 to `most` that passes, for a test that passes up to some point; undefined where 0 fails. */
export function largest(most: number, passes: (candidate: number) => boolean): number | undefined {
  if (most < 0 || !passes(0)) return undefined;
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
