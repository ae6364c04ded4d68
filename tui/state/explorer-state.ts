/** The complete state of the explorer as data. */

import type {
  DoctorLine,
  Finder,
  JsonObject,
  LinkRel,
  Location,
  Match,
  Progress,
  Row,
  View,
} from "../../core/host/frontend-api.ts";
import type { FormState } from "../components/form/form-state.ts";
import { LIST_START, type ListState } from "../components/list/list-state.ts";
import { type TextState, textOfInput } from "../components/text-input/text-input-state.ts";
import { type Catalog, TREE_START, type TreeState } from "../components/tool-tree/tool-tree-state.ts";
import type { ThemeName } from "../look/theme.ts";
import type { LogLine } from "../terminal/log-feed.ts";
import type { RendererName } from "../views/renderer.ts";
import type { Mark, MarkCommand } from "./marks.ts";
import { NO_SPLITS, type Pane, type Splits } from "./panes.ts";
import type { Preview, ReaderState } from "./source-reader.ts";
import { EMPTY_TRAIL, type Trail, type TrailEntry, withEntry } from "./trail.ts";

/** `home` contains the query and `explore` the panes. The other screens are lists. */
export type ScreenName = "home" | "explore" | "plugins" | "log" | "doctor" | "help";

/** The action to perform when an item is selected. */
export type Intent =
  | { type: "action"; id: string }
  | { type: "read"; place: Location }
  | { type: "open"; tool: string }
  | { type: "fill"; tool: string; input: JsonObject }
  | { type: "jump"; rel: LinkRel; tool: string; input: JsonObject }
  | { type: "copy"; what: CopyKind }
  | { type: "run"; tool: string; input: JsonObject; jump?: LinkRel }
  | { type: "tab"; index: number }
  | { type: "root"; path: string }
  | { type: "theme"; name: ThemeName }
  | { type: "marks"; what: MarkCommand }
  | { type: "save"; path: string; replace: boolean; marks?: true };

export type CopyKind = "text" | "json" | "cli" | "mcp" | "place";

/** A row on the home screen. */
export interface HomeItem {
  /** The kind of the item, which is shown once for a run of items with the same kind. */
  tag: string;
  /** True if the label is a name. If space is short, the location is cut before the name. */
  named?: boolean;
  label: string;
  detail: string;
  marks?: readonly [number, number][];
  row?: Row;
  does?: Intent;
}

export interface MenuItem {
  label: string;
  detail?: string;
  /** The key that selects the item at once. */
  key?: string;
  marks?: [number, number][];
  /** How well the item matches the text. */
  score?: number;
  does: Intent;
}

export type Overlay =
  /** With `roots`, folders are offered instead of tools and actions. `of` is the text that they match. */
  | { kind: "palette"; input: TextState; list: ListState; roots?: { of: string; items: readonly MenuItem[] } }
  | { kind: "menu"; title: string; items: readonly MenuItem[]; list: ListState }
  | { kind: "confirm"; title: string; text: readonly string[]; yes: Intent }
  | ({ kind: "reader" } & ReaderState)
  /** With `marks`, the marked rows are saved instead of the answer. */
  | { kind: "prompt"; title: string; input: TextState; replace: boolean; marks?: true }
  | { kind: "raw"; tool: string; lines: readonly string[]; row: number; column: number; top: number; fault?: string };

/** The results of a finder for the question on the home screen. */
export interface HomeSection {
  finder: Finder;
  status: "asking" | "done" | "failed";
  /** True if the results belong to the previous question. They are shown until there are new ones. */
  stale: boolean;
  view: View;
  /** The matching rows of a list in memory. */
  matches?: readonly Match<Row>[];
  /** True if there are more rows than are shown. */
  more: boolean;
  reason?: string;
  /** The progress of the search, such as the number of files read into an index. */
  progress?: Progress;
}

export interface HomeState {
  input: TextState;
  list: ListState;
  sections: readonly HomeSection[];
  /** True if the text is selected. As in the address bar of a browser, typing replaces it. */
  selected?: boolean;
  /** The source that was open when the user jumped. */
  reading?: ReaderState;
}

/** A place that was visited before. */
export type RecentPlace = Location & { at: number };

const MAX_LOG_LINES = 1000;

/** Adds a line to the log. A repeated message takes only one line. */
export function withLogLine(log: readonly LogLine[], next: LogLine): readonly LogLine[] {
  const last = log.at(-1);
  if (last?.level !== next.level || last.text !== next.text) return [...log, next].slice(-MAX_LOG_LINES);
  return [...log.slice(0, -1), { ...next, times: (last.times ?? 1) + 1 }];
}

/** A call in the history, which is saved between sessions. */
export interface HistoryEntry {
  tool: string;
  input: JsonObject;
  at: number;
  ms: number;
  status: "done" | "failed" | "cancelled";
  rows: number;
}

export interface StatusMessage {
  tone: "success" | "warning" | "error" | "muted";
  text: string;
}

/** A search for text in a view. */
export interface FindState {
  text: string;
  typing: boolean;
  /** The line of the cursor when the search started. Matching starts there, and Escape returns to it. */
  from: number;
}

export interface ExplorerState {
  columns: number;
  rows: number;
  screen: ScreenName;
  focus: Pane;
  zoomed: boolean;
  splits: Splits;
  catalog: Catalog;
  tree: TreeState;
  /** The tool in the form. Undefined while a plugin is under the cursor. */
  tool: string | undefined;
  forms: Readonly<Record<string, FormState>>;
  trail: Trail;
  home: HomeState;
  /** The overview of the workspace, which the home screen shows before anything is typed. */
  overview: readonly Row[];
  /** The finders of the home screen. */
  finders: readonly Finder[];
  /** The tabs, and the index of the visible one. */
  tabs: readonly WorkbenchTab[];
  tabIndex: number;
  /** The screen that list screens and panes return to. */
  previousScreen: "home" | "explore";
  /** Places that were recently read, latest first. */
  recent: readonly RecentPlace[];
  marks: readonly Mark[];
  /** The renderers that can show this answer. Empty if there is only one. */
  renderers: readonly RendererName[];
  renderer: RendererName | undefined;
  /** True if the answer is shown as a two-dimensional picture. */
  isPicture: boolean;
  /** The rows of the home screen. They are derived on every change while it is visible. */
  homeItems: readonly HomeItem[];
  /**
   * The jumps from the row under the cursor, its place, and whether its line can be folded. They are derived on every
   * change.
   */
  rels: readonly LinkRel[];
  place: Location | undefined;
  /** The place whose source is shown. The previous one stays until the new file has been read. */
  previewPlace: Location | undefined;
  canFold: boolean;
  /** Progress towards a row of a long answer, with the number of rows passed and the total. */
  seeking: { rows: number; of: number | undefined } | undefined;
  overlay: Overlay | undefined;
  notice: StatusMessage | undefined;
  find: FindState | undefined;
  showPreview: boolean;
  preview: Preview | undefined;
  log: readonly LogLine[];
  doctor: readonly DoctorLine[] | undefined;
  /** The list on the plugins, log, doctor and help screens. */
  list: ListState;
  history: readonly HistoryEntry[];
  /** Counts up while something is running, for the spinner and the elapsed time. */
  beat: number;
}

export function initialState(
  catalog: Catalog,
  finders: readonly Finder[],
  columns: number,
  rows: number,
): ExplorerState {
  const state: ExplorerState = {
    columns,
    rows,
    screen: finders.length > 0 ? "home" : "explore",
    focus: "tools",
    zoomed: false,
    splits: NO_SPLITS,
    catalog,
    tree: TREE_START,
    tool: undefined,
    forms: {},
    trail: EMPTY_TRAIL,
    renderers: [],
    renderer: undefined,
    isPicture: false,
    home: { input: textOfInput(""), list: LIST_START, sections: [] },
    finders,
    overview: [],
    previousScreen: "explore",
    recent: [],
    marks: [],
    homeItems: [],
    rels: [],
    place: undefined,
    previewPlace: undefined,
    canFold: false,
    seeking: undefined,
    overlay: undefined,
    notice: undefined,
    find: undefined,
    showPreview: true,
    preview: undefined,
    log: [],
    doctor: undefined,
    list: LIST_START,
    history: [],
    beat: 0,
    tabs: [],
    tabIndex: 0,
  };
  return { ...state, tabs: [currentTabOf(state)] };
}

const TAB_FIELDS = [
  "screen",
  "focus",
  "zoomed",
  "tree",
  "tool",
  "forms",
  "trail",
  "home",
  "previousScreen",
  "list",
] as const;

/** The content of a hidden tab. */
export type WorkbenchTab = Pick<ExplorerState, (typeof TAB_FIELDS)[number] | "overlay">;

/** Returns the content of the visible tab. */
export function currentTabOf(state: ExplorerState): WorkbenchTab {
  const { overlay } = state;
  const fields = Object.fromEntries(TAB_FIELDS.map((field) => [field, state[field]])) as Pick<
    WorkbenchTab,
    (typeof TAB_FIELDS)[number]
  >;
  return { ...fields, overlay: overlay?.kind === "reader" ? overlay : undefined };
}

/** Returns all tabs with their current content. */
export function allTabs(state: ExplorerState): readonly WorkbenchTab[] {
  return state.tabs.with(state.tabIndex, currentTabOf(state));
}

/** Changes an entry in any tab. An entry that no longer exists is ignored. */
export function withEntryInAnyTab(
  state: ExplorerState,
  id: number,
  how: (entry: TrailEntry) => TrailEntry,
): Partial<ExplorerState> {
  if (hasEntry(state.trail, id)) return { trail: withEntry(state.trail, id, how) };
  const at = state.tabs.findIndex(({ trail }, index) => index !== state.tabIndex && hasEntry(trail, id));
  const tab = state.tabs[at];
  return tab ? { tabs: state.tabs.with(at, { ...tab, trail: withEntry(tab.trail, id, how) }) } : {};
}

export function entryInAnyTab(state: ExplorerState, id: number): TrailEntry | undefined {
  const others = state.tabs.filter((_, index) => index !== state.tabIndex);
  return [state, ...others].flatMap(({ trail }) => trail.entries).find((entry) => entry.id === id);
}

/** Returns true if an entry belongs to a hidden tab. */
export function isInOtherTab(state: ExplorerState, id: number): boolean {
  return !hasEntry(state.trail, id) && entryInAnyTab(state, id) !== undefined;
}

function hasEntry({ entries }: Trail, id: number): boolean {
  return entries.some((entry) => entry.id === id);
}
