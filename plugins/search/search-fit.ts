/** Cuts a search answer to a number of characters: whole rows, and the cut is said. */

import { fitsIn, type Json, type JsonObject, textOf } from "../../core/host/plugin-api.ts";
import { dictionary } from "./envelope.ts";

const ADVICE = "narrow the search, use count_only_matches or summary_only, or save all with output_file";

/** The answer with as many rows as fit; undefined where not even one does. */
export function fit(value: Json, maxChars: number): Json | undefined {
  if (fitsIn(value, maxChars)) return value;
  if (typeof value === "string") return fitText(value, maxChars);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (typeof value.toon_content === "string") return fitToon(value, value.toon_content, maxChars);
  if (Array.isArray(value.results)) {
    const rows = value.results;
    return fitRows(rows, maxChars, (kept) => cutAnswer(value, kept, rows.length, { results: rows.slice(0, kept) }));
  }
  if (isObject(value.files)) return fitGroups(value, value.files as unknown as Groups, maxChars);
  if (isObject(value.file_counts)) {
    const entries = Object.entries(value.file_counts);
    // Counts are no rows: `total_matches` stays what it is.
    return fitRows(entries, maxChars, (kept) => ({
      ...cutAnswer(value, kept, entries.length, { file_counts: Object.fromEntries(entries.slice(0, kept)) }),
      count: undefined,
    }));
  }
  return undefined;
}

function cutAnswer(value: JsonObject, kept: number, all: number, part: JsonObject): JsonObject {
  return { ...value, count: kept, truncated: true, cut: `${kept} of ${all} rows shown: ${ADVICE}`, ...part };
}

/** Finds how many rows fit by adding up their sizes: the answer is written once, not once a try. */
function fitRows(rows: Iterable<unknown>, maxChars: number, whole: (kept: number) => JsonObject): Json | undefined {
  // The empty answer's own digits may grow by those of the row count.
  let room = maxChars - textOf(whole(0)).length - 12;
  let kept = 0;
  for (const row of rows) {
    room -= JSON.stringify(row).length + 1;
    if (room < 0) break;
    kept++;
  }
  return kept === 0 ? undefined : whole(kept);
}

type Groups = Record<string, { match_count: number; matches: Json[] }>;

function fitGroups(value: JsonObject, files: Groups, maxChars: number): Json | undefined {
  const all = Object.values(files).reduce((sum, { matches }) => sum + matches.length, 0);
  const whole = (kept: number): JsonObject => {
    const part: Groups = dictionary();
    let left = kept;
    for (const [path, { match_count, matches }] of Object.entries(files)) {
      if (left <= 0) break;
      part[path] = { match_count, matches: matches.slice(0, left) };
      left -= matches.length;
    }
    return cutAnswer(value, kept, all, { files: part as unknown as JsonObject });
  };
  return fitRows(groupRows(files), maxChars, whole);
}

/** Something as long as each row with, before a file's first, what opens its group. */
function* groupRows(files: Groups): Generator<unknown> {
  for (const [path, { matches }] of Object.entries(files)) {
    for (const [at, match] of matches.entries()) yield at === 0 ? [path, 0, "match_count", "matches", match] : match;
  }
}

/** Table rows and list items are lines of the TOON text; the numbers in its headers are put right. */
function fitToon(value: JsonObject, toon: string, maxChars: number): Json | undefined {
  const lines = toon.split("\n");
  const all = cutToon(lines, lines.length).rows;
  const whole = (kept: number): JsonObject => {
    const { text, rows } = cutToon(lines, kept);
    return cutAnswer(value, rows, all, { toon_content: text });
  };
  let room = maxChars - textOf({ ...whole(0), toon_content: "" }).length - 12;
  let kept = 0;
  for (const line of lines) {
    // Inside the JSON string a line has its quotes escaped, and its end is written as two characters.
    room -= JSON.stringify(line).length;
    if (room < 0) break;
    kept++;
  }
  const best = whole(kept);
  return best.count === 0 ? undefined : best;
}

const HEADER = /^(\s*(?:"(?:[^"\\]|\\.)*"|[\w.]+))\[(\d+)\](\{[^}]*\})?:$/;

/** The first `limit` lines of an answer's TOON as a document of its own, and its number of rows. A half item at the end is dropped. */
function cutToon(lines: readonly string[], limit: number): { text: string; rows: number } {
  const kept: string[] = [];
  let rows = 0;
  let header: { at: number; name: string; fields: string; rows: number; indent: number } | undefined;
  const close = () => {
    if (!header) return;
    if (header.rows === 0) kept.length = header.at;
    else kept[header.at] = `${header.name}[${header.rows}]${header.fields}:`;
    rows += header.rows;
    header = undefined;
  };
  let itemAt = 0;
  for (const line of lines.slice(0, limit)) {
    const indent = line.search(/\S/);
    const opened = header && indent > header.indent ? null : HEADER.exec(line);
    if (header && indent <= header.indent) close();
    if (opened) header = { at: kept.length, name: opened[1]!, fields: opened[3] ?? "", rows: 0, indent };
    else if (header && indent === header.indent + 2 && (header.fields !== "" || line.startsWith("- ", indent))) {
      header.rows++;
      itemAt = kept.length;
    }
    kept.push(line);
  }
  // An item of several lines may be cut in the middle: it counts only with its successor.
  if (limit < lines.length && header && header.fields === "" && header.rows > 0) {
    kept.length = itemAt;
    header.rows--;
  }
  close();
  return { text: kept.join("\n"), rows };
}

function fitText(text: string, maxChars: number): Json | undefined {
  const notice = `!!! cut here: ${ADVICE}\n`;
  const end = text.lastIndexOf("\n", maxChars - notice.length - 1);
  return end <= 0 ? undefined : text.slice(0, end + 1) + notice;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
