/** Draws the parts that don't go through Ink, which are the header, the footer and the home screen. */

import { placedLines } from "../components/pane-frame.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { LayerName } from "../state/key-layers.ts";
import type { PlacedLines } from "../terminal/surface.ts";
import { footerLine } from "./footer.ts";
import { headerLine } from "./header.ts";
import { type HomeScreenProps, homeScreen } from "./home-screen.ts";

export interface BaseLinesProps extends HomeScreenProps {
  keys: KeyMap;
  /** The names of the roots. */
  workspace: string;
  /** The layer that receives the keys. */
  layer: LayerName;
}

export function baseLines({ workspace, layer, keys, ...home }: BaseLinesProps): PlacedLines[] {
  const { state, painter } = home;
  const { columns, rows, screen, overlay } = state;
  const row = { x: 0, width: columns, height: 1 };
  return [
    placedLines([headerLine(state, workspace)], { ...row, y: 0 }, painter),
    ...(screen === "home" && overlay?.kind !== "reader" ? homeScreen(home) : []),
    placedLines([footerLine(state, layer, keys)], { ...row, y: rows - 1 }, painter),
  ];
}

/** Returns true if there is nothing that Ink has to draw. */
export function isBaseOnly({ screen, overlay }: HomeScreenProps["state"]): boolean {
  return screen === "home" && overlay === undefined;
}
