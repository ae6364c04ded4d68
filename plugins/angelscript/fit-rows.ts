/** Cuts an answer to a budget by whole rows; what an answer must say once it is cut, its tool says. */
import { type Json, textOf } from "../../core/host/plugin-api.ts";

/** The value of `cut(count)` with the largest count of rows that fits; undefined if not even none does. */
export function fitRows(rows: number, maxChars: number, cut: (count: number) => Json): Json | undefined {
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (textOf(cut(middle)).length <= maxChars) low = middle;
    else high = middle - 1;
  }
  const value = cut(low);
  return textOf(value).length <= maxChars ? value : undefined;
}
