/** Data of the row pipeline: an answer split into rows, with its tool and call. */
import type { Json, JsonObject, Row, ViewKind } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";

/** One row of one source, with what later steps need once other rows are cut. */
export interface AnswerRow {
  source: RowSource;
  /** Without children, for a row of a tree. A long text is one row. */
  value: Json;
  /** Its key in a map; for lists within a list or a map, the key of its group. */
  key?: string | undefined;
  /** The group without its rows; absent if the group is the list itself. */
  group?: Json | undefined;
  /** Represents a group without rows, whose other fields must be kept. It counts as no row. */
  emptyGroup?: true | undefined;
  /** In a tree page: an earlier page showed this row, here it only holds its children. */
  continuedParent?: true;
  parent?: AnswerRow | undefined;
  depth?: number | undefined;
  /** Its index among all rows of the tree. */
  order?: number | undefined;
  /** In a long text: how many of its first lines are a heading that counts as no line. */
  headLines?: number | undefined;
  /** Its entries in the maps of `source.keyedMaps`, in that order. */
  keyed?: (Json | undefined)[] | undefined;
  /** The entry of `source.lookup` that it refers to. */
  entry?: Json | undefined;
  /** How many rows of its group follow it, and how many the group named after it has. */
  remaining?: [after: number, below: number] | undefined;
}

export interface SplitAnswer {
  /** The answer without its rows and what belongs to them. */
  envelope: Json;
  rows: AnswerRow[];
}

export interface AnswerTool {
  plugin: string;
  name: string;
  title: string;
  output: Output<unknown>;
  view: ViewKind;
  /** True if the call may be repeated for the next page. */
  repeatable: boolean;
  /** Its own parameters. One named `limit` or `cursor` is the tool's, not the host's. */
  parameters: readonly string[];
  /** Asks the tool's module to draw rows whose source declares `lines`. */
  lines?: (rows: readonly AnswerRow[], answer: Json, input: JsonObject) => Promise<(Row[] | undefined)[]>;
}

/** A call as it was made, the same for all its pages. */
export interface AnswerCall {
  tool: AnswerTool;
  input: JsonObject;
  /** The parameters that the caller gave; `input` holds defaults too. */
  given?: readonly string[];
  /** Milliseconds since the epoch. */
  startedAt: number;
}
