/** The rows of a search answer as the explorer draws them. */
import type { Json, JsonObject, Row, View } from "../../core/host/plugin-api.ts";
import type { MatchRow } from "./rows.ts";

/** Rows of any mode's answer; a text or TOON answer is its lines. */
export function view(value: Json, input: JsonObject): View {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return plain(String(value));
  const base = typeof value.base === "string" ? `${value.base}/` : "";
  const notes = Array.isArray(value.warnings) ? value.warnings.map(String) : [];
  if (value.truncated === true) notes.push(`${value.count ?? 0} of ${value.total_matches ?? "?"} matches shown`);
  if (value.timed_out === true) notes.push("The time ran out: there may be more");
  if (value.success === false) return { rows: [{ text: String(value.error), tone: "error" }], notes };
  if (typeof value.toon_content === "string") return { ...plain(value.toon_content), notes };
  if (Array.isArray(value.results)) {
    const rows = (value.results as unknown as MatchRow[]).map((row) => rowOf({ ...row, file: base + row.file }));
    return { rows: rows.map((row) => withLinks(row, input)), notes };
  }
  if (isObject(value.files)) return { rows: groupRows(value.files, base, input), notes };
  if (isObject(value.file_counts)) return { rows: countRows(value.file_counts, base, input), notes };
  if (isObject(value.summary)) return { rows: summaryRows(value.summary, base, input), notes };
  return { rows: [{ text: String(value.file_saved ?? value.total_matches ?? "") }], notes };
}

/** A match as a row; `display` is its path as tools print it. */
export function rowOf(row: MatchRow, display = row.file): Row {
  const start = row.column - 1 - (row.line_offset ?? 0);
  const shown = row.match_text.split("\n", 1)[0]!;
  const lines = row.match_text.split("\n").length - 1;
  return {
    text: row.line_text,
    marks: [[start, Math.min(row.line_text.length, start + shown.length)]],
    location: {
      absolute: row.file,
      display,
      startLine: row.line_number,
      startColumn: row.column,
      endLine: row.line_number + lines,
    },
  };
}

function groupRows(files: JsonObject, base: string, input: JsonObject): Row[] {
  return Object.entries(files).flatMap(([path, group]) => {
    const { match_count, matches } = group as unknown as { match_count: number; matches: MatchRow[] };
    const file = base + path;
    return [
      fileRow(file, match_count, input),
      ...matches.map((match) => ({ ...withLinks(rowOf({ ...match, file }), input), depth: 1 })),
    ];
  });
}

function countRows(counts: JsonObject, base: string, input: JsonObject): Row[] {
  return Object.entries(counts).map(([path, count]) => fileRow(base + path, Number(count), input));
}

function summaryRows(summary: JsonObject, base: string, input: JsonObject): Row[] {
  const top = summary.top_files as { file: string; matches: number }[];
  const samples = summary.sample_matches as { file: string; line: number; text: string }[];
  return [
    ...top.map(({ file, matches }) => fileRow(base + file, matches, input)),
    ...samples.map(
      ({ file, line, text }): Row => ({
        text,
        location: { absolute: base + file, display: base + file, startLine: line, startColumn: 1 },
      }),
    ),
  ];
}

function fileRow(file: string, matches: number, input: JsonObject): Row {
  const row: Row = {
    text: `${matches} ${matches === 1 ? "match" : "matches"} in ${file}`,
    location: { absolute: file, display: file, startLine: 1, startColumn: 1 },
  };
  return withLinks(row, input);
}

/** What of a question holds for any file; the rest shapes or places the answer. */
const ASKED = ["query", "case", "fixed_strings", "word", "multiline", "encoding", "context_before", "context_after"];

/** Only this plugin's own tools are known here: all matches of the same file. */
function withLinks(row: Row, input: JsonObject): Row {
  const file = row.location?.absolute;
  if (file === undefined) return row;
  const asked = Object.fromEntries(
    ASKED.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );
  return { ...row, links: [{ rel: "members", tool: "search_content", input: { ...asked, files: [file] } }] };
}

function plain(text: string): View {
  return { rows: text.split("\n").map((line) => ({ text: line })) };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
