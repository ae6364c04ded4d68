/** The same answer as TOON or as text: what differs is only how a model reads it (facts §4). */
import type { Json, JsonObject } from "../../core/host/plugin-api.ts";
import type { Format } from "./request.ts";
import type { MatchRow } from "./rows.ts";
import { toonInTurns } from "./toon.ts";
import { mapInTurns, type Turns } from "./turns.ts";

type Group = { match_count: number; matches: Omit<MatchRow, "file">[] };

/** A successful envelope in the format asked for; failures and bare totals are JSON in every format. */
export async function formatted(value: Json, format: Format, turns: Turns): Promise<Json> {
  if (!isObject(value) || value.success !== true || format === "json") return value;
  if (format === "text") return await textOfAnswer(value, turns);
  const { results, files, file_counts, summary, base, ...head } = value;
  return { ...head, format: "toon", toon_content: await toonInTurns(toonData(value), turns) };
}

/** The text of a saved file: the whole answer in its own format. */
export async function fileText(value: Json, format: Format, turns: Turns): Promise<string> {
  if (!isObject(value)) return JSON.stringify(value);
  if (format === "toon") return await toonInTurns({ ...value, ...toonData(value) }, turns);
  return await jsonInTurns(value, turns);
}

/** What `JSON.stringify` gives, row by row. */
async function jsonInTurns(value: JsonObject, turns: Turns): Promise<string> {
  const { results, ...head } = value;
  if (!Array.isArray(results)) return JSON.stringify(value);
  const rows = await mapInTurns(results, turns, (row) => JSON.stringify(row));
  return `${JSON.stringify(head).slice(0, -1)},"results":[${rows.join(",")}]}`;
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

/** As rg prints for people: a line with the path, then `line:column:text`; remarks after `!!!`. */
async function textOfAnswer(value: JsonObject, turns: Turns): Promise<string> {
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
  return `${(await mapInTurns(lines, turns, printable)).join("\n")}\n`;
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
  const matches = value.total_matches ?? value.count;
  const said: string[] = [`${matches} ${matches === 1 ? "match" : "matches"}`];
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
