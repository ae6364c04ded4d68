/** One row of an answer, taken out of it with what must be known of it once others are cut away. */
import type { Json } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output.ts";

/** How many rows of its group come behind a row, and how many it has in the group of its own name. */
export type Coming = [behind: number, below: number];

/** One row of one source. */
export interface Unit {
  source: RowSource;
  /** Of a tree without its children, of a long text the text. */
  row: Json;
  /** In a map its key; in lists within a list or a map that of its group. */
  key?: string;
  /** The group without its rows; absent where the group is the list itself. */
  group?: Json;
  /** A group that has no rows at all: it is there for its other fields, and counts as none. */
  bare?: true;
  /** Of a page of a tree: it was shown before and only holds what is below it. */
  stub?: true;
  /** Of a tree: its parent, and how deep it is. */
  parent?: Unit;
  depth?: number;
  /** Its place among all rows of the tree. */
  order?: number;
  /** Of a long text: how many of its first lines are a heading, and none of its own. */
  headLines?: number;
  /** The entries of the maps beside, in the order of `source.beside`. */
  beside?: (Json | undefined)[];
  /** What it points to in `source.table`. */
  entry?: Json | undefined;
  coming?: Coming;
}

export interface Parts {
  /** The answer without rows, and without what belongs to them. */
  rest: Json;
  units: Unit[];
}
