/** One answer as every step of its way to a frontend sees it: made once, changed by none. */

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
  /** The line that says where relative paths are from. */
  rootLine: string | undefined;
  countTokens: CountTokens;
}

export interface FormatChoice {
  format: Format;
  /** Who chose it. TOON for a frontend is a TOON document, otherwise it is in the envelope of the tool's contract. */
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
  /** The answer in at most `chars` characters: all of it, or its first rows and how to go on. */
  page(context: AnswerContext, chars: number): Promise<EncodedPage>;
  /** The whole answer as the content of a file; absent where tools save none in this format. */
  encode?(output: Output<unknown>, value: Json, slice: TimeSlice): Promise<string>;
}

export interface AnswerContext {
  readonly call: AnswerCall;
  readonly outcome: Outcome;
  /** The declared output; for an undeclared answer, with inferred row sources. */
  readonly output: Output<unknown>;
  /** True if the row sources are the declared ones. */
  readonly isDeclared: boolean;
  /** The text, if a text is the whole answer. */
  readonly text: string | undefined;
  readonly choice: FormatChoice;
  readonly environment: AnswerEnvironment;
  readonly slice: TimeSlice;
  /** The rows, the long ones in chunks for pages of `chars` characters. Once saved, they are those that were saved. */
  rows(chars: number): Promise<PageRows>;
  /** Saves the whole answer on the first call. Returns its id, or undefined if saving fails. */
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
  // A failure may have rows too. One that has none is cut like an answer of which nothing is declared.
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
      // The rows of a page are in chunks already.
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
