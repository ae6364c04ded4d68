/** The answers of a batch: TOON with the least beside it (the default), JSON with everything, or text. */
import type { Json, JsonObject, Outcome } from "../../core/host/plugin-api.ts";
import type { Batch, FileResult } from "./batch.ts";
import { headed } from "./headed.ts";
import { LIMITS } from "./limits.ts";
import { toToon } from "./toon.ts";

export function batchAnswer(batch: Batch, output: "toon" | "json" | "text", failFast: boolean): Outcome {
  const sections = batch.results.reduce((sum, file) => sum + file.sections.length, 0);
  const errors = batch.results.reduce((sum, file) => sum + file.errors.length, 0);
  const success = sections > 0 && (errors === 0 || !failFast);
  const head: JsonObject = {
    success,
    count_files: batch.results.length,
    count_sections: sections,
    truncated: batch.truncated,
    ...(batch.omitted > 0 ? { omitted_sections: batch.omitted } : {}),
    limits: { ...LIMITS },
    errors_summary: { errors },
  };
  if (!success) head.error = reasonOf(batch);
  const outcome = (value: Json): Outcome => (success ? { value } : { value, failed: true });
  if (output === "json") return outcome({ ...head, results: batch.results as unknown as Json[] });
  if (output === "text" && success) return outcome(textOfBatch(batch));
  return outcome({ ...head, format: "toon", toon_content: toToon(toonData(batch.results)) });
}

function reasonOf(batch: Batch): string {
  if (batch.results.length === 0) return "requests is empty: name at least one file and section";
  const first = batch.results.flatMap((file) => file.errors.map((each) => `${file.file_path}: ${each.error}`))[0];
  return batch.stopped ?? first ?? "No section was asked for";
}

/** Flat rows of primitive fields are what TOON is good at; errors stand apart because other columns would break the table (facts §4.8). */
export function toonData(results: readonly FileResult[]): JsonObject {
  const sections = results.flatMap(({ file_path, sections }) =>
    sections.map(({ label, range, content }) => ({ file_path, label, ...range, content })),
  );
  const errors = results.flatMap(({ file_path, errors }) =>
    errors.map(({ error, section, label, start_line, end_line }) => ({
      file_path,
      section: section ?? null,
      label: label ?? null,
      start_line: primitive(start_line),
      end_line: primitive(end_line),
      error,
    })),
  );
  return errors.length === 0 ? { sections } : { sections, errors };
}

function primitive(value: unknown): Json {
  return value === undefined || value === null
    ? null
    : typeof value === "object"
      ? JSON.stringify(value)
      : (value as Json);
}

function textOfBatch(batch: Batch): string {
  const parts = batch.results.flatMap(({ file_path, sections, errors }) => [
    ...sections.map(({ label, range, content }) => {
      const lines = content.split("\n").length - (content.endsWith("\n") ? 1 : 0);
      const title = `${file_path}:${range.start_line}-${range.start_line + lines - 1}`;
      return headed(label === null ? title : `${title} ${label}`, content);
    }),
    ...errors.map(({ start_line, error }) =>
      start_line === undefined ? `!!! ${file_path}: ${error}\n` : `!!! ${file_path}:${start_line}: ${error}\n`,
    ),
  ]);
  if (batch.omitted > 0) parts.push(`!!! ${batch.omitted} sections left out: over the limits\n`);
  return parts.join("");
}
