/** Answers as compact JSON. */

import type { Json } from "../contract/outcome.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { withEscapes } from "../contract/unseen-characters.ts";
import type { AnswerFormat } from "./answer-context.ts";
import { CUT_CHARS, fitRows, shrinkEnvelope } from "./budget.ts";
import { jsonChunks } from "./json-chunks.ts";
import { cutTo, withPageFields } from "./page.ts";

export const jsonFormat = {
  async page(context, chars) {
    const { value, next } = context.outcome;
    const whole = await sentText(withPageFields(context, value, { next }), context.slice, chars);
    if (whole.length <= chars) return { text: whole, value, isCut: false, next };
    const rows = await context.rows(chars);
    const { compact } = rows;
    const envelope = shrinkEnvelope(compact, chars - CUT_CHARS);
    const cut = await cutTo(context, rows, fitRows({ ...compact, envelope }, chars - CUT_CHARS));
    return { ...cut, text: await sentText(cut.value, context.slice) };
  },
  encode: (_, value, slice) => jsonText(value, slice),
} satisfies AnswerFormat;

/** A string is sent without quotes. */
async function sentText(value: Json, slice: TimeSlice, chars?: number): Promise<string> {
  return typeof value === "string" ? withEscapes(value.toWellFormed()) : await jsonText(value, slice, chars);
}

/** Encoding stops once the text is longer than `chars`. */
export async function jsonText(value: Json, slice: TimeSlice, chars = Number.POSITIVE_INFINITY): Promise<string> {
  const chunks: string[] = [];
  let size = 0;
  for (const chunk of jsonChunks(value)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > chars) break;
    const pause = slice.step();
    if (pause) await pause;
  }
  return chunks.join("");
}
