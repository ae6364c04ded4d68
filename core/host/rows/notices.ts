/** What an answer says about itself beside its rows: declared sentences, and what was cut and how to go on. */

import { isObject } from "../contract/json.ts";
import { valueAt } from "../contract/json-pointer.ts";
import type { Json, JsonObject, Outcome, Row } from "../contract/outcome.ts";
import type { Notice, Output } from "../contract/output.ts";
import { fillTemplate, plainText } from "./reference.ts";

/** The declared sentences that hold for an answer. */
export function noticesOf(
  output: Output<unknown>,
  answer: Json,
  input: JsonObject,
): { text: string; tone?: Row["tone"] }[] {
  return (output.notices ?? []).flatMap((remark) =>
    said(remark, answer, input).map((text) => (remark.tone ? { text, tone: remark.tone } : { text })),
  );
}

/** The same, and why a call failed that has rows all the same. */
export function allNotices(
  output: Output<unknown>,
  { value, reason, failed }: Outcome,
  input: JsonObject,
): { text: string; tone?: Row["tone"] }[] {
  const remarks = noticesOf(output, value, input);
  if (!failed || reason === undefined || remarks.some(({ text }) => text === reason)) return remarks;
  return [{ text: reason, tone: "error" }, ...remarks];
}

function said(remark: Notice, answer: Json, input: JsonObject): string[] {
  const value = valueAt(answer, remark.at);
  if (value === undefined || value === null || value === false || value === "") return [];
  if (value === 0 && remark.zero !== true) return [];
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    const template = item === 1 && remark.one !== undefined ? remark.one : remark.text;
    if (template === undefined) return plainText(item) || [];
    return (
      fillTemplate(template.replaceAll("{}", plainText(item).replaceAll("{", "(")), {
        answer,
        input,
        row: isObject(item) ? item : answer,
      }) ?? []
    );
  });
}

/** How many rows of how many an answer shows, and what to send for the rest. */
export interface Cut {
  shown: number;
  /** All of them, where that is known. */
  of?: number;
  unit: [one: string, many: string];
}

/** The last line of a text that was cut, or that the tool itself gave in part. */
export function cutLine(
  cut: Cut | undefined,
  next: JsonObject | undefined,
  kept: string | undefined,
): string | undefined {
  const parts: string[] = [];
  if (cut) {
    const { shown, of, unit } = cut;
    parts.push(
      of === undefined
        ? `${shown} ${unit[shown === 1 ? 0 : 1]} shown`
        : `${shown} of ${of} ${unit[of === 1 ? 0 : 1]} shown`,
    );
  }
  if (next) parts.push(`next: ${JSON.stringify(next)}`);
  if (kept !== undefined) parts.push(`all: ${kept}`);
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** What a failed call says: its sentence, or its own data where nobody has words for it. */
export function failureText({ value, reason }: Outcome): string {
  return reason ?? (typeof value === "string" ? value : JSON.stringify(value, null, 2));
}
