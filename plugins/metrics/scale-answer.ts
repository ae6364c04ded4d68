/** Formats the results for one or several files. */
import type { ErrorCode, FileSymbol, JsonObject, Outcome } from "../../core/host/plugin-api.ts";
import type { CountedFile } from "./count-file.ts";
import { MAX_FILES } from "./scale-input.ts";

export type MetricsRow = CountedFile & {
  file_path: string;
  resolved_path: string;
};

export interface ErrorRow {
  file_path: string;
  error: string;
  code: ErrorCode;
}

export function singleAnswer(row: MetricsRow & { structure: FileSymbol[] | null }): Outcome {
  const { file_path, language, metrics } = row;
  const structure =
    row.structure?.map(({ name, kind, container, startLine, endLine }) => ({
      name,
      kind,
      container,
      startLine,
      endLine,
    })) ?? null;
  const value: JsonObject = { success: true, file_path, language, metrics: { ...metrics }, structure };
  return { value, files: [row.resolved_path] };
}

export function batchAnswer(rows: readonly (MetricsRow | ErrorRow)[]): Outcome {
  const results = rows.filter((row): row is MetricsRow => "metrics" in row);
  const errors = rows
    .filter((row): row is ErrorRow => "error" in row)
    .map(({ file_path, error, code }) => ({ file_path, error, code }));
  const value: JsonObject = {
    success: results.length > 0,
    count_files: rows.length,
    count_ok: results.length,
    count_errors: errors.length,
    limits: { max_files: MAX_FILES, concurrency: 4 },
  };
  const data = { results, errors };
  if (results.length > 0) return { value: { ...value, ...data }, files: results.map((row) => row.resolved_path) };
  const reason = `None of the ${rows.length} files could be measured: ${errors[0]?.error ?? ""}`;
  return { value: { ...value, error: reason, ...data }, failed: true, reason };
}
