/** Compact JSON of any size, in pieces: a value of millions of rows is never one string, nor one long turn. */
import type { Json } from "../contract/outcome.ts";

/** Members of one object or list that are written at once, and characters of a text. */
const PART = 64;
const PART_CHARS = 32 * 1024;

/** The pieces of what `JSON.stringify` gives. */
export function* jsonPieces(value: Json): Generator<string> {
  if (typeof value === "string" && value.length > PART_CHARS) {
    yield '"';
    for (const part of charsInParts(value)) yield JSON.stringify(part).slice(1, -1);
    yield '"';
    return;
  }
  if (typeof value !== "object" || value === null || isShort(value)) {
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
    if (isShort(inner)) yield before + JSON.stringify(inner);
    else {
      yield before;
      yield* jsonPieces(inner);
    }
  }
  yield list ? "]" : "}";
}

/** A text in parts that are written at once; no pair of surrogates is parted. */
export function* charsInParts(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + PART_CHARS;
    const inPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const to = inPair ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** Whether the value has few members, however deep, and no long text. */
function isShort(value: Json): boolean {
  return left(value, PART) >= 0;
}

function left(value: Json | undefined, most: number): number {
  if (typeof value === "string") return value.length > PART_CHARS ? -1 : most;
  if (typeof value !== "object" || value === null) return most;
  let room = most;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && room >= 0; at++) room = left(value[at], room - 1);
    return room;
  }
  // Asked of every row: no list of its values is made.
  for (const key in value) {
    room = left(value[key], room - 1);
    if (room < 0) break;
  }
  return room;
}
