/** The picture in pixels and its position, as drawn in the result pane. */

import type { EncodedImage } from "../../core/host/frontend-api.ts";
import { inSight } from "../components/list/list-state.ts";
import type { Rect } from "../components/rect.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { layoutOf } from "../state/panes.ts";
import { currentEntry, currentTabState } from "../state/trail.ts";
import type { PaneSize } from "../views/picture-window.ts";
import type { RenderedView } from "../views/renderer.ts";
import { paneInside, resultHeight } from "./geometry.ts";

/** False with an overlay or hidden panes: nothing can be drawn over pixels. */
export function showsPixels(state: ExplorerState): boolean {
  return state.screen === "explore" && !state.overlay && layoutOf(state).panes.result !== undefined;
}

/** Returns the picture's area. Some pixels may stay free at the right and bottom. */
export function picturePlacement(
  state: ExplorerState,
  rendered: RenderedView | undefined,
): { image: EncodedImage; area: Rect } | undefined {
  const entry = currentEntry(state.trail);
  if (!entry || !rendered?.picture?.pixels || !showsPixels(state)) return undefined;
  const { x, y, width } = paneInside(state, "result");
  const pane: PaneSize = { width, height: resultHeight(state, rendered) };
  const { cursor } = inSight(currentTabState(entry).list, rendered.count, pane.height);
  const image = rendered.picture.pixels(cursor, pane);
  // The first line of the pane holds the tabs.
  return image && { image, area: { x, y: y + 1 + rendered.head.length, width, height: pane.height - 1 } };
}
