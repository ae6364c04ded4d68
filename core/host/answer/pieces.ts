/** Gives a row of source that is longer than a page in pieces of whole lines, so that the pages together still are all of it. */

import type { Json } from "../contract/outcome.ts";
import type { Reference } from "../contract/output.ts";
import { linesIn } from "./long-text.ts";
import { valueAt, withValueAt } from "./pointer.ts";
import { jsonCost } from "./shorten.ts";
import { rowSize } from "./take.ts";
import type { Unit } from "./unit.ts";

/** The same rows; those that alone have more than `room` characters in pieces of at most half of it. */
export function inPieces(units: readonly Unit[], room: number): Unit[] {
  return units.flatMap((unit) => (unit.source.pieces && rowSize(unit, room) > room ? piecesOf(unit, room / 2) : unit));
}

function piecesOf(unit: Unit, most: number): Unit[] {
  const { pieces, code, location } = unit.source;
  const text = at(unit.row, code?.text);
  const first = at(unit.row, location?.line);
  if (typeof text !== "string" || typeof first !== "number") return [unit];
  let line = first;
  return cutAtLines(text, most - (rowSize(unit) - jsonCost(text))).map((part, index, all): Unit => {
    let row = withValueAt(withValueAt(unit.row, code!.text, part), location!.line!, line);
    line += linesIn(part);
    if (pieces!.length !== undefined) row = withValueAt(row, pieces!.length, part.length);
    if (pieces!.last !== undefined && index < all.length - 1) row = withValueAt(row, pieces!.last, line - 1);
    return { ...unit, row };
  });
}

/** Only what stands in the row itself can be cut in it. */
function at(row: Json, reference: Reference | undefined): Json | undefined {
  return reference?.startsWith("/") && !/^\/\/|[*{]/.test(reference) ? valueAt(row, reference) : undefined;
}

/** A line that is too long by itself is a part of its own. */
function cutAtLines(text: string, most: number): string[] {
  const parts: string[] = [];
  let from = 0;
  let size = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start) + 1 || text.length;
    const cost = jsonCost(text.slice(start, end));
    if (size > 0 && size + cost > most) {
      parts.push(text.slice(from, start));
      from = start;
      size = 0;
    }
    size += cost;
    start = end;
  }
  parts.push(text.slice(from));
  return parts;
}
