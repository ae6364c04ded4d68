/** Data types for rows: an answer split into rows, along with its tool and its call. */
import type { Json, JsonObject, Row, ViewKind } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";

/** A row of a source. It carries all the context that later steps will need, since other rows may have been cut by then. */
export interface AnswerRow {
  source: RowSource;
  /** The value itself. Tree rows come without their children, and a long string is just one row. */
  value: Json;
  /** Key in a map. For lists that are nested in a list or map, the key of the group. */
  key?: string | undefined;
  /** The group minus its rows. Not set if the group is the list itself. */
  group?: Json | undefined;
  /** Placeholder for a group with no rows, but with other fields to preserve. Does not count as a row. */
  emptyGroup?: true | undefined;
  /** Tree pages only: we have shown this row before, and just repeat it as a parent. */
  continuedParent?: true;
  parent?: AnswerRow | undefined;
  depth?: number | undefined;
  /** Index among all rows in the tree */
  order?: number | undefined;
  /** For a long string, how many of its first lines are a heading. These are not counted. */
  headLines?: number | undefined;
  /** Entries from the maps in `source.keyedMaps`, in the same order */
  keyed?: (Json | undefined)[] | undefined;
  /** The entry in `source.lookup` that this row refers to */
  entry?: Json | undefined;
  /** Rows that follow in its group, and rows in the group that is named after it */
  remaining?: [after: number, below: number] | undefined;
}

export interface SplitAnswer {
  /** The answer minus rows and their data */
  envelope: Json;
  rows: AnswerRow[];
}

export interface AnswerTool {
  plugin: string;
  name: string;
  title: string;
  output: Output<unknown>;
  view: ViewKind;
  /** Whether it is safe to repeat the call for the next page */
  repeatable: boolean;
  /** The tool's own parameters. When `limit` or `cursor` is one of them, paging is up to the tool. */
  parameters: readonly string[];
  /** Renders rows using the tool's module, for sources that declare `lines`. */
  lines?: (rows: readonly AnswerRow[], answer: Json, input: JsonObject) => Promise<(Row[] | undefined)[]>;
}

/** The original call. All of its pages share this. */
export interface AnswerCall {
  tool: AnswerTool;
  input: JsonObject;
  /** Set by the caller, as opposed to the defaults that `input` includes */
  given?: readonly string[];
  /** ms since the epoch */
  startedAt: number;
}
