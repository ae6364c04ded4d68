/** Makes one row, or what is no row at all, small enough: a page must not be empty because its first row is too long for it. */

import { shortenText } from "../answer/long-text.ts";
import { isObject } from "../contract/json.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { AnswerRow } from "./row.ts";

/** Characters of a text as they are sent. */
export type Cost = (text: string) => number;

export const jsonCost: Cost = (text) => JSON.stringify(text).length - 2;

/** What must stay of a text or list for it to be of use. */
const LEAST = 40;

/** undefined where nothing of it fits. A long text keeps its heading; any other row its small parts. */
export function shortenRow(unit: AnswerRow, room: number, cost: Cost): AnswerRow | undefined {
  const { value, source } = unit;
  if (typeof value !== "string") {
    const small = room < LEAST ? undefined : shrinkValue(value, room);
    return small === undefined ? undefined : { ...unit, value: small };
  }
  const from = headingEnd(unit);
  const { text } = shortenText(value.slice(from), room - cost(value.slice(0, from)), source.keep ?? "ends", cost);
  return text === "" ? undefined : { ...unit, value: value.slice(0, from) + text };
}

/** Where the heading of a long text ends. */
export function headingEnd({ value, headLines = 0 }: AnswerRow): number {
  let end = 0;
  for (let line = 0; line < headLines; line++)
    end = (value as string).indexOf("\n", end) + 1 || (value as string).length;
  return end;
}

/** The value in at most `room` characters of JSON, or as near as can be: what is small stays, what is large shares what is left. */
export function shrinkValue(value: Json, room: number): Json {
  if (jsonSize(value, room) <= room) return value;
  if (typeof value === "string") return shortenText(value, Math.max(0, room - 2), "ends", jsonCost).text;
  if (Array.isArray(value)) {
    const kept: Json[] = [];
    let left = room - 2;
    for (const item of value) {
      const size = jsonSize(item, left) + 1;
      if (size > left) {
        if (kept.length === 0 && left > LEAST) kept.push(shrinkValue(item, left - 1));
        break;
      }
      kept.push(item);
      left -= size;
    }
    return kept;
  }
  return isObject(value) ? smallFirst(value, room - 2) : value;
}

function smallFirst(value: JsonObject, room: number): JsonObject {
  const entries = Object.entries(value)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined)
    .map(([key, part]) => ({ key, part, size: jsonSize(part, room) + jsonCost(key) + 4 }));
  let left = room;
  let waiting = entries.length;
  const kept = new Map<string, Json>();
  for (const { key, part, size } of entries.toSorted((a, b) => a.size - b.size)) {
    const share = Math.floor(left / waiting--);
    const around = jsonCost(key) + 4;
    const small = size <= share ? part : shrinkValue(part, Math.max(0, share - around));
    const took = size <= share ? size : jsonSize(small, left) + around;
    // Of a list or an object its empty form says at least that it is there.
    if (took > left && typeof small !== "object") continue;
    kept.set(key, small);
    left -= took;
  }
  return Object.fromEntries(entries.flatMap(({ key }) => (kept.has(key) ? [[key, kept.get(key)!]] : [])));
}

/** The length of the value's JSON, counted until it is over `most`. */
export function jsonSize(value: Json | undefined, most: number): number {
  if (typeof value === "string") return value.length > most ? value.length + 2 : jsonCost(value) + 2;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null).length;
  let size = 2;
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    size += jsonSize(part, most - size) + 1 + (Array.isArray(value) ? 0 : jsonCost(key) + 3);
    if (size > most) break;
  }
  return size;
}
