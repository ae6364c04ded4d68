/** Finds the picture that should be drawn in pixels, and its position. */

import type { EncodedImage } from "../../core/host/frontend-api.ts";
import { inSight } from "../components/list/list-state.ts";
import type { Rect } from "../components/rect.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { layoutOf } from "../state/panes.ts";
import { currentEntry, currentTabState } from "../state/trail.ts";
import type { PaneSize } from "../views/picture-window.ts";
import type { RenderedView } from "../views/renderer.ts";
import { paneInside, resultHeight } from "./geometry.ts";

/** Returns false if there is an overlay, because nothing can be drawn on top of pixels. The result pane must be visible as well. */
export function showsPixels(state: ExplorerState): boolean {
  return state.screen === "explore" && !state.overlay && layoutOf(state).panes.result !== undefined;
}

/** Returns the placement. A few pixels may remain on the right and at the bottom. */
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
  // We skip the first line of the pane, because it has the tabs.
  return image && { image, area: { x, y: y + 1 + rendered.head.length, width, height: pane.height - 1 } };
}
