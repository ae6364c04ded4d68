/** Moves the selection in a two-dimensional view, by arrow keys or mouse. */
import { paneInside, resultHeight } from "../layout/geometry.ts";
import { currentEntry, currentTabState, scrollOf, type TabState } from "../state/trail.ts";
import type { Direction, PaneSize, Picture } from "../views/picture-window.ts";
import { changeTabState, type SessionContext } from "./session-context.ts";

/** Returns false if there is no picture. */
export function moveInPicture(context: SessionContext, direction: Direction): boolean {
  const found = pictureOf(context);
  if (!found) return false;
  const { picture, tabState, pane } = found;
  changeTabState(context, () => at(tabState, picture, picture.toward(tabState.list.cursor, direction, pane), pane));
  return true;
}

/** Selects the item at a position in the pane. Returns false if there is no picture. */
export function clickInPicture(context: SessionContext, x: number, y: number): boolean {
  const found = pictureOf(context);
  if (!found) return false;
  const { picture, tabState, pane } = found;
  const item = picture.at(x, y, tabState.list.cursor, scrollOf(tabState), pane);
  if (item !== undefined) changeTabState(context, () => at(tabState, picture, item, pane));
  return true;
}

function pictureOf(context: SessionContext): { picture: Picture; tabState: TabState; pane: PaneSize } | undefined {
  const entry = currentEntry(context.state().trail);
  const rendered = context.rendered();
  if (!entry || !rendered?.picture) return undefined;
  const { width } = paneInside(context.state(), "result");
  return {
    picture: rendered.picture,
    tabState: currentTabState(entry),
    pane: { width, height: resultHeight(context.state(), rendered) },
  };
}

function at(tabState: TabState, picture: Picture, cursor: number, pane: PaneSize): TabState {
  const { x, y } = picture.inSight(cursor, scrollOf(tabState), pane);
  return { ...tabState, list: { cursor, top: y }, shift: x };
}
