/** Goes on where an answer was given in part: rows of the next page come below those in sight as somebody scrolls to them. */
import { type Outcome, toJigError } from "../../core/host/door-api.ts";
import { moveList } from "../components/list/list-state.ts";
import type { Core } from "./core.ts";
import { resultHeight } from "./geometry.ts";
import { changed, currentVisit, type Visit, withPlace } from "./visit.ts";

export interface Paging {
  /** Fetches the next page where the cursor comes near the end of what is there. */
  look(): void;
  /** Fetches page after page until the last row, or until `stop`. */
  toEnd(): void;
  stop(): void;
}

/** Pages are small beside what a person scrolls over in a second. */
const AHEAD = 3;
/** Rows that are fetched for a picture without anybody scrolling to them. */
const PICTURED = 2000;

export function createPaging(core: Core): Paging {
  const { host } = core;
  let loading: number | undefined;
  let ending: number | undefined;

  const change = (id: number, how: (visit: Visit) => Visit) =>
    core.update({ trail: changed(core.state().trail, id, how) });

  async function load(visit: Visit): Promise<void> {
    loading = visit.id;
    const input = { ...visit.input, ...visit.outcome!.next };
    try {
      const outcome = await host.invoke(visit.tool, input, {});
      const view = await host.view(visit.tool, whole(outcome), input);
      if (outcome.failed) core.say("warning", `The next page did not come: ${view.rows[0]?.text ?? "it failed"}`);
      const rows = outcome.failed ? [] : view.rows;
      change(visit.id, (each) => ({
        ...each,
        view: { ...each.view, rows: each.view.rows.concat(rows) },
        // What failed once is not asked for with every key.
        outcome: { ...whole(each.outcome!), ...(outcome.next && !outcome.failed ? { next: outcome.next } : {}) },
      }));
    } catch (error) {
      core.say("error", toJigError(error, "fetch the next page").advice);
    } finally {
      loading = undefined;
    }
    if (ending === visit.id) last(visit.id);
    look();
  }

  function last(id: number): void {
    const drawn = core.drawn();
    if (!drawn || currentVisit(core.state().trail)?.id !== id) return;
    const height = resultHeight(core.state(), drawn);
    const end = { end: "last" } as const;
    change(id, (each) =>
      withPlace(each, (place) => ({ ...place, list: moveList(place.list, end, drawn.count, height) })),
    );
  }

  function look(): void {
    const visit = currentVisit(core.state().trail);
    const drawn = core.drawn();
    if (!visit || !drawn || loading !== undefined) return;
    if (visit.tab !== "result" || visit.status !== "done" || !visit.outcome?.next) return;
    const near = drawn.count - visit.places.result.list.cursor <= AHEAD * resultHeight(core.state(), drawn);
    const pictured = core.state().pictured && visit.view.rows.length < PICTURED;
    if (near || pictured || ending === visit.id) void load(visit);
  }

  return {
    look,
    toEnd() {
      ending = currentVisit(core.state().trail)?.id;
      look();
    },
    stop() {
      ending = undefined;
    },
  };
}

/** The answer without the way on: the explorer goes on by itself. */
export function whole({ next: _, page: __, ...outcome }: Outcome): Outcome {
  return outcome;
}
