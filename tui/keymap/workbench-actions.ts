/** Tabs of the workbench, and how it looks. */

import type { ExplorerState } from "../state/explorer-state.ts";
import { layoutOf } from "../state/panes.ts";
import type { Action, LayerName } from "./action.ts";

const WHERE: readonly LayerName[] = ["home", "tools", "form", "result", "screen", "reader"];
const PANES: readonly LayerName[] = ["tools", "form", "result"];
const divided = (state: ExplorerState) => layoutOf(state).shape !== "single";
const several = (state: ExplorerState) => state.tabs.length > 1;

export const BENCHES: readonly Action[] = [
  { id: "tab-new", title: "New tab", keys: ["alt+t"], where: WHERE, run: (to) => to.bench("open") },
  {
    id: "tab-close",
    title: "Close this tab",
    keys: ["alt+w"],
    where: WHERE,
    live: several,
    run: (to) => to.bench("close"),
  },
  {
    id: "tab-right",
    title: "The tab to the right",
    keys: ["alt+n"],
    where: WHERE,
    hint: "tab",
    live: several,
    run: (to) => to.bench("right"),
  },
  {
    id: "tab-left",
    title: "The tab to the left",
    keys: ["alt+p"],
    where: WHERE,
    live: several,
    run: (to) => to.bench("left"),
  },
  {
    id: "tabs",
    title: "All tabs: go to one",
    keys: ["alt+s"],
    where: WHERE,
    live: several,
    run: (to) => to.bench("menu"),
  },
  {
    id: "pane-larger",
    title: "Give the pane more room, kept for the next start",
    keys: ["alt+=", "alt++"],
    where: PANES,
    live: divided,
    run: (to) => to.resize(1),
  },
  {
    id: "pane-smaller",
    title: "Give the pane less room",
    keys: ["alt+-"],
    where: PANES,
    live: divided,
    run: (to) => to.resize(-1),
  },
  {
    id: "root",
    title: "Another folder: explore there, with the session that was left there",
    keys: ["alt+o"],
    where: WHERE,
    run: (to) => to.roots(),
  },
  {
    id: "complete",
    title: "Complete the path to the folder under the cursor",
    keys: ["tab"],
    where: ["palette"],
    hint: "complete",
    plain: true,
    live: ({ overlay }) => overlay?.kind === "palette" && overlay.roots !== undefined,
    run: (to) => to.complete(),
  },
  {
    id: "theme",
    title: "Theme: change the colours, kept for the next start",
    keys: ["T"],
    where: ["tools", "result", "screen"],
    run: (to) => to.themes(),
  },
];
