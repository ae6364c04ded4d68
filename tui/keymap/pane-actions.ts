/** Defines the keys to choose a tool and fill in its form, along with the actions that take precedence over everything else. */
import type { ExplorerState } from "../state/explorer-state.ts";
import { PANES } from "../state/panes.ts";
import { currentEntry } from "../state/trail.ts";
import { actions } from "./action.ts";

const isRunning = (state: ExplorerState) => currentEntry(state.trail)?.status === "running";
const hasTool = (state: ExplorerState) => state.tool !== undefined;
const hasExamples = (state: ExplorerState) =>
  (state.catalog.tools.find((tool) => tool.name === state.tool)?.examples.length ?? 0) > 0;

export const FIRST_ACTIONS = actions([
  {
    id: "cancel",
    title: "Cancel the running call",
    keys: ["escape"],
    layers: PANES,
    hint: "cancel",
    enabled: (state) => isRunning(state) || state.seeking !== undefined,
  },
  { id: "home-take", title: "Go there", keys: ["enter"], layers: ["home"], hint: "go there", inPalette: false },
  { id: "panes", title: "The panes: build the call yourself", keys: ["tab"], layers: ["home"], hint: "panes" },
]);

export const PANE_ACTIONS = actions([
  {
    id: "enter",
    title: "Open the tool, or fold or unfold the plugin",
    keys: ["enter"],
    layers: ["tools"],
    hint: "open",
    inPalette: false,
  },
  { id: "filter", title: "Filter the tools", keys: ["/"], layers: ["tools"], hint: "filter" },
  {
    id: "filter-clear",
    title: "Clear the filter",
    keys: ["escape"],
    layers: ["filter", "tools"],
    hint: "clear",
    hintLayers: ["filter"],
    inPalette: false,
    enabled: (state) => state.tree.filtering || (state.tree.filter !== "" && !state.zoomed),
  },
  {
    id: "activate",
    title: "Run, or activate the line: more fields, an example, another item",
    keys: ["enter"],
    layers: ["form"],
    hint: "run",
    inPalette: false,
  },
  {
    id: "choose",
    title: "Next choice, or activate the line",
    keys: ["space"],
    layers: ["form"],
    inPalette: false,
  },
  {
    id: "field-next",
    title: "Next field, then the next pane",
    keys: ["tab"],
    layers: ["form"],
    hint: "next field",
    inPalette: false,
  },
  {
    id: "field-previous",
    title: "Previous field, then the previous pane",
    keys: ["shift+tab"],
    layers: ["form"],
    inPalette: false,
  },
  {
    id: "item-remove",
    title: "Remove an item from a list",
    keys: ["ctrl+d", "delete"],
    layers: ["form"],
    inPalette: false,
  },
  {
    id: "run",
    title: "Run the tool",
    keys: ["ctrl+r"],
    layers: PANES,
    hint: "run",
    hintLayers: ["tools", "result"],
    enabled: hasTool,
  },
  {
    id: "preset",
    title: "Fill the form from an example",
    keys: ["ctrl+o", "x"],
    layers: PANES,
    hint: "examples",
    hintLayers: ["tools", "form"],
    enabled: hasExamples,
  },
  {
    id: "raw",
    title: "Edit the input as JSON",
    keys: ["ctrl+t"],
    layers: PANES,
    hint: "JSON",
    hintLayers: ["tools", "form"],
    enabled: hasTool,
  },
  { id: "clear", title: "Clear the form", keys: ["ctrl+l"], layers: ["form"], enabled: hasTool },
]);
