/**
 * Implements a sliding window over the rows of a long answer. We keep a run of adjacent parts (the tool's pages) and drop those
 * at the far end if there are too many. Of a dropped part we only keep its input, which is enough to load it again when the
 * user scrolls back.
 */
import type { JsonObject, Outcome, Part, Row } from "../../core/host/frontend-api.ts";
import type { RowWindow, Trail, TrailEntry } from "./trail.ts";

/** The maximum number of rows for each answer, which is many screens in either direction. */
export const MAX_HELD_ROWS = 30_000;

export function windowOf({ window, outcome, view }: TrailEntry): RowWindow {
  if (window) return window;
  const parts = outcome?.parts?.length ? outcome.parts : [{ before: 0, input: {} }];
  return { from: 0, parts: outcome?.next ? known(parts, view.rows.length, outcome.next) : parts };
}

export function windowEnd(entry: TrailEntry): number {
  return windowOf(entry).from + entry.view.rows.length;
}

export function partAt({ parts }: RowWindow, row: number): Part {
  return parts.findLast(({ before }) => before <= row) ?? { before: 0, input: {} };
}

function known(parts: readonly Part[], before: number, input: JsonObject): readonly Part[] {
  if (parts.some((part) => part.before === before)) return parts;
  return [...parts, { before, input }].sort((a, b) => a.before - b.before);
}

export interface Fetched {
  part: Part;
  rows: readonly Row[];
  next: JsonObject | undefined;
}

/** Adds a part. Rows far above are dropped to make room, but never the one at `near`. */
export function withPartBelow(entry: TrailEntry, { part, rows, next }: Fetched, near: number): TrailEntry {
  const { from, parts } = windowOf(entry);
  const all = entry.view.rows.concat(rows);
  const end = part.before + rows.length;
  const index = next ? known(parts, end, next) : parts;
  const over = from + all.length - MAX_HELD_ROWS;
  // We only drop whole parts, because half a part couldn't be loaded again.
  const start = Math.max(from, partAt({ from, parts: index }, Math.min(over, near)).before);
  return withWindow(entry, { from: start, parts: index }, all.slice(start - from), next);
}

/** Adds a part. Rows far below are dropped to make room, but never the one at `near`. */
export function withPartAbove(entry: TrailEntry, { part, rows }: Fetched, near: number): TrailEntry {
  const { from, parts } = windowOf(entry);
  const all = [...rows.slice(0, from - part.before), ...entry.view.rows];
  const start = from - Math.min(rows.length, from - part.before);
  const end = start + all.length;
  const cut = parts.find(({ before }) => before >= Math.max(start + MAX_HELD_ROWS, near + 1) && before < end);
  const next = cut?.input ?? entry.outcome?.next;
  return withWindow(entry, { from: start, parts }, cut ? all.slice(0, cut.before - start) : all, next);
}

export function withOnlyPart(entry: TrailEntry, { part, rows, next }: Fetched): TrailEntry {
  const { parts } = windowOf(entry);
  const index = next ? known(parts, part.before + rows.length, next) : parts;
  return withWindow(entry, { from: part.before, parts: index }, rows, next);
}

/** Adds a part on the way to the row that we want. We keep its end but not its rows. */
export function withPartEnd(entry: TrailEntry, { part, rows, next }: Fetched): TrailEntry {
  const { from, parts } = windowOf(entry);
  return next ? { ...entry, window: { from, parts: known(parts, part.before + rows.length, next) } } : entry;
}

/** Converts a loaded row to its index in the whole answer. */
export function rowIndexOf(entry: TrailEntry, row: Row | undefined): number {
  return windowOf(entry).from + Math.max(0, row ? entry.view.rows.indexOf(row) : 0);
}

/** The maximum number of rows for all other answers on the trail together. */
const MAX_FAR_ROWS = 60_000;

/** Unloads answers far from the visible one if there are too many rows. When the user goes back, they are loaded again. */
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
