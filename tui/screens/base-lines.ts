/** The parts that don't go through Ink: header, footer, home screen. */

import { placedLines } from "../components/pane-frame.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { LayerName } from "../state/key-layers.ts";
import type { PlacedLines } from "../terminal/surface.ts";
import { footerLine } from "./footer.ts";
import { headerLine } from "./header.ts";
import { type HomeScreenProps, homeScreen } from "./home-screen.ts";

export interface BaseLinesProps extends HomeScreenProps {
  keys: KeyMap;
  /** Names of the roots. */
  workspace: string;
  /** Gets the keys. */
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

/** Nothing for Ink to do. */
export function isBaseOnly({ screen, overlay }: HomeScreenProps["state"]): boolean {
  return screen === "home" && overlay === undefined;
}
