/**
 * Encodes JSON in chunks. If there are millions of rows, encoding them at once would need a huge string and block for far too
 * long.
 */
import type { Json } from "../contract/outcome.ts";
import { escapedJson } from "../contract/unseen-characters.ts";

/** The number of members, or of characters in a string, per step. */
const CHUNK_MEMBERS = 64;
const CHUNK_CHARS = 32 * 1024;

/** The chunks together are exactly the result of `escapedJson`. */
export function* jsonChunks(value: Json): Generator<string> {
  if (typeof value === "string" && value.length > CHUNK_CHARS) {
    yield '"';
    for (const part of textChunks(value)) yield escapedJson(part).slice(1, -1);
    yield '"';
    return;
  }
  if (typeof value !== "object" || value === null || membersLeft(value) >= 0) {
    yield escapedJson(value);
    return;
  }
  const list = Array.isArray(value);
  yield list ? "[" : "{";
  let first = true;
  for (const [key, part] of list ? value.entries() : Object.entries(value)) {
    if (part === undefined && !list) continue;
    const before = (first ? "" : ",") + (list ? "" : `${escapedJson(key)}:`);
    first = false;
    const inner = part ?? null;
    if (membersLeft(inner) >= 0) yield before + escapedJson(inner);
    else {
      yield before;
      yield* jsonChunks(inner);
    }
  }
  yield list ? "]" : "}";
}

/** Splits text into chunks. A chunk may be one unit longer than the others, so that a surrogate pair isn't separated. */
export function* textChunks(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + CHUNK_CHARS;
    const inPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const to = inPair ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** Returns `max` minus the number of members. The result is negative if there are too many, or if a string is long. */
function membersLeft(value: Json | undefined, max = CHUNK_MEMBERS): number {
  if (typeof value === "string") return value.length > CHUNK_CHARS ? -1 : max;
  if (typeof value !== "object" || value === null) return max;
  let left = max;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = membersLeft(value[at], left - 1);
    return left;
  }
  // This runs for every row, so we avoid Object.values.
  for (const key in value) {
    left = membersLeft(value[key], left - 1);
    if (left < 0) break;
  }
  return left;
}
