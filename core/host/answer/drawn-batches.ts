/** The rows of an answer as its tool draws them, some at a time: a plugin in its own process is asked once for many. */

import type { JsonObject, Outcome, Row } from "../contract/outcome.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow } from "../rows/row.ts";
import type { AnswerTool } from "./paged-tool.ts";

const BATCH = 32;

/** Each unit with the rows that the tool's own code draws it as: undefined where the declaration alone does. */
export async function* renderedBatches(
  { lines }: AnswerTool,
  units: readonly AnswerRow[],
  answer: Outcome["value"],
  input: JsonObject,
  turns: TimeSlice,
): AsyncGenerator<[AnswerRow, Row[] | undefined][]> {
  for (let at = 0; at < units.length; at += BATCH) {
    const batch = units.slice(at, at + BATCH);
    const drawn = lines && batch.some(({ source }) => source.lines) ? await lines(batch, answer, input) : [];
    yield batch.map((unit, index) => [unit, drawn[index]]);
    await turns.check();
  }
}
