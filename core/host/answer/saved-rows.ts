/** The file with the rows of a saved answer: a line each, parsed when it is first read. */

import type { Json } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output-schema.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow } from "../rows/row.ts";
import { jsonChunks } from "./json-chunks.ts";

/** Lines of the head and of the files. */
const LINES_BEFORE_ROWS = 2;

/** One row as it is written. Its keys are a format on disk. */
type SavedRow = {
  /** Number of the source. */
  s: number;
  /** The row's value. */
  r: Json;
  /** Its key. */
  k?: string;
  /** Its group, or the number of the row that holds the group. */
  g?: Json;
  gl?: number;
  /** An empty group. */
  b?: 1;
  /** The number of its parent, and its depth. */
  p?: number;
  d?: number;
  /** Its entries in keyed maps. */
  e?: (Json | null)[];
  /** The tool's own cursor after it. */
  c?: string;
  /** Its entry in a lookup list. */
  t?: Json;
  /** How many rows of its group remain. */
  n?: [after: number, below: number];
  /** Lines of its heading. */
  h?: number;
};

export interface RowsToSave {
  rows: readonly AnswerRow[];
  /** All sources of the declaration: a row is saved with the number of its source. */
  sources: readonly RowSource[];
  /** The tool's own cursor after each row. */
  cursors: readonly string[] | undefined;
}

/** The file in chunks: a line for each of the values in front, then one for each row. */
export function* rowLines(before: readonly Json[], { rows, sources, cursors }: RowsToSave): Generator<string> {
  for (const value of before) {
    yield* jsonChunks(value);
    yield "\n";
  }
  const numbers = new Map<AnswerRow, number>();
  const groups = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (row.depth !== undefined) numbers.set(row, index);
    const s = sources.indexOf(row.source);
    const line: SavedRow = { s, r: row.value };
    if (row.key !== undefined) line.k = row.key;
    if (row.group !== undefined) {
      const name = `${s} ${row.key}`;
      const known = groups.get(name);
      if (known === undefined) {
        groups.set(name, index);
        line.g = row.group;
      } else line.gl = known;
    }
    if (row.emptyGroup) line.b = 1;
    if (row.parent) line.p = numbers.get(row.parent)!;
    if (row.depth !== undefined) line.d = row.depth;
    if (row.headLines !== undefined) line.h = row.headLines;
    if (row.keyed) line.e = row.keyed.map((entry) => entry ?? null);
    if (cursors?.[index] !== undefined) line.c = cursors[index];
    if (row.entry !== undefined) line.t = row.entry;
    if (row.remaining) line.n = row.remaining;
    yield* jsonChunks(line);
    yield "\n";
  }
}

export class SavedRows {
  readonly sources: readonly RowSource[] | undefined;
  /** By row, of those read so far. */
  readonly cursors = new Map<number, string>();
  private readonly data: Buffer;
  private readonly starts: readonly number[];
  private readonly read = new Map<number, AnswerRow>();

  constructor(data: Buffer, starts: readonly number[], sources: readonly RowSource[] | undefined) {
    this.data = data;
    this.starts = starts;
    this.sources = sources;
  }

  /** The value of a line, from 0. */
  at(line: number): unknown {
    return JSON.parse(this.data.toString("utf8", this.starts[line], this.starts[line + 1]));
  }

  private lineOf(index: number): SavedRow {
    return this.at(index + LINES_BEFORE_ROWS) as SavedRow;
  }

  row(index: number): AnswerRow {
    const known = this.read.get(index);
    if (known) return known;
    const line = this.lineOf(index);
    const row: AnswerRow = { source: (this.sources ?? [])[line.s]!, value: line.r };
    this.read.set(index, row);
    if (line.k !== undefined) row.key = line.k;
    const group = line.gl === undefined ? line.g : this.lineOf(line.gl).g;
    if (group !== undefined) row.group = group;
    if (line.b) row.emptyGroup = true;
    if (line.p !== undefined) row.parent = this.row(line.p);
    if (line.d !== undefined) Object.assign(row, { depth: line.d, order: index });
    if (line.h !== undefined) row.headLines = line.h;
    if (line.e) row.keyed = line.e.map((entry) => entry ?? undefined);
    if (line.t !== undefined) row.entry = line.t;
    if (line.n) row.remaining = line.n;
    if (line.c !== undefined) this.cursors.set(index, line.c);
    return row;
  }
}

/** Where each line begins, and where the last one ends. */
export async function lineStarts(data: Buffer, slice: TimeSlice): Promise<number[]> {
  const starts = [0];
  for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) {
    starts.push(at + 1);
    const pause = slice.step();
    if (pause) await pause;
  }
  return starts;
}
