/** Data of the row pipeline: an answer split into rows, with its tool and call. */
import type { Json, JsonObject, Row, ViewKind } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";

/** One row of a source, with the context that later steps need after other rows are cut. */
export interface AnswerRow {
  source: RowSource;
  /** The value, without children in a tree. A long text is one row. */
  value: Json;
  /** Its key in a map; for lists within a list or a map, the key of its group. */
  key?: string | undefined;
  /** The group without its rows; absent if the group is the list itself. */
  group?: Json | undefined;
  /** Represents a group without rows, whose other fields must be kept. Not counted as a row. */
  emptyGroup?: true | undefined;
  /** On a page of a tree: shown on an earlier page, and repeated only as the parent of its children. */
  continuedParent?: true;
  parent?: AnswerRow | undefined;
  depth?: number | undefined;
  /** Its index among all rows of the tree. */
  order?: number | undefined;
  /** In a long text: the number of leading lines that form a heading and are not counted. */
  headLines?: number | undefined;
  /** Its entries in the maps of `source.keyedMaps`, in order. */
  keyed?: (Json | undefined)[] | undefined;
  /** The entry of `source.lookup` that it refers to. */
  entry?: Json | undefined;
  /** Number of following rows in its group, and number of rows in the group named after it. */
  remaining?: [after: number, below: number] | undefined;
}

export interface SplitAnswer {
  /** The answer without its rows and their data. */
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
  /** Its own parameters. If `limit` or `cursor` is among them, it belongs to the tool rather than the host. */
  parameters: readonly string[];
  /** Draws rows with the tool's module if the source declares `lines`. */
  lines?: (rows: readonly AnswerRow[], answer: Json, input: JsonObject) => Promise<(Row[] | undefined)[]>;
}

/** The original call, the same for all its pages. */
export interface AnswerCall {
  tool: AnswerTool;
  input: JsonObject;
  /** Parameters set by the caller; `input` includes defaults. */
  given?: readonly string[];
  /** Milliseconds since the epoch. */
  startedAt: number;
}
