/** TOON of long tables: the library looks at everything it is given before its first line, so it is given a part at a time. */
import { encodeLines } from "@toon-format/toon";
import { type Json, type JsonObject, wellFormed } from "../contract/outcome.ts";
import type { TimeSlice } from "../contract/time-slice.ts";

/** Rows, or keys, in one part. */
const PART = 256;

/** The same text as the library's own, without holding the thread. */
export async function toonInTurns(data: Json, turns: TimeSlice): Promise<string> {
  if (typeof data !== "object" || data === null || Array.isArray(data))
    return [...encodeLines(wellFormed(data))].join("\n");
  return (await linesIn([], data, turns)).join("\n");
}

/** The lines of the value at `path`, each object on the way told in the line before. */
async function linesIn(path: readonly string[], value: JsonObject, turns: TimeSlice): Promise<string[]> {
  const lines: string[] = [];
  for (const part of partsOf(value)) {
    const [[key, only] = []] = Object.entries(part);
    const within = key === undefined ? path : [...path, key];
    if (Array.isArray(only) && only.length > PART) lines.push(...(await tableLines(within, only, turns)));
    else if (isLongObject(only)) lines.push(...withHead(within, await linesIn(within, only, turns)));
    else lines.push(...linesOf(path, part));
    await turns.check();
  }
  return lines;
}

/** Runs of entries; what is long itself stands alone. */
function* partsOf(value: JsonObject): Generator<JsonObject> {
  let part: [string, Json | undefined][] = [];
  let rows = 0;
  for (const entry of Object.entries(value)) {
    const size = Array.isArray(entry[1]) ? entry[1].length : 1;
    const alone = size > PART || isLongObject(entry[1]);
    if (part.length > 0 && (alone || rows + size > PART)) {
      yield Object.fromEntries(part);
      part = [];
      rows = 0;
    }
    part.push(entry);
    rows += size;
    if (alone) rows = PART;
  }
  if (part.length > 0) yield Object.fromEntries(part);
}

/** A table's parts have the same columns, or it is written whole. */
async function tableLines(path: readonly string[], rows: readonly Json[], turns: TimeSlice): Promise<string[]> {
  const key = path.at(-1)!;
  const outer = path.slice(0, -1);
  const lines: string[] = [];
  let columns: string | undefined;
  for (let at = 0; at < rows.length; at += PART) {
    const part = rows.slice(at, at + PART);
    const [head = "", ...body] = linesOf(outer, { [key]: part });
    const size = `[${part.length}]`;
    const from = head.lastIndexOf(size);
    const tail = head.slice(from + size.length);
    if (from < 0 || !tail.endsWith(":") || (columns ?? tail) !== tail) return linesOf(outer, { [key]: rows as Json[] });
    if (columns === undefined) lines.push(`${head.slice(0, from)}[${rows.length}]${tail}`);
    columns = tail;
    for (const line of body) lines.push(line);
    await turns.check();
  }
  return lines;
}

/** The lines of an object's entries at `path`, without those that only open the objects on the way. */
function linesOf(path: readonly string[], part: JsonObject): string[] {
  const whole = path.reduceRight((inner: JsonObject, key) => ({ [key]: inner }), part);
  return encoded(whole).slice(path.length);
}

function withHead(path: readonly string[], body: string[]): string[] {
  return [linesOf(path.slice(0, -1), { [path.at(-1)!]: {} })[0]!, ...body];
}

/** The library refuses lone surrogates; only where it does is the data copied without them. */
function encoded(data: JsonObject): string[] {
  try {
    return [...encodeLines(data)];
  } catch {
    return [...encodeLines(wellFormed(data))];
  }
}

function isLongObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).some(Array.isArray)
  );
}
