/** The file with the rows of a kept answer, as it is read: a line each, understood when it is first asked for. */

import type { Json } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow, RemainingCounts } from "../rows/row.ts";

/** Lines of the head and of the files. */
const BEFORE_ROWS = 2;
/** One row as it is written: source, row, then what it has of key, group (a line's number), parent, depth, beside, cursor, heading lines. */
export type Line = {
  s: number;
  r: Json;
  k?: string;
  g?: Json;
  /** The line that holds the group. */
  gl?: number;
  b?: 1;
  p?: number;
  d?: number;
  e?: (Json | null)[];
  c?: string;
  /** What it points to, and what is still to come of its group. */
  t?: Json;
  n?: RemainingCounts;
  h?: number;
};

export class SavedRows {
  readonly sources: Output<unknown>["rows"];
  /** Of the rows made so far. */
  readonly cursors = new Map<number, string>();
  private readonly data: Buffer;
  private readonly starts: readonly number[];
  private readonly made = new Map<number, AnswerRow>();

  constructor(data: Buffer, starts: readonly number[], sources: Output<unknown>["rows"]) {
    this.data = data;
    this.starts = starts;
    this.sources = sources;
  }

  /** A line, from 0. */
  at(number: number): unknown {
    return JSON.parse(this.data.toString("utf8", this.starts[number], this.starts[number + 1]));
  }

  unit(index: number): AnswerRow {
    const known = this.made.get(index);
    if (known) return known;
    const line = this.at(index + BEFORE_ROWS) as Line;
    const unit: AnswerRow = { source: (this.sources ?? [])[line.s]!, value: line.r };
    this.made.set(index, unit);
    if (line.k !== undefined) unit.key = line.k;
    const group = line.gl === undefined ? line.g : (this.at(line.gl + BEFORE_ROWS) as Line).g;
    if (group !== undefined) unit.group = group;
    if (line.b) unit.emptyGroup = true;
    if (line.p !== undefined) unit.parent = this.unit(line.p);
    if (line.d !== undefined) Object.assign(unit, { depth: line.d, order: index });
    if (line.h !== undefined) unit.headLines = line.h;
    if (line.e) unit.keyed = line.e.map((entry) => entry ?? undefined);
    if (line.t !== undefined) unit.entry = line.t;
    if (line.n) unit.remaining = line.n;
    if (line.c !== undefined) this.cursors.set(index, line.c);
    return unit;
  }
}

/** Where each line begins; one more for the end. */
export async function lineStarts(data: Buffer, turns: TimeSlice): Promise<number[]> {
  const starts = [0];
  for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, at + 1)) {
    starts.push(at + 1);
    const pause = turns.step();
    if (pause) await pause;
  }
  return starts;
}
