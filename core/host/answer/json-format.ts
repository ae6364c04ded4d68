/** Writes answers as compact JSON. */

import type { Json } from "../contract/outcome.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { withEscapes } from "../contract/unseen-characters.ts";
import { jsonSize, rowSizes } from "../rows/size.ts";
import type { AnswerFormat } from "./answer-context.ts";
import { CUT_CHARS, fitRows, MAX_TRIES, shrinkEnvelope } from "./budget.ts";
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
    let free = chars - CUT_CHARS;
    for (let tries = 1; ; tries++) {
      const taken = fitRows({ ...compact, envelope }, free);
      const cut = await cutTo(context, rows, taken);
      const text = await sentText(cut.value, context.slice);
      // Some tools have cursors that are longer than the space we reserve.
      if (text.length <= chars || taken.rows.length <= 1 || tries === MAX_TRIES) return { ...cut, text };
      const used = rowSizes(taken.rows, chars) + jsonSize(envelope, chars);
      free = Math.min(free, used) - (text.length - chars);
    }
  },
  encode: (_, value, slice) => jsonText(value, slice),
} satisfies AnswerFormat;

/** A string is written without quotes. */
async function sentText(value: Json, slice: TimeSlice, chars?: number): Promise<string> {
  return typeof value === "string" ? withEscapes(value.toWellFormed()) : await jsonText(value, slice, chars);
}

/** Stops encoding as soon as the text is longer than `chars`. */
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
