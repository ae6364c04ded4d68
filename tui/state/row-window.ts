/**
 * The rows of a long answer that are in memory. They form adjacent parts. For the other parts, only the cursors are
 * kept.
 */
import type { JsonObject, Outcome, Part, Row } from "../../core/host/frontend-api.ts";
import type { RowWindow, Trail, TrailEntry } from "./trail.ts";

/** Maximum number of rows to keep in memory for an answer. It covers many screens in both directions. */
export const MAX_HELD_ROWS = 30_000;

export function windowOf({ window, outcome, view }: TrailEntry): RowWindow {
  if (window) return window;
  const parts = outcome?.parts?.length ? outcome.parts : [{ before: 0, input: {} }];
  return { from: 0, parts: outcome?.next ? known(parts, view.rows.length, outcome.next) : parts };
}

export function windowEnd(entry: TrailEntry): number {
  return windowOf(entry).from + entry.view.rows.length;
}

/** Returns the part that contains a row of the answer. */
export function partAt({ parts }: RowWindow, row: number): Part {
  return parts.findLast(({ before }) => before <= row) ?? { before: 0, input: {} };
}

function known(parts: readonly Part[], before: number, input: JsonObject): readonly Part[] {
  if (parts.some((part) => part.before === before)) return parts;
  return [...parts, { before, input }].sort((a, b) => a.before - b.before);
}

/** The result of loading a part. */
export interface Fetched {
  part: Part;
  rows: readonly Row[];
  next: JsonObject | undefined;
}

/** Adds the next part and drops rows far above, but never the row `near`. */
export function withPartBelow(entry: TrailEntry, { part, rows, next }: Fetched, near: number): TrailEntry {
  const { from, parts } = windowOf(entry);
  const all = entry.view.rows.concat(rows);
  const end = part.before + rows.length;
  const index = next ? known(parts, end, next) : parts;
  const over = from + all.length - MAX_HELD_ROWS;
  // Drop whole parts, so that they can be loaded again.
  const start = Math.max(from, partAt({ from, parts: index }, Math.min(over, near)).before);
  return withWindow(entry, { from: start, parts: index }, all.slice(start - from), next);
}

/** Adds the previous part and drops rows far below, but never the row `near`. */
export function withPartAbove(entry: TrailEntry, { part, rows }: Fetched, near: number): TrailEntry {
  const { from, parts } = windowOf(entry);
  const all = [...rows.slice(0, from - part.before), ...entry.view.rows];
  const start = from - Math.min(rows.length, from - part.before);
  const end = start + all.length;
  const cut = parts.find(({ before }) => before >= Math.max(start + MAX_HELD_ROWS, near + 1) && before < end);
  const next = cut?.input ?? entry.outcome?.next;
  return withWindow(entry, { from: start, parts }, cut ? all.slice(0, cut.before - start) : all, next);
}

/** Replaces all rows with this part. */
export function withOnlyPart(entry: TrailEntry, { part, rows, next }: Fetched): TrailEntry {
  const { parts } = windowOf(entry);
  const index = next ? known(parts, part.before + rows.length, next) : parts;
  return withWindow(entry, { from: part.before, parts: index }, rows, next);
}

/** Records the end of a part that precedes the requested one. Its rows are not kept. */
export function withPartEnd(entry: TrailEntry, { part, rows, next }: Fetched): TrailEntry {
  const { from, parts } = windowOf(entry);
  return next ? { ...entry, window: { from, parts: known(parts, part.before + rows.length, next) } } : entry;
}

/** Converts a loaded row to its index in the whole answer. */
export function rowIndexOf(entry: TrailEntry, row: Row | undefined): number {
  return windowOf(entry).from + Math.max(0, row ? entry.view.rows.indexOf(row) : 0);
}

/** Maximum number of rows to keep in memory for all other answers on a trail. */
const MAX_FAR_ROWS = 60_000;

/**
 * If there are too many rows, drops the rows of answers that are far from the visible one. Going back loads them
 * again.
 */
export function withoutFarRows(trail: Trail, repeats: (entry: TrailEntry) => boolean): Trail {
  let rows = 0;
  const far = [...trail.entries.keys()].sort((a, b) => Math.abs(a - trail.at) - Math.abs(b - trail.at));
  const dropped = new Set(
    far.filter((index) => {
      const entry = trail.entries[index]!;
      if (index === trail.at || entry.status !== "done") return false;
      rows += entry.view.rows.length;
      return rows > MAX_FAR_ROWS && repeats(entry);
    }),
  );
  if (dropped.size === 0) return trail;
  return { ...trail, entries: trail.entries.map((entry, index) => (dropped.has(index) ? unloaded(entry) : entry)) };
}

function unloaded(entry: TrailEntry): TrailEntry {
  const { outcome: _, window, model: __, ...rest } = entry;
  return { ...rest, status: "unloaded", view: { rows: [] }, ...(window?.from ? { seek: window.from } : {}) };
}

function withWindow(
  entry: TrailEntry,
  window: RowWindow,
  rows: readonly Row[],
  next: JsonObject | undefined,
): TrailEntry {
  const { next: _, page: __, ...outcome }: Outcome = entry.outcome!;
  return {
    ...entry,
    window,
    view: { ...entry.view, rows: [...rows] },
    outcome: next ? { ...outcome, next } : outcome,
  };
}
