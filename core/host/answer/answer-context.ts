/** Everything about an answer that the presentation steps share. Immutable. */

import { valueAt } from "../contract/json-pointer.ts";
import type { Json, JsonObject, Outcome } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import type { Format } from "../contract/presented-answer.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import type { Paths } from "../rows/draw.ts";
import type { AnswerCall, SplitAnswer } from "../rows/row.ts";
import { jsonSize } from "../rows/size.ts";
import { sourcesIn, splitAnswer } from "../rows/split.ts";
import { CUT_CHARS, chunkLongRows, compactRows, inferRowSources, type PageRows } from "./budget.ts";
import { saveAnswer } from "./save.ts";
import type { SavedAnswers } from "./saved-answers.ts";
import type { CountTokens } from "./token-count.ts";

export interface AnswerEnvironment {
  store: SavedAnswers;
  paths: Paths;
  /** Says what paths are relative to */
  rootLine: string | undefined;
  countTokens: CountTokens;
}

export interface FormatChoice {
  format: Format;
  /** Who decided on the format. For a frontend, TOON means a plain TOON document. For the others, it goes inside of the envelope. */
  by: "call" | "frontend" | "tool";
}

export interface EncodedPage {
  text: string;
  value: Json;
  isCut: boolean;
  next?: JsonObject | undefined;
  saved?: string | undefined;
}

export interface AnswerFormat {
  /** Encode into `chars` characters at most. If that is not enough, we get the first rows and a continuation. */
  page(context: AnswerContext, chars: number): Promise<EncodedPage>;
  /** Encode everything, for a file. Omitted by formats that tools do not save. */
  encode?(output: Output<unknown>, value: Json, slice: TimeSlice): Promise<string>;
}

export interface AnswerContext {
  readonly call: AnswerCall;
  readonly outcome: Outcome;
  /** As declared, or else inferred */
  readonly output: Output<unknown>;
  /** Whether `output` is the declared one */
  readonly isDeclared: boolean;
  /** Set if the answer is one string */
  readonly text: string | undefined;
  readonly choice: FormatChoice;
  readonly environment: AnswerEnvironment;
  readonly slice: TimeSlice;
  /** All rows. Long ones are split to fit pages of `chars` characters. After saving, these are the saved rows. */
  rows(chars: number): Promise<PageRows>;
  /** Save the whole answer, once. Returns its id, or undefined on failure. */
  save(rows: PageRows): Promise<string | undefined>;
}

export function prepare(
  call: AnswerCall,
  outcome: Outcome,
  choice: FormatChoice,
  environment: AnswerEnvironment,
): AnswerContext {
  const { value, page } = outcome;
  const declared = call.tool.output;
  // Failures can have rows, too. If this one does not, it is cut like an undeclared answer.
  const isDeclared =
    declared.rows !== undefined &&
    typeof value !== "string" &&
    (!outcome.failed || sourcesIn(declared, value).length > 0);
  const output = isDeclared ? declared : { ...declared, rows: inferRowSources(declared, value) };
  const slice = new TimeSlice();
  let split: Promise<SplitAnswer> | undefined;
  let saved: { rows: PageRows; id: Promise<string | undefined> } | undefined;
  const saveRows = (rows: PageRows) => {
    const tool = { ...call.tool, output };
    return saveAnswer({ ...call, tool }, outcome, rows.all, { ...environment, slice });
  };
  return {
    call,
    outcome,
    output,
    isDeclared,
    text: wholeText(output, value, call.input, choice),
    choice,
    environment,
    slice,
    async rows(chars) {
      if (saved) return saved.rows;
      split ??= splitAnswer(output, value, slice);
      const { envelope, rows } = await split;
      // already split when the page was made
      const free = chars - CUT_CHARS - jsonSize(envelope, chars);
      const all = { envelope, rows: page ? rows : await chunkLongRows(rows, free, slice) };
      await slice.check();
      return compactRows(all);
    },
    save(rows) {
      saved ??= { rows, id: page?.answer ? Promise.resolve(page.answer) : saveRows(rows) };
      return saved.id;
    },
  };
}

function wholeText(
  { format }: Output<unknown>,
  value: Json,
  input: JsonObject,
  choice: FormatChoice,
): string | undefined {
  if (typeof value === "string") return value;
  const rule = format?.verbatim;
  if (!rule || (choice.by !== "tool" && choice.format !== "text")) return undefined;
  const text = valueAt(value, rule.at);
  const isOther = input[rule.parameter] !== rule.value || (rule.unless && valueAt(value, rule.unless));
  return typeof text === "string" && !isOther ? text : undefined;
}
