/** Implements the state of a review, which is the selected hunks and whether the plan can be applied or undone. */
import { isObject, type Row } from "../../core/host/frontend-api.ts";
import type { ExplorerState } from "./explorer-state.ts";
import { currentEntry, type TabState, type TrailEntry } from "./trail.ts";

export function planIn(entry: TrailEntry | undefined): { plan: string; state: string } | undefined {
  const value = entry?.outcome?.value;
  if (entry?.status !== "done" || !isObject(value)) return undefined;
  const { plan, state } = value;
  return typeof plan === "string" && typeof state === "string" ? { plan, state } : undefined;
}

/** Returns true if the screen shows a plan that hasn't been applied, so that hunks can be selected. */
export function isReviewing({ trail }: ExplorerState): boolean {
  const shown = planIn(currentEntry(trail));
  return shown !== undefined && shown.state !== "applied";
}

export function isUndoable({ trail }: ExplorerState): boolean {
  return planIn(currentEntry(trail))?.state === "applied";
}

/** Deselects all hunks if any of them are selected, and otherwise selects all. */
export function toggled(tabState: TabState, hunks: readonly number[]): TabState {
  const leftOut = new Set(tabState.arrangement.leftOut);
  const isTaken = hunks.some((hunk) => !leftOut.has(hunk));
  for (const hunk of hunks) {
    if (isTaken) leftOut.add(hunk);
    else leftOut.delete(hunk);
  }
  return { ...tabState, arrangement: { ...tabState.arrangement, leftOut } };
}

export function hunksOfFile(rows: readonly Row[], row: Row): number[] {
  const at = rows.indexOf(row);
  const isHeading = ({ hunk, text }: Row) => hunk === undefined && text.startsWith("--- ");
  let from = at;
  while (from > 0 && !isHeading(rows[from] ?? row)) from--;
  const end = rows.findIndex((each, index) => index > from && isHeading(each));
  const own = rows.slice(from, end < 0 ? undefined : end).flatMap(({ hunk }) => hunk ?? []);
  return [...new Set(own)];
}

/** Returns the selected hunks, or undefined if these are all of them. */
export function chosenHunks({ view, tabStates }: TrailEntry): number[] | undefined {
  const { leftOut } = tabStates.result.arrangement;
  const all = new Set(view.rows.flatMap(({ hunk }) => hunk ?? []));
  const chosen = [...all].filter((hunk) => !leftOut?.has(hunk));
  return chosen.length === all.size ? undefined : chosen;
}
