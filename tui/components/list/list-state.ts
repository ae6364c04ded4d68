/** Implements the cursor and the scrolling of lists. */

export interface ListState {
  cursor: number;
  /** The index of the line at the top. */
  top: number;
}

export const LIST_START: ListState = { cursor: 0, top: 0 };

export type ListMove =
  | { by: number }
  | { to: number }
  /** Moves by pages, but not beyond the ends of the list. */
  | { pages: number }
  | { end: "first" | "last" };

/** Moves the cursor, and scrolls only as far as necessary. */
export function moveList(state: ListState, move: ListMove, count: number, height: number): ListState {
  const page = Math.max(1, height - 1);
  let cursor = state.cursor;
  if ("by" in move) cursor += move.by;
  else if ("pages" in move) cursor += move.pages * page;
  else if ("to" in move) cursor = move.to;
  else cursor = move.end === "first" ? 0 : count - 1;
  return inSight({ ...state, cursor }, count, height);
}

/** Corrects the cursor and the scroll offset after the list or the screen has changed. */
export function inSight({ cursor, top }: ListState, count: number, height: number): ListState {
  const space = Math.max(1, height);
  const at = Math.max(0, Math.min(cursor, count - 1));
  let first = Math.min(top, at);
  if (at >= first + space) first = at - space + 1;
  first = Math.max(0, Math.min(first, count - space));
  return { cursor: at, top: first };
}

/** Scrolls for the mouse wheel. The cursor does not move until it would no longer be visible. */
export function scrollList({ cursor, top }: ListState, by: number, count: number, height: number): ListState {
  const first = Math.max(0, Math.min(top + by, count - height));
  return { top: first, cursor: Math.max(first, Math.min(cursor, first + height - 1, count - 1)) };
}

/** Scrolls text that has no cursor. */
export function scrollBy({ top }: ListState, move: ListMove, count: number, height: number): ListState {
  const lastTop = Math.max(0, count - height);
  const { cursor } = moveList({ cursor: top, top }, move, lastTop + 1, height);
  return { cursor, top: cursor };
}
