/** Goes on where an answer was given in part: the rows around the cursor are held, others asked for as somebody scrolls or leaps to them. */

import { JigError, type Outcome, type Part, type Row, toJigError, valueAt } from "../../core/host/frontend-api.ts";
import { moveList } from "../components/list/list-state.ts";
import { resultHeight } from "../layout/geometry.ts";
import { visitOf, withVisit } from "../state/explorer-state.ts";
import {
  endOf,
  type Fetched,
  partAt,
  rowOf,
  windowOf,
  withAbove,
  withBelow,
  withEnd,
  withOnly,
} from "../state/row-window.ts";
import { currentVisit, type Visit, withPlace } from "../state/trail.ts";
import type { Drawn } from "../views/renderer.ts";
import type { Core } from "./session-context.ts";

export interface Paging {
  /** Asks for the next part where the cursor comes near an end of what is held. */
  look(): void;
  /** Goes to the first or the last row of all, whatever lies between, or until `stop`. */
  toEnd(end: "first" | "last"): void;
  /** True where something was asked for. */
  stop(): boolean;
}

/** Parts are small beside what a person scrolls over in a second. */
const AHEAD = 3;
/** Of what is held this part is left on either side when more is asked for: long parts take longer to come. */
const SHARE = 10;
/** Rows that are fetched for a picture without anybody scrolling to them. */
const PICTURED = 2000;

export function createPaging(core: Core): Paging {
  const { host } = core;
  let loading: AbortController | undefined;
  /** The row of the answer that somebody wants to see. */
  let goal: { id: number; row: number } | undefined;

  const change = (id: number, how: (visit: Visit) => Visit) => core.update(withVisit(core.state(), id, how));

  async function load(visit: Visit, part: Part, put: (visit: Visit, fetched: Fetched) => Visit): Promise<void> {
    const call = new AbortController();
    loading = call;
    const input = { ...visit.input, ...part.input };
    if (goal) core.update({ seeking: { rows: part.before, of: totalOf(core, visit) } });
    let failed = true;
    try {
      const outcome = await host.invoke(visit.tool, input, { signal: call.signal });
      const view = await host.view(visit.tool, whole(outcome), input);
      if (call.signal.aborted) return;
      failed = outcome.failed === true;
      if (failed) core.say("warning", `The next page could not be loaded: ${view.rows[0]?.text ?? "it failed"}`);
      else keepingPlace(visit.id, (each) => put(each, { part, rows: view.rows, next: outcome.next }));
      if (outcome.changed?.length) core.say("warning", "Files changed since this was run: ctrl+r runs it again");
    } catch (error) {
      core.say("error", toJigError(error, "fetch the next page").advice);
    } finally {
      if (loading === call) loading = undefined;
    }
    if (call.signal.aborted) return;
    // What failed once is not asked for with every key.
    if (failed && part.before === endOf(visit))
      change(visit.id, (each) => ({ ...each, outcome: whole(each.outcome!) }));
    if (failed) stop();
    else look();
  }

  /** Changes which rows are held; the cursor stays on its row, and the row where it is on the screen. */
  function keepingPlace(id: number, how: (visit: Visit) => Visit): void {
    const before = core.drawn();
    const old = visitOf(core.state(), id);
    if (!before || !old || currentVisit(core.state().trail)?.id !== id || old.tab !== "result") {
      change(id, how);
      return;
    }
    const { list } = old.places.result;
    const row = before.row(list.cursor);
    // A heading stands for the row below it.
    const ahead = row !== undefined && before.row(list.cursor + 1) === row ? 1 : 0;
    change(id, how);
    const after = core.drawn();
    const line = after && lineOf(after, row);
    if (!after || line === undefined || line - ahead === list.cursor) return;
    const moved = line - ahead - list.cursor;
    const next = { cursor: list.cursor + moved, top: Math.max(0, list.top + moved) };
    change(id, (each) => withPlace(each, (place) => ({ ...place, list: next })));
  }

  function arrive(visit: Visit, wanted: number): void {
    const drawn = core.drawn();
    goal = undefined;
    core.update({ seeking: undefined });
    if (!drawn) return;
    const { rows } = visit.view;
    const row = rows[Math.min(wanted - windowOf(visit).from, rows.length - 1)];
    const line = wanted === Number.POSITIVE_INFINITY ? drawn.count - 1 : wanted === 0 ? 0 : lineOf(drawn, row);
    const height = resultHeight(core.state(), drawn);
    const to = { to: line ?? 0 };
    change(visit.id, (each) =>
      withPlace(each, (place) => ({ ...place, list: moveList(place.list, to, drawn.count, height) })),
    );
    look();
  }

  /** Towards the row that somebody wants to see. */
  function approach(visit: Visit, row: number): void {
    const { from } = windowOf(visit);
    const end = endOf(visit);
    if (row >= from && (row < end || !visit.outcome?.next)) {
      arrive(visit, row);
      return;
    }
    const part = partAt(windowOf(visit), row);
    if (part.before > end || row < from) void load(visit, part, withOnly);
    else
      void load(visit, { before: end, input: visit.outcome!.next! }, (each, fetched) => withBelow(each, fetched, end));
  }

  function look(): void {
    const state = core.state();
    const visit = currentVisit(state.trail);
    if (goal && goal.id !== visit?.id) stop();
    const drawn = core.drawn();
    if (!visit || !drawn || loading) return;
    if (visit.tab !== "result" || visit.status !== "done" || !visit.outcome) return;
    if (visit.seek !== undefined) {
      goal = { id: visit.id, row: visit.seek };
      change(visit.id, ({ seek: _, ...each }) => each);
      look();
      return;
    }
    if (goal) {
      approach(visit, goal.row);
      return;
    }
    const { cursor } = visit.places.result.list;
    const margin = Math.max(AHEAD * resultHeight(state, drawn), Math.floor(visit.view.rows.length / SHARE));
    const { from } = windowOf(visit);
    const { next } = visit.outcome;
    const pictured = state.pictured && visit.view.rows.length < PICTURED;
    if (next && (pictured || drawn.count - cursor <= margin)) {
      const near = rowAt(visit, cursor);
      void load(visit, { before: endOf(visit), input: next }, (each, fetched) => withBelow(each, fetched, near));
    } else if (from > 0 && cursor <= margin) {
      const near = rowAt(visit, cursor);
      const part = partAt(windowOf(visit), from - 1);
      void load(visit, part, (each, fetched) =>
        part.before + fetched.rows.length >= windowOf(each).from || !fetched.next
          ? withAbove(each, fetched, near)
          : withEnd(each, fetched),
      );
    }
  }

  /** Which row of the answer stands at a line. */
  function rowAt(visit: Visit, line: number): number {
    return rowOf(visit, core.drawn()?.row(line));
  }

  function stop(): boolean {
    const asked = goal !== undefined;
    goal = undefined;
    if (asked) loading?.abort(new JigError("CANCELLED", "Somebody went elsewhere"));
    if (asked) loading = undefined;
    if (core.state().seeking) core.update({ seeking: undefined });
    return asked;
  }

  return {
    look,
    toEnd(end) {
      const visit = currentVisit(core.state().trail);
      if (!visit) return;
      goal = { id: visit.id, row: end === "last" ? Number.POSITIVE_INFINITY : 0 };
      look();
    },
    stop,
  };
}

/** The line of a row: the last one, for a heading stands for the row below it. */
function lineOf(drawn: Drawn, row: Row | undefined): number | undefined {
  if (row === undefined) return undefined;
  for (let line = drawn.count - 1; line >= 0; line--) if (drawn.row(line) === row) return line;
  return undefined;
}

/** How many rows there are in all, where the answer says so. */
export function totalOf(core: Core, { tool, outcome, view }: Visit): number | undefined {
  if (!outcome) return undefined;
  if (!outcome.next && view.rows.length === 0) return undefined;
  for (const { at, total } of core.tool(tool)?.output.rows ?? []) {
    if (total === undefined || valueAt(outcome.value, at.split("/*")[0]!) === undefined) continue;
    const count = valueAt(outcome.value, total);
    if (typeof count === "number") return count;
  }
  return undefined;
}

/** The answer without the way on: the explorer goes on by itself. */
export function whole({ next: _, page: __, ...outcome }: Outcome): Outcome {
  return outcome;
}
