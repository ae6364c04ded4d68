/** Creates the notices of an answer: the declared sentences and, if it was cut, how to continue. */

import { isObject } from "../contract/is-object.ts";
import { valueAt } from "../contract/json-pointer.ts";
import type { Json, JsonObject, Outcome, Row } from "../contract/outcome.ts";
import type { Notice, Output } from "../contract/output-schema.ts";
import { fillTemplate, plainText } from "./reference.ts";

export type NoticeLine = Pick<Row, "text" | "tone">;

export function noticesOf({ notices = [] }: Output<unknown>, answer: Json, input: JsonObject): NoticeLine[] {
  return notices.flatMap((notice) =>
    textsOf(notice, answer, input).map((text) => (notice.tone ? { text, tone: notice.tone } : { text })),
  );
}

/** Includes the reason of a failure if the call still returned rows. */
export function allNotices(output: Output<unknown>, outcome: Outcome, input: JsonObject): NoticeLine[] {
  const { value, reason, failed } = outcome;
  const notices = noticesOf(output, value, input);
  if (!failed || reason === undefined || notices.some(({ text }) => text === reason)) return notices;
  return [{ text: reason, tone: "error" }, ...notices];
}

function textsOf(notice: Notice, answer: Json, input: JsonObject): string[] {
  const value = valueAt(answer, notice.at);
  if (value === undefined || value === null || value === false || value === "") return [];
  if (value === 0 && notice.zero !== true) return [];
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    const template = item === 1 && notice.one !== undefined ? notice.one : notice.text;
    if (template === undefined) return plainText(item) || [];
    // A brace in the value would look like another reference.
    const filled = template.replaceAll("{}", plainText(item).replaceAll("{", "("));
    return fillTemplate(filled, { answer, input, row: isObject(item) ? item : answer }) ?? [];
  });
}

/** The number of rows of an answer that are shown. */
export interface Cut {
  shown: number;
  of?: number;
  unit: [one: string, many: string];
}

/**
 * Returns the last line of an answer that was cut. It says which part this is, how to get more, and the path of the whole
 * answer.
 */
export function cutLine(
  cut: Cut | undefined,
  { next, saved }: { next?: JsonObject | undefined; saved?: string | undefined },
): string | undefined {
  const parts: string[] = [];
  if (cut) {
    const { shown, of, unit } = cut;
    const unitOf = (count: number) => unit[count === 1 ? 0 : 1];
    parts.push(of === undefined ? `${shown} ${unitOf(shown)} shown` : `${shown} of ${of} ${unitOf(of)} shown`);
  }
  if (next) parts.push(`next: ${JSON.stringify(next)}`);
  if (saved !== undefined) parts.push(`all: ${saved}`);
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** Returns the reason why a call failed. If there is no reason, it returns the data of the outcome. */
export function failureText({ value, reason }: Outcome): string {
  return reason ?? (typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

export function withNote(text: string, note: string | undefined): string {
  return note === undefined ? text : `${text}  <- ${note}`;
}
