/** What comes out of a plugin's process is checked before anyone builds on it. */
import { JigError } from "./errors.ts";
import type { Outcome, Row, View } from "./outcome.ts";

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

export function checkedLevel(value: unknown): "debug" | "info" | "warn" | "error" {
  return value === "debug" || value === "warn" || value === "error" ? value : "info";
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
