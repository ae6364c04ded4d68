/** The same answer as TOON or as text: what differs is only how a model reads it (facts §4). */
import { encodeLines } from "@toon-format/toon";
import { type Json, type JsonObject, wellFormed } from "../../core/host/mod.ts";
import type { Format } from "./request.ts";
import type { MatchRow } from "./rows.ts";

/** Lines encoded before others get a turn of the event loop. */
const LINES_A_TURN = 2000;

type Group = { match_count: number; matches: Omit<MatchRow, "file">[] };

/** A successful envelope in the format asked for; failures and bare totals are JSON in every format. `pause` yields to the event loop. */
export async function formatted(value: Json, format: Format, pause: () => Promise<void>): Promise<Json> {
  if (!isObject(value) || value.success !== true || format === "json") return value;
  if (format === "text") return textOfAnswer(value);
  const { results, files, file_counts, summary, base, ...head } = value;
  await pause();
  return { ...head, format: "toon", toon_content: await encodeInTurns(toonData(value), pause) };
}

/** Bytes for a saved file: the whole answer in its own format. */
export async function fileText(value: Json, format: Format, pause: () => Promise<void>): Promise<string> {
  if (format !== "toon" || !isObject(value)) return JSON.stringify(value);
  return await encodeInTurns({ ...value, ...toonData(value) }, pause);
}

/** Data that TOON writes as tables: flat rows which all have the same keys (facts §4.8). `decode(toon_content)` gives it back. */
export function toonData(value: JsonObject): JsonObject {
  const base = value.base === undefined ? {} : { base: value.base };
  if (Array.isArray(value.results)) return { ...base, results: uniform(value.results as JsonObject[]) };
  if (isObject(value.files)) {
    const groups = Object.entries(value.files) as unknown as [string, Group][];
    return {
      ...base,
      files: Object.fromEntries(
        groups.map(([path, group]) => [path, uniform(group.matches as unknown as JsonObject[])]),
      ),
    };
  }
  if (isObject(value.file_counts)) {
    return { ...base, file_counts: Object.entries(value.file_counts).map(([file, count]) => ({ file, count })) };
  }
  if (!isObject(value.summary)) return base;
  const { file_types, ...summary } = value.summary;
  const types = Object.entries((file_types ?? {}) as JsonObject);
  return { ...base, ...summary, file_types: types.map(([type, matches]) => ({ type, matches })) };
}

function uniform(rows: readonly JsonObject[]): JsonObject[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null])));
}

/** The library refuses lone surrogates. A file cannot hold any, so only where it does refuse is the data copied without them. */
async function encodeInTurns(data: JsonObject, pause: () => Promise<void>): Promise<string> {
  await pause();
  const lines: string[] = [];
  for (const line of linesOf(data)) {
    lines.push(line);
    if (lines.length % LINES_A_TURN === 0) await pause();
  }
  return lines.join("\n");
}

function linesOf(data: JsonObject): Iterable<string> {
  try {
    // The library looks at all strings before it gives its first line.
    return encodeLines(data);
  } catch {
    return encodeLines(wellFormed(data));
  }
}

/** As rg prints for people: a line with the path, then `line:column:text`; remarks after `!!!`. */
function textOfAnswer(value: JsonObject): string {
  const lines: string[] = [];
  if (typeof value.base === "string") lines.push(`base: ${value.base}`);
  if (Array.isArray(value.results)) {
    let file: string | undefined;
    for (const row of value.results as unknown as MatchRow[]) {
      if (row.file !== file) lines.push(row.file);
      file = row.file;
      lines.push(...matchLines(row));
    }
  } else if (isObject(value.files)) {
    for (const [path, group] of Object.entries(value.files) as unknown as [string, Group][]) {
      lines.push(path, ...group.matches.flatMap(matchLines));
    }
  } else if (isObject(value.file_counts)) {
    for (const [path, count] of Object.entries(value.file_counts)) lines.push(`${count}\t${path}`);
  } else if (isObject(value.summary)) lines.push(...summaryLines(value.summary));
  if (typeof value.file_saved === "string") lines.push(value.file_saved);
  lines.push(...remarks(value));
  return `${lines.map(printable).join("\n")}\n`;
}

function matchLines(row: Omit<MatchRow, "file">): string[] {
  const { line_number: line, column, line_text, context_before, context_after } = row;
  const first = line - (context_before?.length ?? 0);
  const last = line + row.match_text.replace(/\n$/, "").split("\n").length;
  return [
    ...(context_before ?? []).map((text, index) => `${first + index}-${text}`),
    `${line}:${column}:${line_text}`,
    ...(context_after ?? []).map((text, index) => `${last + index}-${text}`),
  ];
}

function summaryLines(summary: JsonObject): string[] {
  const top = summary.top_files as { file: string; matches: number }[];
  const samples = summary.sample_matches as { file: string; line: number; text: string }[];
  return [
    ...top.map(({ file, matches }) => `${matches}\t${file}`),
    ...Object.entries(summary.file_types as JsonObject).map(([type, matches]) => `${matches}\t*${type}`),
    ...samples.map(({ file, line, text }) => `${file}:${line}:${text}`),
  ];
}

function remarks(value: JsonObject): string[] {
  const said: string[] = [`${value.total_matches ?? value.count} matches`];
  if (value.truncated === true && value.count !== undefined) said.push(`only ${value.count} shown`);
  if (value.timed_out === true) said.push("the time ran out");
  if (typeof value.auto_no_ignore_reason === "string") said.push(value.auto_no_ignore_reason);
  const warnings = Array.isArray(value.warnings) ? value.warnings.map(String) : [];
  return [`!!! ${said.join("; ")}`, ...warnings.map((warning) => `!!! ${warning}`)];
}

/** Control characters could drive the terminal of whoever reads text; JSON and TOON escape them instead. */
function printable(line: string): string {
  return line.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g, "\ufffd");
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
