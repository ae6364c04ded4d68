/** Defines the keys for an answer or a source, for example to jump, go back, switch tabs, find, copy and save. */
import { LINK_RELS, type LinkRel } from "../../core/host/frontend-api.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import type { LayerName } from "../state/key-layers.ts";
import { currentEntry } from "../state/trail.ts";
import { type Action, actions } from "./action.ts";

const RESULT: readonly LayerName[] = ["result"];
const READING: readonly LayerName[] = ["result", "reader"];
const JUMPING: readonly LayerName[] = ["result", "reader", "home"];
const FINDING: readonly LayerName[] = ["result", "screen", "reader"];

const hasAnswer = (state: ExplorerState) => currentEntry(state.trail)?.outcome !== undefined;
const hasEntry = (state: ExplorerState) => currentEntry(state.trail) !== undefined;
const isTable = (state: ExplorerState) => state.renderer === "table";

/** The letter and the title of each jump. Together with Alt, the letters even work while the user is typing. */
const JUMPS: Record<LinkRel, readonly [letter: string, title: string]> = {
  definition: ["d", "Its definition"],
  references: ["r", "Who uses it"],
  hierarchy: ["h", "Its base types and derived types"],
  members: ["m", "Its members"],
  callers: ["i", "Who calls it"],
  derived: ["u", "Derived types"],
  overrides: ["O", "Its overrides, and the member it overrides"],
  assets: ["a", "Which assets use it"],
  open: ["o", "Open it"],
};

export const RESULT_ACTIONS = actions([
  {
    id: "follow",
    title: "Follow the row: its source, or its first link",
    keys: ["enter"],
    layers: RESULT,
    hint: "follow",
    enabled: (state) => state.place !== undefined || state.rels.length > 0 || state.canFold,
  },
  {
    id: "follow-name",
    title: "Follow the name to its definition",
    keys: ["enter"],
    layers: ["reader"],
    hint: "follow",
    enabled: (state) => state.rels.length > 0,
  },
  {
    id: "draw",
    title: "Show it another way: table, treemap, bars, graph",
    keys: ["w"],
    layers: RESULT,
    hint: "draw",
    enabled: (state) => state.renderers.length > 1,
  },
  ...LINK_RELS.map((rel): Action<`jump-${LinkRel}`> => {
    const [letter, title] = JUMPS[rel];
    const enabled = (state: ExplorerState) => state.rels.includes(rel);
    return { id: `jump-${rel}`, title, keys: [letter, `alt+${letter}`], layers: JUMPING, hint: rel, enabled };
  }),
  {
    id: "back",
    title: "Back, with everything as it was",
    keys: ["b", "backspace", "alt+left"],
    layers: READING,
    hint: "back",
    enabled: (state) => state.overlay?.kind === "reader" || state.trail.at > 0 || state.trail.fromHome === true,
  },
  {
    id: "forward",
    title: "Forward again",
    keys: ["f", "alt+right"],
    layers: [...READING, "home"],
    enabled: (state) =>
      state.screen === "home"
        ? state.trail.fromHome === true && state.trail.entries.length > 0
        : state.trail.at < state.trail.entries.length - 1,
  },
  {
    id: "links",
    title: "Every jump from here",
    keys: ["l", "alt+l"],
    layers: JUMPING,
    enabled: (state) => state.rels.length > 0,
  },
  {
    id: "tab-next",
    title: "Next tab: result, as the model receives it, JSON, timing",
    keys: ["]"],
    layers: RESULT,
    hint: "tab",
    enabled: hasEntry,
  },
  { id: "tab-previous", title: "Previous tab", keys: ["["], layers: RESULT, enabled: hasEntry },
  {
    id: "edit",
    title: "Open the place in your editor",
    keys: ["e", "alt+e"],
    layers: JUMPING,
    hint: "edit",
    enabled: (state) => state.place !== undefined,
  },
  {
    id: "mark",
    title: "Mark or unmark the row",
    keys: [".", "alt+."],
    layers: JUMPING,
    enabled: (state) => state.place !== undefined,
  },
  {
    id: "marks",
    title: "For everything marked: edit, copy or save as context, clear",
    keys: ["M", "alt+M"],
    layers: ["tools", ...JUMPING],
    hint: "marked",
    enabled: (state) => state.marks.length > 0,
  },
  {
    id: "copy",
    title: "Copy as text, JSON, CLI command or MCP request",
    keys: ["c"],
    layers: ["tools", "result"],
    hint: "copy",
    enabled: (state) => hasEntry(state) || state.tool !== undefined,
  },
  { id: "save", title: "Save the answer to a file", keys: ["s"], layers: RESULT, hint: "save", enabled: hasAnswer },
  {
    id: "sort",
    title: "Sort the table by the next column",
    keys: ["t"],
    layers: RESULT,
    hint: "sort",
    enabled: isTable,
  },
  { id: "widen", title: "Make the sorted column wider", keys: [">"], layers: RESULT, enabled: isTable },
  { id: "narrow", title: "Make the sorted column narrower", keys: ["<"], layers: RESULT, enabled: isTable },
  { id: "preview", title: "Show or hide the source preview", keys: ["v"], layers: RESULT, enabled: hasEntry },
  {
    id: "find",
    title: "Find text in this view",
    keys: ["/"],
    layers: FINDING,
    hint: "find",
    enabled: (state) => state.screen !== "explore" || hasEntry(state),
  },
  {
    id: "find-next",
    title: "Find the next match",
    keys: ["n"],
    layers: FINDING,
    hint: "again",
    enabled: (state) => state.find !== undefined,
  },
  {
    id: "find-previous",
    title: "Find the previous match",
    keys: ["N"],
    layers: FINDING,
    enabled: (state) => state.find !== undefined,
  },
  {
    id: "leave-result",
    title: "Step back: from the match, the zoom, the jump, then to the tools",
    keys: ["escape"],
    layers: RESULT,
    inPalette: false,
  },
]);
