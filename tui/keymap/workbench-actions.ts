/** Defines the keys for the tabs of the workbench and for its appearance. */
import type { ExplorerState } from "../state/explorer-state.ts";
import type { LayerName } from "../state/key-layers.ts";
import { layoutOf, PANES } from "../state/panes.ts";
import { actions } from "./action.ts";

const ANYWHERE: readonly LayerName[] = ["home", "tools", "form", "result", "screen", "reader"];
const isDivided = (state: ExplorerState) => layoutOf(state).shape !== "single";
const hasTabs = (state: ExplorerState) => state.tabs.length > 1;

export const WORKBENCH_ACTIONS = actions([
  { id: "tab-new", title: "New tab", keys: ["alt+t"], layers: ANYWHERE },
  { id: "tab-close", title: "Close this tab", keys: ["alt+w"], layers: ANYWHERE, enabled: hasTabs },
  { id: "tab-right", title: "The tab to the right", keys: ["alt+n"], layers: ANYWHERE, hint: "tab", enabled: hasTabs },
  { id: "tab-left", title: "The tab to the left", keys: ["alt+p"], layers: ANYWHERE, enabled: hasTabs },
  { id: "tabs", title: "All tabs: go to one", keys: ["alt+s"], layers: ANYWHERE, enabled: hasTabs },
  {
    id: "pane-larger",
    title: "Give the pane more room (remembered)",
    keys: ["alt+=", "alt++"],
    layers: PANES,
    enabled: isDivided,
  },
  { id: "pane-smaller", title: "Give the pane less room", keys: ["alt+-"], layers: PANES, enabled: isDivided },
  {
    id: "root",
    title: "Switch to another folder and resume its session",
    keys: ["alt+o"],
    layers: ANYWHERE,
  },
  {
    id: "complete",
    title: "Complete the path to the folder under the cursor",
    keys: ["tab"],
    layers: ["palette"],
    hint: "complete",
    inPalette: false,
    enabled: ({ overlay }) => overlay?.kind === "palette" && overlay.roots !== undefined,
  },
  {
    id: "theme",
    title: "Theme: change the colors (remembered)",
    keys: ["T"],
    layers: ["tools", "result", "screen"],
  },
]);
