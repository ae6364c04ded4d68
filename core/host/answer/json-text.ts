/** Compact JSON of any size, in pieces: a value of millions of rows is never one string, nor one long turn. */
import type { Json } from "../contract/outcome.ts";

/** Members of one object or list that are written at once. */
const PART = 64;

/** The pieces of what `JSON.stringify` gives. */
export function* jsonPieces(value: Json): Generator<string> {
  if (typeof value !== "object" || value === null || isSmall(value, PART)) {
    yield JSON.stringify(value);
    return;
  }
  const list = Array.isArray(value);
  yield list ? "[" : "{";
  let first = true;
  for (const [key, part] of list ? value.entries() : Object.entries(value)) {
    if (part === undefined && !list) continue;
    const before = (first ? "" : ",") + (list ? "" : `${JSON.stringify(key)}:`);
    first = false;
    const inner = part ?? null;
    if (typeof inner !== "object" || inner === null || isSmall(inner, PART)) yield before + JSON.stringify(inner);
    else {
      yield before;
      yield* jsonPieces(inner);
    }
  }
  yield list ? "]" : "}";
}

/** Whether the value has at most `most` members, however deep. */
function isSmall(value: object, most: number): boolean {
  return left(value, most) >= 0;
}

function left(value: object, most: number): number {
  let room = most;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (--room < 0) return -1;
    if (typeof part === "object" && part !== null) room = left(part, room);
    if (room < 0) return -1;
  }
  return room;
}
