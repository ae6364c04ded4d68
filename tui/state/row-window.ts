/** Which rows of a long answer are held: parts next to each other, the others known by how they are asked for. Pure. */
import type { JsonObject, Outcome, Part, Row } from "../../core/host/frontend-api.ts";
import type { Trail, Visit } from "./trail.ts";

/** The rows held are those from `from` on. */
export interface Window {
  /** Rows of the answer before those that are held. */
  from: number;
  /** Where parts begin, as far as that is known, in order. */
  parts: readonly Part[];
}

/** Rows that are held of one answer: many screens in both directions, and little memory. */
export const HELD = 30_000;

export function windowOf({ window, outcome, view }: Visit): Window {
  if (window) return window;
  const parts = outcome?.parts?.length ? outcome.parts : [{ before: 0, input: {} }];
  return { from: 0, parts: outcome?.next ? known(parts, view.rows.length, outcome.next) : parts };
}

export function endOf(visit: Visit): number {
  return windowOf(visit).from + visit.view.rows.length;
}

/** The last part that begins at this row of the answer or before it. */
export function partAt({ parts }: Window, row: number): Part {
  return parts.findLast(({ before }) => before <= row) ?? { before: 0, input: {} };
}

function known(parts: readonly Part[], before: number, input: JsonObject): readonly Part[] {
  if (parts.some((part) => part.before === before)) return parts;
  return [...parts, { before, input }].sort((a, b) => a.before - b.before);
}

/** What came of asking for a part. */
export interface Fetched {
  part: Part;
  rows: readonly Row[];
  next: JsonObject | undefined;
}

/** With the part that lies below: what is far above goes, never the row `near`. */
export function withBelow(visit: Visit, { part, rows, next }: Fetched, near: number): Visit {
  const { from, parts } = windowOf(visit);
  const all = visit.view.rows.concat(rows);
  const end = part.before + rows.length;
  const index = next ? known(parts, end, next) : parts;
  const over = from + all.length - HELD;
  // Whole parts go, so that they can be asked for again.
  const start = Math.max(from, partAt({ from, parts: index }, Math.min(over, near)).before);
  return held(visit, { from: start, parts: index }, all.slice(start - from), next);
}

/** With the part that ends where the rows held begin: what is far below goes, never the row `near`. */
export function withAbove(visit: Visit, { part, rows }: Fetched, near: number): Visit {
  const { from, parts } = windowOf(visit);
  const all = [...rows.slice(0, from - part.before), ...visit.view.rows];
  const start = from - Math.min(rows.length, from - part.before);
  const end = start + all.length;
  const cut = parts.find(({ before }) => before >= Math.max(start + HELD, near + 1) && before < end);
  const next = cut?.input ?? visit.outcome?.next;
  return held(visit, { from: start, parts }, cut ? all.slice(0, cut.before - start) : all, next);
}

/** Only this part. */
export function withOnly(visit: Visit, { part, rows, next }: Fetched): Visit {
  const { parts } = windowOf(visit);
  const index = next ? known(parts, part.before + rows.length, next) : parts;
  return held(visit, { from: part.before, parts: index }, rows, next);
}

/** A part that lies before the one that is wanted: only where it ends is kept. */
export function withEnd(visit: Visit, { part, rows, next }: Fetched): Visit {
  const { from, parts } = windowOf(visit);
  return next ? { ...visit, window: { from, parts: known(parts, part.before + rows.length, next) } } : visit;
}

/** The row of the answer at a row that is held. */
export function rowOf(visit: Visit, row: Row | undefined): number {
  return windowOf(visit).from + Math.max(0, row ? visit.view.rows.indexOf(row) : 0);
}

/** Rows of all other answers on a trail that are held. */
const HELD_BESIDE = 60_000;

/** Without the rows of answers that lie far from the one in sight, where they are many: who comes back has them asked for again. */
export function lightened(trail: Trail, repeats: (visit: Visit) => boolean): Trail {
  let rows = 0;
  const far = [...trail.visits.keys()].sort((a, b) => Math.abs(a - trail.at) - Math.abs(b - trail.at));
  const dropped = new Set(
    far.filter((index) => {
      const visit = trail.visits[index]!;
      if (index === trail.at || visit.status !== "done") return false;
      rows += visit.view.rows.length;
      return rows > HELD_BESIDE && repeats(visit);
    }),
  );
  if (dropped.size === 0) return trail;
  return { ...trail, visits: trail.visits.map((visit, index) => (dropped.has(index) ? unheld(visit) : visit)) };
}

function unheld(visit: Visit): Visit {
  const { outcome: _, window, model: __, ...rest } = visit;
  return { ...rest, status: "kept", view: { rows: [] }, ...(window?.from ? { seek: window.from } : {}) };
}

function held(visit: Visit, window: Window, rows: readonly Row[], next: JsonObject | undefined): Visit {
  const { next: _, page: __, ...outcome }: Outcome = visit.outcome!;
  return {
    ...visit,
    window,
    view: { ...visit.view, rows: [...rows] },
    outcome: next ? { ...outcome, next } : outcome,
  };
}
