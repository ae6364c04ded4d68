/** One row of an answer, taken out of it with what must be known of it once others are cut away. */
import type { Json } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output.ts";

/** How many rows of its group come behind a row, and how many it has in the group of its own name. */
export type RemainingCounts = [behind: number, below: number];

/** One row of one source. */
export interface AnswerRow {
  source: RowSource;
  /** Of a tree without its children, of a long text the text. */
  value: Json;
  /** In a map its key; in lists within a list or a map that of its group. */
  key?: string;
  /** The group without its rows; absent where the group is the list itself. */
  group?: Json;
  /** A group that has no rows at all: it is there for its other fields, and counts as none. */
  emptyGroup?: true;
  /** Of a page of a tree: it was shown before and only holds what is below it. */
  continuedParent?: true;
  /** Of a tree: its parent, and how deep it is. */
  parent?: AnswerRow;
  depth?: number;
  /** Its place among all rows of the tree. */
  order?: number;
  /** Of a long text: how many of its first lines are a heading, and none of its own. */
  headLines?: number;
  /** The entries of the maps beside, in the order of `source.beside`. */
  keyed?: (Json | undefined)[];
  /** What it points to in `source.table`. */
  entry?: Json | undefined;
  remaining?: RemainingCounts;
}

export interface SplitAnswer {
  /** The answer without rows, and without what belongs to them. */
  envelope: Json;
  rows: AnswerRow[];
}
