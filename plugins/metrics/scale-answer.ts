/** The answers of a measurement: TOON with the least beside it (the default), JSON, or text. */
import { encode } from "@toon-format/toon";
import {
  type ErrorCode,
  type FileSymbol,
  type Json,
  type JsonObject,
  type Outcome,
  wellFormed,
} from "../../core/host/plugin-api.ts";
import type { CountedFile } from "./count-file.ts";
import { MOST_FILES } from "./scale-input.ts";

export interface MetricsRow extends CountedFile {
  file_path: string;
  resolved_path: string;
}

export interface ErrorRow {
  file_path: string;
  error: string;
  code: ErrorCode;
}

type Output = "toon" | "json" | "text";

export function singleAnswer(row: MetricsRow & { structure: FileSymbol[] | null }, output: Output): Outcome {
  const { file_path, language, metrics } = row;
  const structure =
    row.structure?.map(({ name, kind, container, startLine, endLine }) => ({
      name,
      kind,
      container,
      startLine,
      endLine,
    })) ?? null;
  const data: JsonObject = { file_path, language, metrics: { ...metrics }, structure };
  if (output === "json") return { value: { success: true, ...data } };
  if (output === "text") return { value: singleText(row, structure) };
  return { value: { success: true, format: "toon", toon_content: toToon(data) } };
}

export function batchAnswer(rows: readonly (MetricsRow | ErrorRow)[], output: Output): Outcome {
  const results = rows.filter((row): row is MetricsRow => "metrics" in row);
  const errors = rows
    .filter((row): row is ErrorRow => "error" in row)
    .map(({ file_path, error, code }) => ({ file_path, error, code }));
  const success = results.length > 0;
  const head: JsonObject = {
    success,
    count_files: rows.length,
    count_ok: results.length,
    count_errors: errors.length,
    limits: { max_files: MOST_FILES, concurrency: 4 },
  };
  if (!success) head.error = `None of the ${rows.length} files could be measured: ${errors[0]?.error ?? ""}`;
  const outcome = (value: Json): Outcome => (success ? { value } : { value, failed: true });
  if (output === "json") return outcome({ ...head, results: results as unknown as Json[], errors });
  if (output === "text" && success) return outcome(batchText(results, errors));
  return outcome({ ...head, format: "toon", toon_content: toToon(toonData(results, errors)) });
}

/** One flat table of results; errors stand apart because other columns would break it (facts §4.6). */
export function toonData(results: readonly MetricsRow[], errors: readonly ErrorRow[]): JsonObject {
  const rows = results.map(({ file_path, language, metrics }) => ({ file_path, language, ...metrics }));
  return errors.length === 0 ? { results: rows } : { results: rows, errors: errors.map((each) => ({ ...each })) };
}

export function toToon(data: JsonObject): string {
  return encode(wellFormed(data));
}

const COLUMNS = ["total", "code", "comment", "blank", "tokens", "bytes"];

function cells({ metrics }: MetricsRow): number[] {
  return [
    metrics.total_lines,
    metrics.code_lines,
    metrics.comment_lines,
    metrics.blank_lines,
    metrics.estimated_tokens,
    metrics.file_size_bytes,
  ];
}

function batchText(results: readonly MetricsRow[], errors: readonly ErrorRow[]): string {
  const lines = [`${COLUMNS.join("\t")}\tlanguage\tfile`];
  for (const row of results) lines.push([...cells(row), row.language, row.file_path].join("\t"));
  for (const { file_path, error } of errors) lines.push(`!!! ${file_path}: ${error}`);
  return `${lines.join("\n")}\n`;
}

function singleText(row: MetricsRow, structure: FileSymbol[] | null): string {
  const numbers = cells(row).map((value, index) => `${value} ${COLUMNS[index]}`);
  const lines = [`${row.file_path} (${row.language}): ${numbers.join(", ")}`];
  for (const { name, kind, container, startLine, endLine } of structure ?? []) {
    lines.push(`${startLine}-${endLine}\t${kind}\t${container ? `${container}.${name}` : name}`);
  }
  return `${lines.join("\n")}\n`;
}
