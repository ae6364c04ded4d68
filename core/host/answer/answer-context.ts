/** Describes everything about an answer that the steps of its presentation have in common. It is immutable. */

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
  /** A line that says which folder the paths are relative to. */
  rootLine: string | undefined;
  countTokens: CountTokens;
}

export interface FormatChoice {
  format: Format;
  /**
   * Tells who chose the format. For a frontend, TOON means a plain TOON document. For all others, it is placed inside the
   * envelope.
   */
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
  /** Encodes at most `chars` characters. If the answer is longer, the result contains the first rows and a continuation. */
  page(context: AnswerContext, chars: number): Promise<EncodedPage>;
  /** Encodes the whole answer for a file. Formats that tools don't save leave this out. */
  encode?(output: Output<unknown>, value: Json, slice: TimeSlice): Promise<string>;
}

export interface AnswerContext {
  readonly call: AnswerCall;
  readonly outcome: Outcome;
  /** The declared output, or else the inferred one. */
  readonly output: Output<unknown>;
  /** True if `output` is the declared one. */
  readonly isDeclared: boolean;
  /** Set if the answer is a single string. */
  readonly text: string | undefined;
  readonly choice: FormatChoice;
  readonly environment: AnswerEnvironment;
  readonly slice: TimeSlice;
  /**
   * Returns all rows. Long ones are split so that they fit on pages of `chars` characters. After the answer was saved, these
   * are the saved rows.
   */
  rows(chars: number): Promise<PageRows>;
  /** Saves the whole answer once. It returns the id, or undefined if it could not be saved. */
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
  // A failure can also have rows. If it doesn't, it is cut like an answer that isn't declared.
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
      // The rows were already split when the page was made.
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
