/** What the pipeline of answers needs to know of a tool, and of a call of it. */
import type { Json, JsonObject, Row, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import type { AnswerRow } from "../rows/row.ts";

/** What paging needs to know of a tool. */
export interface AnswerTool {
  plugin: string;
  name: string;
  title: string;
  output: Output<unknown>;
  view: ViewKind;
  /** A call of it may be made again to show what comes next. */
  repeatable: boolean;
  /** Its own parameters: what it calls `limit` or `cursor` itself is left to it. */
  parameters: readonly string[];
  /** What its module draws for rows that are declared so. */
  lines?: (units: readonly AnswerRow[], answer: Json, input: JsonObject) => Promise<(Row[] | undefined)[]>;
}

/** A call as it was made: what stays the same for all its pages. */
export interface AnswerCall {
  tool: AnswerTool;
  input: JsonObject;
  /** The parameters that the caller gave: `input` has the defaults of all. */
  given?: readonly string[];
  /** Milliseconds since the epoch. */
  startedAt: number;
}
