/**
 * Turns an outcome into text for a frontend. It is encoded, cut to the budget, and tells how to continue, while the whole
 * answer is saved.
 */

import type { Presented } from "../contract/presented-answer.ts";
import { cutLine } from "../rows/notices.ts";
import { countLines, plainCost, shortenRow } from "../rows/size.ts";
import type { AnswerContext, EncodedPage } from "./answer-context.ts";
import { type Budget, CUT_CHARS } from "./budget.ts";
import { FORMATS } from "./formats.ts";
import { nextPage } from "./page.ts";
import { CHARS_PER_TOKEN } from "./token-count.ts";

/** The number of attempts to fit a limit on tokens. */
const MAX_TRIES = 3;
/** The share of the limit that we aim for, and the share that is sufficient. */
const AIM = 0.96;
const ENOUGH = 0.8;

/**
 * A successful call remains successful no matter how large its answer is. The time is linear in the number of rows, and the
 * work is done in slices.
 */
export async function present(context: AnswerContext, budget: Budget): Promise<Presented> {
  const { outcome, slice } = context;
  const { maxChars, maxTokens } = budget;
  await slice.pause();
  let chars = Math.min(maxChars, maxTokens === undefined ? maxChars : maxTokens * CHARS_PER_TOKEN);
  let page = await pageWithin(context, chars);
  // The number of characters is only an estimate for tokens, bytes and lines.
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const share = await shareOf(page.text, budget, context);
    const isShort = maxTokens !== undefined && tries === 0 && page.isCut && share <= ENOUGH;
    if (share <= 1 && !isShort) break;
    const length = Math.min(chars, page.text.length);
    chars = Math.min(maxChars, Math.floor((length * AIM) / (share || 1)));
    page = await pageWithin(context, chars);
  }
  const { text, value, next, saved } = page;
  const failed = outcome.failed === true;
  return { text, value, failed, ...(next && { next }), ...(saved !== undefined && { saved }) };
}

/** Returns the page's size as a share of the budget. */
async function shareOf(text: string, budget: Budget, { environment }: AnswerContext): Promise<number> {
  const { maxTokens, maxLines, maxBytes } = budget;
  return Math.max(
    maxTokens === undefined ? 0 : (await environment.countTokens(text)) / maxTokens,
    maxLines === undefined ? 0 : countLines(text) / maxLines,
    maxBytes === undefined ? 0 : Buffer.byteLength(text) / maxBytes,
  );
}

async function pageWithin(context: AnswerContext, chars: number): Promise<EncodedPage> {
  const { text, outcome, choice } = context;
  if (text === undefined || outcome.failed) return await FORMATS[choice.format].page(context, chars);
  return await verbatimPage(context, text, chars);
}

/** Plain text is passed on unchanged. A line is only added if the text had to be cut. */
async function verbatimPage(context: AnswerContext, text: string, chars: number): Promise<EncodedPage> {
  const { value, next } = context.outcome;
  if (text.length <= chars) return { text: text.toWellFormed(), value, isCut: false, next };
  const rows = await context.rows(chars);
  const [first] = rows.all.rows;
  const part = first && shortenRow(first, chars - CUT_CHARS, plainCost);
  const page = await nextPage(context, rows, part ? [part] : []);
  const shown = typeof part?.value === "string" ? part.value : "";
  const last = cutLine({ shown: countLines(shown), of: countLines(text), unit: ["line", "lines"] }, page);
  const cut = `${shown}${shown === "" || shown.endsWith("\n") ? "" : "\n"}!!! ${last}\n`;
  const { next: more, saved } = page;
  return { text: cut.toWellFormed(), value: typeof value === "string" ? cut : value, isCut: true, next: more, saved };
}
