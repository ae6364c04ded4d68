/** Makes one row fit that is too long by itself: a long text by its ends, anything else by its largest parts. */
import type { Json } from "../contract/outcome.ts";
import { shortened } from "./long-text.ts";
import { copyWith, isObject } from "./pointer.ts";
import type { Unit } from "./units.ts";

/** Characters that the first row of a page gets at the least. */
export const LEAST_ROW = 120;

/** A long text by its ends; any other row by the largest of its parts. undefined where there is no room for anything of it. */
export function shortRow({ row, source }: Unit, room: number, cost: (text: string) => number): Json | undefined {
  if (typeof row !== "string") return shortValue(row, room, cost);
  if (room < LEAST_ROW) return undefined;
  return shortened(row, room, source.keep ?? "ends", cost).text || undefined;
}

function shortValue(value: Json, room: number, cost: (text: string) => number): Json {
  const size = JSON.stringify(value).length;
  if (size <= room || room < 2) return size <= room ? value : null;
  if (typeof value === "string") return shortened(value, Math.max(0, room - 2), "ends", cost).text;
  if (Array.isArray(value)) return value.slice(0, fitting(value, room));
  if (!isObject(value)) return value;
  const sizes = Object.entries(value).map(([name, part]) => [name, JSON.stringify(part ?? null).length] as const);
  const [name, largest] = sizes.sort((a, b) => b[1] - a[1])[0]!;
  const less = copyWith(value, name, shortValue(value[name] ?? null, Math.max(0, room - (size - largest)), cost));
  // Where the largest part is not enough, the next one follows.
  return JSON.stringify(less).length < size ? shortValue(less, room, cost) : {};
}

/** How many items fit from the beginning. */
function fitting(items: readonly Json[], room: number): number {
  let left = room - 2;
  for (const [index, item] of items.entries()) {
    left -= JSON.stringify(item).length + 1;
    if (left < 0) return index;
  }
  return items.length;
}
