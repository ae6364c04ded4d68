/** Defines the keys to switch panes and screens, and to quit. */
import type { ScreenName } from "../state/explorer-state.ts";
import { LAYERS, type LayerName } from "../state/key-layers.ts";
import { PANES } from "../state/panes.ts";
import { currentEntry } from "../state/trail.ts";
import { type Action, actions } from "./action.ts";

const OUTSIDE_TEXT: readonly LayerName[] = ["tools", "result", "screen"];
const EVERYWHERE = LAYERS.filter((layer) => layer !== "filter" && layer !== "field");

type ListScreen = Exclude<ScreenName, "home" | "explore">;
const LIST_SCREENS: readonly [ListScreen, title: string, key: string][] = [
  ["plugins", "Plugins: state, permissions, trust", "P"],
  ["log", "Log of this session", "L"],
  ["doctor", "Doctor: check the setup", "D"],
  ["help", "Help: every key", "?"],
];

export const SCREEN_ACTIONS = actions([
  {
    id: "home-clear",
    title: "Clear the query; if it is empty, go to the panes",
    keys: ["escape"],
    layers: ["home"],
    inPalette: false,
  },
  {
    id: "home",
    title: "Home: search files, symbols, text and tools at once",
    keys: ["ctrl+f", "0"],
    layers: ["tools", "form", "result", "screen", "reader"],
    hint: "home",
    hintLayers: ["tools", "result"],
    enabled: (state) => state.finders.length > 0,
  },
  {
    id: "palette",
    title: "Find a tool or a command",
    keys: ["ctrl+p"],
    layers: ["tools", "form", "result", "screen"],
    hint: "go to",
    inPalette: false,
  },
  { id: "pane-next", title: "Next pane", keys: ["tab"], layers: ["tools", "result"], hint: "pane" },
  { id: "pane-previous", title: "Previous pane", keys: ["shift+tab"], layers: ["tools", "result"] },
  { id: "pane-tools", title: "Go to the tools", keys: ["1"], layers: ["tools", "result"] },
  { id: "pane-form", title: "Go to the form", keys: ["2"], layers: ["tools", "result"] },
  { id: "pane-result", title: "Go to the result", keys: ["3"], layers: ["tools", "result"] },
  {
    id: "unzoom",
    title: "Restore the other panes",
    keys: ["escape"],
    layers: ["tools", "form"],
    inPalette: false,
    enabled: (state) => state.zoomed,
  },
  {
    id: "zoom",
    title: "Give the pane the whole screen",
    keys: ["z", "alt+z"],
    layers: PANES,
    hint: "zoom",
    hintLayers: ["result"],
  },
  {
    id: "history",
    title: "History: earlier calls",
    keys: ["H", "ctrl+y"],
    layers: ["home", ...PANES],
    hint: "history",
  },
  {
    id: "trust",
    title: "Review untrusted plugins",
    keys: ["t"],
    layers: ["screen"],
    hint: "trust",
    enabled: (state) => state.screen === "plugins" && state.catalog.plugins.some(({ state }) => state === "untrusted"),
  },
  {
    id: "reload",
    title: "Reload the plugins",
    keys: ["R"],
    layers: ["screen", "tools"],
    hint: "reload",
    hintLayers: ["screen"],
    enabled: (state) => state.screen !== "log" && state.screen !== "help",
  },
  ...LIST_SCREENS.map(
    ([id, title, key]): Action<ListScreen> => ({
      id,
      title,
      // F1 also works in text fields.
      keys: id === "help" ? [key, "f1"] : [key],
      layers: id === "help" ? EVERYWHERE : OUTSIDE_TEXT,
      hint: id,
      hintLayers: id === "help" ? [...OUTSIDE_TEXT, "home"] : ["screen"],
      enabled: (state) => state.screen !== id,
    }),
  ),
  {
    id: "close",
    title: "Back to where you were",
    keys: ["escape", "b", "backspace"],
    layers: ["screen"],
    hint: "back",
    inPalette: false,
  },
  {
    id: "leave-form",
    title: "Go from the form to the tools",
    keys: ["escape"],
    layers: ["form"],
    hint: "tools",
    inPalette: false,
    enabled: (state) => currentEntry(state.trail)?.status !== "running",
  },
  {
    id: "leave-tools",
    title: "Go from the panes to the home screen",
    keys: ["escape"],
    layers: ["tools"],
    inPalette: false,
    enabled: (state) => state.finders.length > 0,
  },
  { id: "quit", title: "Quit", keys: ["q"], layers: OUTSIDE_TEXT, hint: "quit" },
  { id: "suspend", title: "Suspend to the shell (fg returns)", keys: ["ctrl+z"], layers: EVERYWHERE },
  {
    id: "interrupt",
    title: "Cancel; press twice when nothing is running to quit",
    keys: ["ctrl+c"],
    layers: EVERYWHERE,
    hint: "twice: quit",
    hintLayers: ["home"],
    inPalette: false,
  },
]);
