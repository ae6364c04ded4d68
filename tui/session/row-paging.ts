/**
 * Pages through long answers. We only keep the rows around the cursor, and load others as needed while the user scrolls or
 * jumps, one page of the tool at a time. If the tool reports that files have changed since the first page, we suggest running
 * it again. We don't automatically try a page again if it failed.
 */

import { JigError, type Outcome, type Part, type Row, toJigError, valueAt } from "../../core/host/frontend-api.ts";
import { moveList } from "../components/list/list-state.ts";
import { resultHeight } from "../layout/geometry.ts";
import { entryInAnyTab, withEntryInAnyTab } from "../state/explorer-state.ts";
import {
  type Fetched,
  partAt,
  rowIndexOf,
  windowEnd,
  windowOf,
  withOnlyPart,
  withPartAbove,
  withPartBelow,
  withPartEnd,
} from "../state/row-window.ts";
import { currentEntry, type TrailEntry, withTabState } from "../state/trail.ts";
import type { RenderedView } from "../views/renderer.ts";
import type { SessionContext } from "./session-context.ts";

export interface RowPaging {
  /** Loads more rows if the cursor is close to either end. */
  loadNearCursor(): void;
  /** Goes to an end and loads all parts on the way, unless it is stopped with `stop`. */
  toEnd(end: "first" | "last"): void;
  /** Stops loading. Returns true if something was being loaded. */
  stop(): boolean;
}

/** If the end is closer than this many screens, we load in advance. */
const AHEAD = 3;
/** The same happens within the last tenth of the rows, because long parts take longer to load. */
const SHARE = 10;
/** The number of rows that a picture gets without scrolling. */
const PICTURED = 2000;

export function createRowPaging(context: SessionContext): RowPaging {
  const { host } = context;
  let loading: AbortController | undefined;
  /** The row that we are trying to show. */
  let goal: { id: number; row: number } | undefined;

  const change = (id: number, how: (entry: TrailEntry) => TrailEntry) =>
    context.update(withEntryInAnyTab(context.state(), id, how));

  async function load(
    entry: TrailEntry,
    part: Part,
    put: (entry: TrailEntry, fetched: Fetched) => TrailEntry,
  ): Promise<void> {
    const call = new AbortController();
    loading = call;
    const input = { ...entry.input, ...part.input };
    if (goal) context.update({ seeking: { rows: part.before, of: totalOf(context, entry) } });
    let failed = true;
    try {
      const outcome = await host.invoke(entry.tool, input, { signal: call.signal });
      const view = await host.view(entry.tool, withoutNextPage(outcome), input);
      if (call.signal.aborted) return;
      failed = outcome.failed === true;
      if (failed) context.notify("warning", `The next page could not be loaded: ${view.rows[0]?.text ?? "it failed"}`);
      else keepingPlace(entry.id, (each) => put(each, { part, rows: view.rows, next: outcome.next }));
      if (outcome.changed?.length)
        context.notify("warning", "Files have changed since this was run: press ctrl+r to run it again");
    } catch (error) {
      context.notify("error", toJigError(error, "fetch the next page").advice);
    } finally {
      if (loading === call) loading = undefined;
    }
    if (call.signal.aborted) return;
    // It failed before, so we don't try again on each keystroke.
    if (failed && part.before === windowEnd(entry))
      change(entry.id, (each) => ({ ...each, outcome: withoutNextPage(each.outcome!) }));
    if (failed) stop();
    else loadNearCursor();
  }

  /** Replaces the rows around the cursor. The cursor stays on the same row, at the same height on the screen. */
  function keepingPlace(id: number, how: (entry: TrailEntry) => TrailEntry): void {
    const before = context.rendered();
    const old = entryInAnyTab(context.state(), id);
    if (!before || !old || currentEntry(context.state().trail)?.id !== id || old.tab !== "result") {
      change(id, how);
      return;
    }
    const { list } = old.tabStates.result;
    const row = before.row(list.cursor);
    // Headings belong to the row below.
    const ahead = row !== undefined && before.row(list.cursor + 1) === row ? 1 : 0;
    change(id, how);
    const after = context.rendered();
    const line = after && lineOf(after, row);
    if (!after || line === undefined || line - ahead === list.cursor) return;
    const moved = line - ahead - list.cursor;
    const next = { cursor: list.cursor + moved, top: Math.max(0, list.top + moved) };
    change(id, (each) => withTabState(each, (tabState) => ({ ...tabState, list: next })));
  }

  function arrive(entry: TrailEntry, wanted: number): void {
    const rendered = context.rendered();
    goal = undefined;
    context.update({ seeking: undefined });
    if (!rendered) return;
    const { rows } = entry.view;
    const row = rows[Math.min(wanted - windowOf(entry).from, rows.length - 1)];
    const line = wanted === Number.POSITIVE_INFINITY ? rendered.count - 1 : wanted === 0 ? 0 : lineOf(rendered, row);
    const height = resultHeight(context.state(), rendered);
    const to = { to: line ?? 0 };
    change(entry.id, (each) =>
      withTabState(each, (tabState) => ({ ...tabState, list: moveList(tabState.list, to, rendered.count, height) })),
    );
    loadNearCursor();
  }

  function approach(entry: TrailEntry, row: number): void {
    const { from } = windowOf(entry);
    const end = windowEnd(entry);
    if (row >= from && (row < end || !entry.outcome?.next)) {
      arrive(entry, row);
      return;
    }
    const part = partAt(windowOf(entry), row);
    if (part.before > end || row < from) void load(entry, part, withOnlyPart);
    else
      void load(entry, { before: end, input: entry.outcome!.next! }, (each, fetched) =>
        withPartBelow(each, fetched, end),
      );
  }

  function loadNearCursor(): void {
    const state = context.state();
    const entry = currentEntry(state.trail);
    if (goal && goal.id !== entry?.id) stop();
    const rendered = context.rendered();
    if (!entry || !rendered || loading) return;
    if (entry.tab !== "result" || entry.status !== "done" || !entry.outcome) return;
    if (entry.seek !== undefined) {
      goal = { id: entry.id, row: entry.seek };
      change(entry.id, ({ seek: _, ...each }) => each);
      loadNearCursor();
      return;
    }
    if (goal) {
      approach(entry, goal.row);
      return;
    }
    const { cursor } = entry.tabStates.result.list;
    const margin = Math.max(AHEAD * resultHeight(state, rendered), Math.floor(entry.view.rows.length / SHARE));
    const { from } = windowOf(entry);
    const { next } = entry.outcome;
    const pictured = state.isPicture && entry.view.rows.length < PICTURED;
    if (next && (pictured || rendered.count - cursor <= margin)) {
      const near = rowAt(entry, cursor);
      void load(entry, { before: windowEnd(entry), input: next }, (each, fetched) =>
        withPartBelow(each, fetched, near),
      );
    } else if (from > 0 && cursor <= margin) {
      const near = rowAt(entry, cursor);
      const part = partAt(windowOf(entry), from - 1);
      void load(entry, part, (each, fetched) =>
        part.before + fetched.rows.length >= windowOf(each).from || !fetched.next
          ? withPartAbove(each, fetched, near)
          : withPartEnd(each, fetched),
      );
    }
  }

  function rowAt(entry: TrailEntry, line: number): number {
    return rowIndexOf(entry, context.rendered()?.row(line));
  }

  function stop(): boolean {
    const wasSeeking = goal !== undefined;
    goal = undefined;
    if (wasSeeking) loading?.abort(new JigError("CANCELLED", "The user moved to another row"));
    if (wasSeeking) loading = undefined;
    if (context.state().seeking) context.update({ seeking: undefined });
    return wasSeeking;
  }

  return {
    loadNearCursor,
    toEnd(end) {
      const entry = currentEntry(context.state().trail);
      if (!entry) return;
      goal = { id: entry.id, row: end === "last" ? Number.POSITIVE_INFINITY : 0 };
      loadNearCursor();
    },
    stop,
  };
}

/** Returns the line of a row. If there are several, it is the last one, because a heading counts towards the row below it. */
function lineOf(rendered: RenderedView, row: Row | undefined): number | undefined {
  if (row === undefined) return undefined;
  for (let line = rendered.count - 1; line >= 0; line--) if (rendered.row(line) === row) return line;
  return undefined;
}

/** Returns undefined if the answer doesn't say. */
function totalOf(context: SessionContext, { tool, outcome, view }: TrailEntry): number | undefined {
  if (!outcome) return undefined;
  if (!outcome.next && view.rows.length === 0) return undefined;
  for (const { at, total } of context.tool(tool)?.output.rows ?? []) {
    if (total === undefined || valueAt(outcome.value, at.split("/*")[0]!) === undefined) continue;
    const count = valueAt(outcome.value, total);
    if (typeof count === "number") return count;
  }
  return undefined;
}

/** Removes the next page from an answer, because we load it ourselves. */
export function withoutNextPage({ next: _, page: __, ...outcome }: Outcome): Outcome {
  return outcome;
}
