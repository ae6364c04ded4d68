/** Stores the rows of a saved answer on disk, one per line. A line isn't parsed until it is needed. */

import type { Json } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output-schema.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow } from "../rows/row.ts";
import { jsonChunks } from "./json-chunks.ts";

/** The first two lines contain the head and the list of files. */
const LINES_BEFORE_ROWS = 2;

/** A row on disk. Its keys are part of the format. */
type SavedRow = {
  /** The index of the source. */
  s: number;
  r: Json;
  k?: string | undefined;
  g?: Json | undefined;
  /** The index of the row that defines the group. */
  gl?: number | undefined;
  b?: 1 | undefined;
  /** The index of the parent. */
  p?: number | undefined;
  d?: number | undefined;
  e?: (Json | null)[] | undefined;
  /** The tool's cursor after this row. */
  c?: string | undefined;
  t?: Json | undefined;
  n?: [after: number, below: number] | undefined;
  h?: number | undefined;
};

export interface RowsToSave {
  rows: readonly AnswerRow[];
  /** All declared sources. Rows refer to them by their index. */
  sources: readonly RowSource[];
  /** The tool's cursor after each row. */
  cursors: readonly string[] | undefined;
}

/** Returns the file in chunks. It has a line for each leading value, followed by one for each row. */
export function* rowLines(before: readonly Json[], { rows, sources, cursors }: RowsToSave): Generator<string> {
  for (const value of before) {
    yield* jsonChunks(value);
    yield "\n";
  }
  const numbers = new Map<AnswerRow, number>();
  const groups = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const { source, value: r, key: k, group, parent, depth: d, headLines: h, entry: t, remaining: n } = row;
    const line: SavedRow = { s: sources.indexOf(source), r, k };
    if (group !== undefined) {
      const name = `${line.s} ${k}`;
      line.gl = groups.get(name);
      if (line.gl === undefined) line.g = group;
      groups.set(name, line.gl ?? index);
    }
    if (cursors) line.c = cursors[index];
    if (d !== undefined) numbers.set(row, index);
    const p = parent && numbers.get(parent);
    const e = row.keyed?.map((entry) => entry ?? null);
    // This is a fast path. Rows of lists have none of these, and there can be a million of them.
    if ((d ?? h ?? n ?? e ?? row.emptyGroup ?? t) !== undefined)
      Object.assign(line, { b: row.emptyGroup && 1, p, d, h, e, t, n });
    yield* jsonChunks(line);
    yield "\n";
  }
}

export class SavedRows {
  readonly sources: readonly RowSource[];
  /** The cursors that we have read so far, by the row's index. */
  readonly cursors = new Map<number, string>();
  private readonly data: Buffer;
  private readonly starts: readonly number[];
  private readonly read = new Map<number, AnswerRow>();

  constructor(data: Buffer, starts: readonly number[], sources: readonly RowSource[]) {
    this.data = data;
    this.starts = starts;
    this.sources = sources;
  }

  at(line: number): unknown {
    return JSON.parse(this.data.toString("utf8", this.starts[line], this.starts[line + 1]));
  }

  private lineOf(index: number): SavedRow {
    return this.at(index + LINES_BEFORE_ROWS) as SavedRow;
  }

  row(index: number): AnswerRow {
    const known = this.read.get(index);
    if (known) return known;
    const { s, r, k, g, gl, b, p, d, h, e, c, t, n } = this.lineOf(index);
    const row: AnswerRow = {
      source: this.sources[s]!,
      value: r,
      key: k,
      group: gl === undefined ? g : this.lineOf(gl).g,
      emptyGroup: b && true,
      parent: p === undefined ? undefined : this.row(p),
      depth: d,
      order: d === undefined ? undefined : index,
      headLines: h,
      keyed: e?.map((entry) => entry ?? undefined),
      entry: t,
      remaining: n,
    };
    if (c !== undefined) this.cursors.set(index, c);
    this.read.set(index, row);
    return row;
  }
}

/** Returns the start of every line and the end of the last one. */
export async function lineStarts(data: Buffer, slice: TimeSlice): Promise<number[]> {
  const starts = [0];
  for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) {
    starts.push(at + 1);
    const pause = slice.step();
    if (pause) await pause;
  }
  return starts;
}
