/** Saves a whole answer, both as rows for paging and as text, which reading tools accept as `answer:<id>`. */

import type { Outcome } from "../contract/outcome.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { type DrawContext, drawBatches, drawHeading, drawLongText, drawRow, titleOf } from "../rows/draw.ts";
import { noticesOf } from "../rows/notices.ts";
import type { AnswerCall, SplitAnswer } from "../rows/row.ts";
import { readingOrder } from "../rows/split.ts";
import { stampsOf } from "./changed-files.ts";
import { requestHash } from "./cursor.ts";
import { textChunks } from "./json-chunks.ts";
import type { FileStamp, SavedAnswers } from "./saved-answers.ts";

export interface SaveOptions extends Pick<DrawContext, "paths"> {
  store: SavedAnswers;
  slice: TimeSlice;
  /** The files from earlier parts of the answer. */
  files?: readonly FileStamp[];
}

/**
 * Saves an answer together with the current state of its files.
 * @returns the id of the saved answer, or undefined if it could not be saved
 */
export async function saveAnswer(
  call: AnswerCall,
  outcome: Outcome,
  parts: SplitAnswer,
  { store, paths, slice, files = [] }: SaveOptions,
): Promise<string | undefined> {
  const { tool, input, startedAt } = call;
  const at = { answer: outcome.value, input, paths };
  const known = new Set(files.map(([path]) => path));
  const found = await stampsOf(outcome, parts, at, slice);
  return await store.save({
    head: {
      plugin: tool.plugin,
      tool: tool.name,
      title: tool.title,
      hash: requestHash(call),
      at: startedAt,
      of: parts.rows.length,
      rest: parts.envelope,
      next: outcome.next,
      changed: outcome.changed,
    },
    files: [...files, ...found.filter(([path]) => !known.has(path))],
    cursors: outcome.cursors,
    rows: parts.rows,
    sources: tool.output.rows ?? [],
    text: (textSlice) => textLines(call, parts, at, textSlice),
    // The plugin that renders these rows may be reloaded later, so we wait for the text.
    isTextAwaited: tool.lines !== undefined,
    slice,
  });
}

/** Returns the whole answer as text, row by row. Lines are neither cut nor merged. */
async function* textLines(
  { tool, input }: AnswerCall,
  { rows }: SplitAnswer,
  at: DrawContext,
  slice: TimeSlice,
): AsyncGenerator<string> {
  let group: string | undefined;
  for await (const batch of drawBatches(tool, readingOrder(rows), at, slice)) {
    for (const [row, own] of batch) {
      if (tool.view === "source") {
        yield* sourceLines(row, at, own);
        continue;
      }
      const lines = drawRow(row, at, own, "text");
      const heading = row.key === group ? undefined : drawHeading(row, at);
      group = row.key;
      if (heading) yield `${heading.text}\n`;
      for (const { text, location, depth = 0 } of lines) {
        const place = location && !text.includes(location.display) ? `${location.display}:${location.startLine}: ` : "";
        yield `${"  ".repeat(depth)}${place}${text}\n`;
      }
    }
  }
  for (const { text } of noticesOf(tool.output, at.answer, input)) yield `!!! ${text}\n`;
}

function* sourceLines(...[row, at, own]: Parameters<typeof drawLongText>): Generator<string> {
  const whole = drawLongText(row, at, own);
  const lines = whole ? [] : drawRow(row, at, own, "text");
  const title = whole ? whole.title : titleOf(lines, drawHeading(row, at));
  if (title !== undefined) yield `--- ${title}\n`;
  if (whole) yield* textChunks(whole.text);
  for (const { text } of lines) yield `${text}\n`;
}
