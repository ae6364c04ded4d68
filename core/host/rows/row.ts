/** Defines the types for an answer that is split into rows, together with its tool and its call. */
import type { Json, JsonObject, Row, ViewKind } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";

/** A row of a source. It has all the context that later steps need, because other rows may have been cut by then. */
export interface AnswerRow {
  source: RowSource;
  /** The value itself. The rows of a tree don't contain their children, and a long string is a single row. */
  value: Json;
  /** The key in a map. For lists inside a list or map, it is the key of the group. */
  key?: string | undefined;
  /** The group without its rows. It is not set if the group is the list itself. */
  group?: Json | undefined;
  /** A placeholder for a group that has no rows but other fields to preserve. It doesn't count as a row. */
  emptyGroup?: true | undefined;
  /** Only used for pages of a tree. The row was shown before and is repeated as a parent. */
  continuedParent?: true;
  parent?: AnswerRow | undefined;
  depth?: number | undefined;
  /** The index among all rows in the tree. */
  order?: number | undefined;
  /** The number of first lines of a long string that are a heading. They are not counted. */
  headLines?: number | undefined;
  /** The entries from the maps in `source.keyedMaps`, in the same order. */
  keyed?: (Json | undefined)[] | undefined;
  /** The entry in `source.lookup` that this row refers to. */
  entry?: Json | undefined;
  /** The number of rows that follow in its group, and of rows in the group that is named after it. */
  remaining?: [after: number, below: number] | undefined;
}

export interface SplitAnswer {
  /** The answer without rows and their data. */
  envelope: Json;
  rows: AnswerRow[];
}

export interface AnswerTool {
  plugin: string;
  name: string;
  title: string;
  output: Output<unknown>;
  view: ViewKind;
  /** True if it is safe to repeat the call for the next page. */
  repeatable: boolean;
  /** The tool's own parameters. If `limit` or `cursor` is one of them, the tool itself is responsible for paging. */
  parameters: readonly string[];
  /** Renders rows with the tool's module, for sources that declare `lines`. */
  lines?: (rows: readonly AnswerRow[], answer: Json, input: JsonObject) => Promise<(Row[] | undefined)[]>;
}

/** The original call, which all of its pages share. */
export interface AnswerCall {
  tool: AnswerTool;
  input: JsonObject;
  /** The parameters that the caller has set, as opposed to the defaults that `input` includes. */
  given?: readonly string[];
  /** In milliseconds since 1970. */
  startedAt: number;
}
