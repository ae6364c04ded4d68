/** Gives a row of source that is longer than a page in pieces of whole lines, so that the pages together still are all of it. */

import { valueAt, withValueAt } from "../contract/json-pointer.ts";
import type { Json } from "../contract/outcome.ts";
import type { Reference } from "../contract/output.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow } from "../rows/row.ts";
import { jsonCost, jsonSize } from "../rows/size.ts";
import { rowSize } from "./budget.ts";
import { countLines } from "./long-text.ts";

/** The same rows; those that alone have more than `room` characters in pieces of at most half of it. */
export async function chunkLongRows(units: readonly AnswerRow[], room: number, turns: TimeSlice): Promise<AnswerRow[]> {
  const cut: AnswerRow[] = [];
  for (const unit of units) {
    if (!unit.source.chunks || jsonSize(unit.value, room) <= room) {
      cut.push(unit);
      continue;
    }
    for (const piece of piecesOf(unit, room / 2)) {
      cut.push(piece);
      const pause = turns.check();
      if (pause) await pause;
    }
  }
  return cut;
}

function* piecesOf(unit: AnswerRow, most: number): Generator<AnswerRow> {
  const { chunks, code, location } = unit.source;
  const text = at(unit.value, code?.text);
  const first = at(unit.value, location?.line);
  if (typeof text !== "string" || typeof first !== "number") {
    yield unit;
    return;
  }
  const around = rowSize({ ...unit, value: withValueAt(unit.value, code!.text, "") });
  let line = first;
  for (const { part, last } of cutAtLines(text, most - around)) {
    let row = withValueAt(withValueAt(unit.value, code!.text, part), location!.line!, line);
    line += countLines(part);
    if (chunks!.length !== undefined) row = withValueAt(row, chunks!.length, part.length);
    if (chunks!.last !== undefined && !last) row = withValueAt(row, chunks!.last, line - 1);
    yield { ...unit, value: row };
  }
}

/** Only what stands in the row itself can be cut in it. */
function at(row: Json, reference: Reference | undefined): Json | undefined {
  return reference?.startsWith("/") && !/^\/\/|[*{]/.test(reference) ? valueAt(row, reference) : undefined;
}

/** A line that is too long by itself is a part of its own. */
function* cutAtLines(text: string, most: number): Generator<{ part: string; last: boolean }> {
  let from = 0;
  let size = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start) + 1 || text.length;
    const cost = jsonCost(text.slice(start, end));
    if (size > 0 && size + cost > most) {
      yield { part: text.slice(from, start), last: false };
      from = start;
      size = 0;
    }
    size += cost;
    start = end;
  }
  yield { part: text.slice(from), last: true };
}
