/** Reading an answer or a source: jumps, the way back, tabs, find, and what is taken away. */
import { LINK_RELS, type LinkRel } from "../../core/host/frontend-api.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { currentEntry } from "../state/trail.ts";
import type { Action, LayerName } from "./action.ts";

const RESULT: readonly LayerName[] = ["result"];
const READING: readonly LayerName[] = ["result", "reader"];
const JUMPING: readonly LayerName[] = ["result", "reader", "home"];
const FINDING: readonly LayerName[] = ["result", "screen", "reader"];

const hasAnswer = (state: ExplorerState) => currentEntry(state.trail)?.outcome !== undefined;
const hasVisit = (state: ExplorerState) => currentEntry(state.trail) !== undefined;
const isTable = (state: ExplorerState) => state.renderer === "table";

/** Letters of the jumps; with Alt they work where letters are typed. A rel without one would be found by the type checker. */
const LETTERS: Record<LinkRel, string> = {
  definition: "d",
  references: "r",
  hierarchy: "h",
  members: "m",
  callers: "i",
  derived: "u",
  overrides: "O",
  assets: "a",
  open: "o",
};
const TITLES: Record<LinkRel, string> = {
  definition: "Where it is defined",
  references: "Who uses it",
  hierarchy: "Its bases and what derives from it",
  members: "Its members",
  callers: "Who calls it",
  derived: "What derives from it",
  overrides: "What overrides it, and what it overrides",
  assets: "Which assets use it",
  open: "Open it",
};

export const READING_ACTIONS: readonly Action[] = [
  {
    id: "follow",
    title: "Follow the row: its source, or its first link",
    keys: ["enter"],
    where: RESULT,
    hint: "follow",
    live: (state) => state.place !== undefined || state.rels.length > 0 || state.canFold,
    run: (to) => to.follow(),
  },
  {
    id: "follow-name",
    title: "Follow the name: where it is defined",
    keys: ["enter"],
    where: ["reader"],
    hint: "follow",
    live: (state) => state.rels.length > 0,
    run: (to) => to.follow(),
  },
  {
    id: "draw",
    title: "Draw it another way: table, treemap, bars, graph",
    keys: ["w"],
    where: RESULT,
    hint: "draw",
    live: (state) => state.renderers.length > 1,
    run: (to) => to.draw(),
  },
  ...LINK_RELS.map(
    (rel): Action => ({
      id: `jump-${rel}`,
      title: TITLES[rel],
      keys: [LETTERS[rel], `alt+${LETTERS[rel]}`],
      where: JUMPING,
      hint: rel,
      live: (state) => state.rels.includes(rel),
      run: (to) => to.jump(rel),
    }),
  ),
  {
    id: "back",
    title: "Back, with everything as it was",
    keys: ["b", "backspace", "alt+left"],
    where: READING,
    hint: "back",
    live: (state) => state.overlay?.kind === "reader" || state.trail.at > 0 || state.trail.fromHome === true,
    run: (to) => to.back(),
  },
  {
    id: "forward",
    title: "Forward again",
    keys: ["f", "alt+right"],
    where: [...READING, "home"],
    live: (state) =>
      state.screen === "home"
        ? state.trail.fromHome === true && state.trail.entries.length > 0
        : state.trail.at < state.trail.entries.length - 1,
    run: (to) => to.forward(),
  },
  {
    id: "links",
    title: "Every jump from here",
    keys: ["l", "alt+l"],
    where: JUMPING,
    live: (state) => state.rels.length > 0,
    run: (to) => to.jump(),
  },
  {
    id: "tab-next",
    title: "Next tab: result, as the model receives it, JSON, timing",
    keys: ["]"],
    where: RESULT,
    hint: "tab",
    live: hasVisit,
    run: (to) => to.turnTab(1),
  },
  {
    id: "tab-previous",
    title: "Previous tab",
    keys: ["["],
    where: RESULT,
    live: hasVisit,
    run: (to) => to.turnTab(-1),
  },
  {
    id: "edit",
    title: "Open the place in your editor",
    keys: ["e", "alt+e"],
    where: JUMPING,
    hint: "edit",
    live: (state) => state.place !== undefined,
    run: (to) => to.openEditor(),
  },
  {
    id: "mark",
    title: "Mark or unmark the row",
    keys: [".", "alt+."],
    where: JUMPING,
    live: (state) => state.place !== undefined,
    run: (to) => to.mark(),
  },
  {
    id: "marks",
    title: "For everything marked: edit, copy or save as context, clear",
    keys: ["M", "alt+M"],
    where: ["tools", ...JUMPING],
    hint: "marked",
    live: (state) => state.marks.length > 0,
    run: (to) => to.marksMenu(),
  },
  {
    id: "copy",
    title: "Copy as text, JSON, CLI command or MCP request",
    keys: ["c"],
    where: ["tools", "result"],
    hint: "copy",
    live: (state) => hasVisit(state) || state.tool !== undefined,
    run: (to) => to.copyMenu(),
  },
  {
    id: "save",
    title: "Save the answer to a file",
    keys: ["s"],
    where: RESULT,
    hint: "save",
    live: hasAnswer,
    run: (to) => to.savePrompt(),
  },
  {
    id: "sort",
    title: "Sort the table by the next column",
    keys: ["t"],
    where: RESULT,
    hint: "sort",
    live: isTable,
    run: (to) => to.sort(),
  },
  {
    id: "widen",
    title: "Make the sorted column wider",
    keys: [">"],
    where: RESULT,
    live: isTable,
    run: (to) => to.widen(4),
  },
  {
    id: "narrow",
    title: "Make the sorted column narrower",
    keys: ["<"],
    where: RESULT,
    live: isTable,
    run: (to) => to.widen(-4),
  },
  {
    id: "preview",
    title: "Show or hide the source preview",
    keys: ["v"],
    where: RESULT,
    live: hasVisit,
    run: (to) => to.togglePreview(),
  },
  {
    id: "find",
    title: "Find text in what is shown",
    keys: ["/"],
    where: FINDING,
    hint: "find",
    live: (state) => state.screen !== "explore" || hasVisit(state),
    run: (to) => to.find(),
  },
  {
    id: "find-next",
    title: "Find the next match",
    keys: ["n"],
    where: FINDING,
    hint: "again",
    live: (state) => state.find !== undefined,
    run: (to) => to.findNext(1),
  },
  {
    id: "find-previous",
    title: "Find the previous match",
    keys: ["N"],
    where: FINDING,
    live: (state) => state.find !== undefined,
    run: (to) => to.findNext(-1),
  },
  {
    id: "leave-result",
    title: "Step back: from the match, the zoom, the jump, then to the tools",
    keys: ["escape"],
    where: RESULT,
    plain: true,
    run: (to) => to.leaveResult(),
  },
];
