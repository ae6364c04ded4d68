/** Data types of the row pipeline: an answer split into rows, with its tool and call. */
import type { Json, JsonObject, Row, ViewKind } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";

/** A row of a source, with the context that later steps need after other rows have been cut. */
export interface AnswerRow {
  source: RowSource;
  /** The value. In a tree, without its children. A long string is a single row. */
  value: Json;
  /** Its key in a map. For lists within a list or a map, the key of its group. */
  key?: string | undefined;
  /** The group without its rows. Absent if the group is the list itself. */
  group?: Json | undefined;
  /** Represents a group that has no rows but other fields to keep. Not counted as a row. */
  emptyGroup?: true | undefined;
  /** On a page of a tree: this row was already shown and is only repeated as the parent of its children. */
  continuedParent?: true;
  parent?: AnswerRow | undefined;
  depth?: number | undefined;
  /** Its index among all rows of the tree. */
  order?: number | undefined;
  /** In a long string: how many leading lines are a heading. They aren't counted. */
  headLines?: number | undefined;
  /** Its entries in the maps of `source.keyedMaps`, in the same order. */
  keyed?: (Json | undefined)[] | undefined;
  /** The entry of `source.lookup` that it refers to. */
  entry?: Json | undefined;
  /** How many rows follow in its group, and how many rows are in the group named after it. */
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
  /** True if the call may be repeated to get the next page. */
  repeatable: boolean;
  /** Its own parameters. If `limit` or `cursor` is among them, the tool handles it instead of the host. */
  parameters: readonly string[];
  /** Renders rows with the tool's module if the source declares `lines`. */
  lines?: (rows: readonly AnswerRow[], answer: Json, input: JsonObject) => Promise<(Row[] | undefined)[]>;
}

/** The original call, which is the same for all of its pages. */
export interface AnswerCall {
  tool: AnswerTool;
  input: JsonObject;
  /** Parameters set by the caller. `input` also has the defaults. */
  given?: readonly string[];
  /** Milliseconds since the epoch. */
  startedAt: number;
}
