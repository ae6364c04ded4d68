/** What comes out of a plugin's process is checked before anyone builds on it. */
import type { Progress } from "../context.ts";
import { JigError } from "../errors.ts";
import type { Outcome, Row, View } from "../outcome.ts";

export function checkedOutcome(value: unknown, tool: string): Outcome {
  if (isObject(value) && "value" in value) {
    return { value: value.value as Outcome["value"], ...(value.failed === true ? { failed: true } : {}) };
  }
  throw new JigError("COMMAND_FAILED", `"${tool}" did not answer with an outcome`, {
    hint: 'Answer {"value": …}, and "failed": true beside it where it failed',
  });
}

export function checkedView(value: unknown): View | undefined {
  if (!isObject(value)) return undefined;
  const { columns, language, notes } = value;
  const view: View = { rows: checkedRows(value.rows) };
  if (isTexts(columns)) view.columns = columns;
  if (isTexts(notes)) view.notes = notes;
  if (typeof language === "string") view.language = language;
  return view;
}

/** Rows without a text are left out. */
export function checkedRows(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter((row) => isObject(row) && typeof row.text === "string") : [];
}

export function checkedProgress(value: unknown): Progress {
  const { done, total, message } = isObject(value) ? value : {};
  const progress: Progress = {};
  if (typeof done === "number") progress.done = done;
  if (typeof total === "number") progress.total = total;
  if (typeof message === "string") progress.message = message;
  return progress;
}

export function checkedError(value: unknown): JigError {
  const { code, message, hint, details } = isObject(value) ? value : {};
  return JigError.fromData({
    code: String(code),
    message: typeof message === "string" ? message : "The plugin failed without saying why",
    ...(typeof hint === "string" ? { hint } : {}),
    ...(isObject(details) ? { details } : {}),
  });
}

export function checkedLevel(value: unknown): "debug" | "info" | "warn" | "error" {
  return value === "debug" || value === "warn" || value === "error" ? value : "info";
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
