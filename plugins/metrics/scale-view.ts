/** Measurements as a table, and the structure of a single file as a tree. */
import { decode } from "@toon-format/toon";
import type { FileSymbol, Json, JsonObject, Row, View } from "../../core/host/plugin-api.ts";
import type { FileMetrics } from "./count-file.ts";

type FlatRow = { file_path: string; language: string } & FileMetrics;

const COLUMNS = ["file", "language", "lines", "code", "comment", "blank", "tokens", "bytes"];

export function view(value: Json): View {
  if (typeof value === "string") return { rows: value.split("\n").map((text) => ({ text })) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { rows: [{ text: String(value) }] };
  const data = typeof value.toon_content === "string" ? (decode(value.toon_content) as JsonObject) : value;
  const notes = [value.error, value.cut].filter((note) => typeof note === "string");
  const rows = rowsOf(data);
  const errors = (data.errors ?? []) as unknown as { file_path: string; error: string }[];
  rows.push(...errors.map(({ file_path, error }): Row => ({ text: `${file_path}: ${error}`, tone: "error" })));
  return { rows, columns: COLUMNS, notes };
}

function rowsOf(data: JsonObject): Row[] {
  if (Array.isArray(data.results)) {
    const results = data.results as unknown as (FlatRow & { metrics?: FileMetrics; resolved_path?: string })[];
    return results.map((row) => metricsRow({ ...row, ...row.metrics }, row.resolved_path));
  }
  if (data.metrics === undefined) return [];
  const file = String(data.file_path);
  const symbols = (data.structure ?? []) as unknown as FileSymbol[];
  const row = { file_path: file, language: String(data.language), ...(data.metrics as unknown as FileMetrics) };
  return [metricsRow(row), ...symbols.map((symbol) => symbolRow(symbol, file))];
}

function metricsRow(row: FlatRow, absolute = row.file_path): Row {
  return {
    text: `${row.file_path}: ${row.total_lines} lines, ${row.estimated_tokens} tokens`,
    cells: {
      file: row.file_path,
      language: row.language,
      lines: row.total_lines,
      code: row.code_lines,
      comment: row.comment_lines,
      blank: row.blank_lines,
      tokens: row.estimated_tokens,
      bytes: row.file_size_bytes,
    },
    location: { absolute, display: row.file_path, startLine: 1, startColumn: 1 },
  };
}

function symbolRow({ name, kind, container, startLine, endLine }: FileSymbol, file: string): Row {
  return {
    text: `${kind} ${name}`,
    depth: container === null ? 1 : 1 + container.split(".").length,
    cells: { file: `${kind} ${name}`, lines: endLine - startLine + 1 },
    location: { absolute: file, display: file, startLine, startColumn: 1, endLine },
  };
}
