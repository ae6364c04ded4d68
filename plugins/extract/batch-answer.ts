/** Formats the result of a batch. */
import type { JsonObject, Outcome } from "../../core/host/plugin-api.ts";
import { LIMITS } from "./batch-limits.ts";
import type { Batch } from "./extract-batch.ts";

export function batchAnswer(batch: Batch, failFast: boolean): Outcome {
  const sections = batch.results.reduce((sum, file) => sum + file.sections.length, 0);
  const errors = batch.results.reduce((sum, file) => sum + file.errors.length, 0);
  const success = sections > 0 && (errors === 0 || !failFast);
  const value: JsonObject = {
    success,
    count_files: batch.results.length,
    count_sections: sections,
    truncated: batch.truncated,
    ...(batch.omitted > 0 ? { omitted_sections: batch.omitted } : {}),
    limits: { ...LIMITS },
    errors_summary: { errors },
  };
  const { results } = batch;
  const files = batch.results.map((file) => file.resolved_path).filter((path) => path !== "");
  if (success) return { value: { ...value, results }, files };
  const error = reasonOf(batch);
  return { value: { ...value, error, results }, failed: true, reason: error };
}

function reasonOf(batch: Batch): string {
  if (batch.results.length === 0) return "requests is empty: pass at least one file and section";
  const first = batch.results.flatMap((file) => file.errors.map((each) => `${file.file_path}: ${each.error}`))[0];
  return batch.stopped ?? first ?? "The request names no section";
}
