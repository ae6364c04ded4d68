/** Everything a key can do, in one table: key handling, footer, help and palette derive from it. */
import { LINK_RELS, type LinkRel } from "../../core/host/door-api.ts";
import type { ExplorerState, ScreenName } from "./state.ts";
import { currentVisit } from "./visit.ts";

/** Where keys go: into the pane that has the focus, or into a list screen. `typing` is a form line that takes text. */
export type Where = "tools" | "form" | "result" | "screen";

export interface Command {
  id: string;
  title: string;
  /** Defaults; settings may rebind them. */
  keys: string[];
  where: readonly Where[];
  /** A word for the footer. */
  hint?: string;
  /** Where the footer has it; default: everywhere it works. */
  hinted?: readonly Where[];
  /** Whether it does something now; default yes. */
  live?: (state: ExplorerState) => boolean;
}

const ALL: readonly Where[] = ["tools", "form", "result", "screen"];
const PANES: readonly Where[] = ["tools", "form", "result"];
const RESULT: readonly Where[] = ["result"];

const hasAnswer = (state: ExplorerState) => currentVisit(state.trail)?.outcome !== undefined;
const hasVisit = (state: ExplorerState) => currentVisit(state.trail) !== undefined;
const not = (screen: ScreenName) => (state: ExplorerState) => state.screen !== screen;
const isRunning = (state: ExplorerState) => currentVisit(state.trail)?.status === "running";
const hasTool = (state: ExplorerState) => state.tool !== undefined;
const hasExamples = (state: ExplorerState) => (currentTool(state)?.examples.length ?? 0) > 0;
const isTable = (state: ExplorerState) => state.drawing === "table";

function currentTool(state: ExplorerState) {
  return state.catalogue.tools.find((tool) => tool.name === state.tool);
}

/** Keys of the jumps. A rel without a key would be found by the type checker. */
const REL_KEYS: Record<LinkRel, string> = {
  definition: "d",
  references: "r",
  hierarchy: "h",
  members: "m",
  callers: "i",
  open: "o",
};

/** The list screens. */
const LISTS: [ScreenName, title: string, key: string][] = [
  ["plugins", "Plugins: state, permissions, trust", "P"],
  ["log", "Log of this session", "L"],
  ["doctor", "Doctor: is everything in order", "D"],
  ["help", "Help: every key", "?"],
];

export const COMMANDS: readonly Command[] = [
  { id: "cancel", title: "Cancel the running call", keys: ["escape"], where: PANES, hint: "cancel", live: isRunning },
  { id: "enter", title: "Open the tool; fold or unfold the plugin", keys: ["enter"], where: ["tools"], hint: "open" },
  {
    id: "follow",
    title: "Follow the row: its first link, or its source",
    keys: ["enter"],
    where: RESULT,
    hint: "follow",
    live: (state) => state.place !== undefined || state.rels.length > 0 || state.folds,
  },
  ...LINK_RELS.map(
    (rel): Command => ({
      id: `jump-${rel}`,
      title: `Jump: ${rel}`,
      keys: [REL_KEYS[rel]],
      where: RESULT,
      live: (state) => state.rels.includes(rel),
      hint: rel,
    }),
  ),
  {
    id: "back",
    title: "Back on the trail",
    keys: ["b", "backspace", "alt+left"],
    where: RESULT,
    hint: "back",
    live: (state) => state.trail.at > 0,
  },
  {
    id: "forward",
    title: "Forward on the trail",
    keys: ["f", "alt+right"],
    where: RESULT,
    live: (state) => state.trail.at < state.trail.visits.length - 1,
  },
  { id: "links", title: "Every link of the row", keys: ["l"], where: RESULT, live: (state) => state.rels.length > 0 },
  {
    id: "tab-next",
    title: "Next tab: result, as the model receives it, JSON, timing",
    keys: ["]"],
    where: RESULT,
    hint: "tab",
    live: hasVisit,
  },
  { id: "tab-previous", title: "Previous tab", keys: ["["], where: RESULT, live: hasVisit },
  {
    id: "edit",
    title: "Open the place in your editor",
    keys: ["e"],
    where: RESULT,
    hint: "edit",
    live: (state) => state.place !== undefined,
  },
  {
    id: "copy",
    title: "Copy as text, JSON, CLI command or MCP request",
    keys: ["c"],
    where: ["tools", "result"],
    hint: "copy",
    live: (state) => hasVisit(state) || hasTool(state),
  },
  { id: "save", title: "Save the answer to a file", keys: ["s"], where: RESULT, hint: "save", live: hasAnswer },
  {
    id: "draw",
    title: "Draw it another way: table, treemap, bars, graph",
    keys: ["w"],
    where: RESULT,
    hint: "draw",
    live: (state) => state.drawings.length > 1,
  },
  { id: "sort", title: "Sort the table by the next column", keys: ["t"], where: RESULT, hint: "sort", live: isTable },
  { id: "widen", title: "Make the sorted column wider", keys: [">"], where: RESULT, live: isTable },
  { id: "narrow", title: "Make the sorted column narrower", keys: ["<"], where: RESULT, live: isTable },
  { id: "preview", title: "Show or hide the source preview", keys: ["v"], where: RESULT, live: hasVisit },
  { id: "run", title: "Run the tool", keys: ["ctrl+r"], where: PANES, hint: "run", live: hasTool },
  {
    id: "preset",
    title: "Fill the form from an example",
    keys: ["ctrl+o", "x"],
    where: PANES,
    hint: "examples",
    hinted: ["tools", "form"],
    live: hasExamples,
  },
  {
    id: "raw",
    title: "Edit the input as JSON",
    keys: ["ctrl+t"],
    where: PANES,
    hint: "JSON",
    hinted: ["tools", "form"],
    live: hasTool,
  },
  { id: "clear", title: "Clear the form", keys: ["ctrl+l"], where: ["form"], live: hasTool },
  { id: "filter", title: "Filter the tools", keys: ["/"], where: ["tools"], hint: "filter" },
  {
    id: "find",
    title: "Find a text in what is shown",
    keys: ["/"],
    where: ["result", "screen"],
    hint: "find",
    live: (state) => state.screen !== "explore" || hasVisit(state),
  },
  {
    id: "find-next",
    title: "Find it again, below",
    keys: ["n"],
    where: ["result", "screen"],
    hint: "again",
    live: (state) => state.find !== undefined,
  },
  {
    id: "find-previous",
    title: "Find it again, above",
    keys: ["N"],
    where: ["result", "screen"],
    live: (state) => state.find !== undefined,
  },
  { id: "palette", title: "Find a tool or a command", keys: ["ctrl+p"], where: ALL, hint: "go to" },
  { id: "pane-next", title: "Next pane", keys: ["tab"], where: PANES, hint: "pane" },
  { id: "pane-previous", title: "Previous pane", keys: ["shift+tab"], where: PANES },
  { id: "pane-tools", title: "Go to the tools", keys: ["1"], where: ["tools", "result"] },
  { id: "pane-form", title: "Go to the form", keys: ["2"], where: ["tools", "result"] },
  { id: "pane-result", title: "Go to the result", keys: ["3"], where: ["tools", "result"] },
  {
    id: "zoom",
    title: "Give the pane the whole screen",
    keys: ["z", "alt+z"],
    where: PANES,
    hint: "zoom",
    hinted: ["result"],
  },
  {
    id: "history",
    title: "History: earlier calls",
    keys: ["H", "ctrl+y"],
    where: ["tools", "result", "form"],
    hint: "history",
  },
  {
    id: "trust",
    title: "Look at the untrusted plugins and decide",
    keys: ["t"],
    where: ["screen"],
    hint: "trust",
    live: (state) => state.screen === "plugins" && state.catalogue.plugins.some(({ state }) => state === "untrusted"),
  },
  {
    id: "reload",
    title: "Read the plugins again",
    keys: ["R"],
    where: ["screen", "tools"],
    hint: "reload",
    hinted: ["screen"],
    live: (state) => state.screen !== "log" && state.screen !== "help",
  },
  ...LISTS.map(
    ([id, title, key]): Command => ({
      id,
      title,
      keys: [key],
      where: ["tools", "result", "screen"],
      hint: id,
      hinted: id === "help" ? ["tools", "result", "screen"] : ["screen"],
      live: not(id),
    }),
  ),
  { id: "close", title: "Back to the explorer", keys: ["escape", "b", "backspace"], where: ["screen"], hint: "back" },
  { id: "quit", title: "Quit", keys: ["q"], where: ["tools", "result", "screen"], hint: "quit" },
  { id: "suspend", title: "Back to the shell for a while (fg returns)", keys: ["ctrl+z"], where: ALL },
  { id: "interrupt", title: "Cancel, or quit when nothing runs", keys: ["ctrl+c"], where: ALL },
];

/** Keys by command, the person's own before the defaults. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;

export function keysOf(command: Command, keys: KeyMap): readonly string[] {
  return (Object.hasOwn(keys, command.id) ? keys[command.id] : undefined) ?? command.keys;
}

/** The live command of a key; a person's own binding wins over every default. */
export function commandFor(key: string, where: Where, keys: KeyMap, state: ExplorerState): Command | undefined {
  const live = COMMANDS.filter((command) => command.where.includes(where) && (command.live?.(state) ?? true));
  return (
    live.find((command) => Object.hasOwn(keys, command.id) && keys[command.id]?.includes(key)) ??
    live.find((command) => keysOf(command, keys).includes(key))
  );
}

/** What the footer shows: live commands that have a word for it, those of the moment first. */
export function footerCommands(where: Where, state: ExplorerState): Command[] {
  return COMMANDS.filter(
    (command) =>
      command.hint !== undefined &&
      command.where.includes(where) &&
      (command.hinted ?? command.where).includes(where) &&
      (command.live?.(state) ?? true),
  );
}
