/** Declares the whole state of the explorer, as plain data. */

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

/** The name of a screen. `home` is the query, `explore` has the panes, and all others are lists. */
export type ScreenName = "home" | "explore" | "plugins" | "log" | "doctor" | "help";

/** The action of an item, as data. */
export type Intent =
  | { type: "action"; id: string }
  | { type: "read"; place: Location }
  | { type: "open"; tool: string }
  | { type: "fill"; tool: string; input: JsonObject }
  | { type: "jump"; rel: LinkRel; tool: string; input: JsonObject }
  | { type: "copy"; what: CopyKind }
  | { type: "run"; tool: string; input: JsonObject; jump?: LinkRel }
  | { type: "tab"; index: number }
  | { type: "resume" }
  | { type: "root"; path: string }
  | { type: "theme"; name: ThemeName }
  | { type: "marks"; what: MarkCommand }
  | { type: "save"; path: string; replace: boolean; marks?: true };

export type CopyKind = "text" | "json" | "cli" | "mcp" | "place";

export interface HomeItem {
  /** The kind, which is shown once for consecutive items of the same kind. */
  tag: string;
  /** True if the label is a name, so that the location is truncated first. */
  named?: boolean;
  /** True for a name that only has scattered letters of the query, because text matches are better. */
  weak?: boolean;
  label: string;
  detail: string;
  marks?: readonly [number, number][];
  row?: Row;
  does?: Intent;
}

export interface MenuItem {
  label: string;
  detail?: string;
  /** The key that selects the item. */
  key?: string;
  marks?: [number, number][];
  /** The quality of the match. */
  score?: number;
  does: Intent;
}

export type Overlay =
  /** If `roots` is set, the palette offers the folders that match `of` instead. */
  | { kind: "palette"; input: TextState; list: ListState; roots?: { of: string; items: readonly MenuItem[] } }
  | { kind: "menu"; title: string; items: readonly MenuItem[]; list: ListState }
  | { kind: "confirm"; title: string; text: readonly string[]; yes: Intent }
  | ({ kind: "reader" } & ReaderState)
  /** If `marks` is set, the marked rows are saved instead of the answer. */
  | { kind: "prompt"; title: string; input: TextState; replace: boolean; marks?: true }
  | { kind: "raw"; tool: string; lines: readonly string[]; row: number; column: number; top: number; fault?: string };

/** The results of one finder for the current question. */
export interface HomeSection {
  finder: Finder;
  status: "asking" | "done" | "failed";
  /** True for the results of the previous question, which are shown until new ones arrive. */
  stale: boolean;
  view: View;
  /** The matches in a list in memory. */
  matches?: readonly Match<Row>[];
  /** True if there are more results than we show. */
  more: boolean;
  reason?: string;
  /** The progress, for example the number of files that have been read into an index. */
  progress?: Progress;
}

export interface HomeState {
  input: TextState;
  list: ListState;
  sections: readonly HomeSection[];
  /** True if the text is selected, so that typing replaces it, as in the address bar of a browser. */
  selected?: boolean;
  /** The source that was open at the time of the jump. */
  reading?: ReaderState;
  /** The tab of the last session, which is offered until something else is opened. */
  resume?: WorkbenchTab;
}

export type RecentPlace = Location & { at: number };

const MAX_LOG_LINES = 1000;

/** Adds a line to the log. Repeated messages share one line. */
export function withLogLine(log: readonly LogLine[], next: LogLine): readonly LogLine[] {
  const last = log.at(-1);
  if (last?.level !== next.level || last.text !== next.text) return [...log, next].slice(-MAX_LOG_LINES);
  return [...log.slice(0, -1), { ...next, times: (last.times ?? 1) + 1 }];
}

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

export interface FindState {
  text: string;
  typing: boolean;
  /** The line on which the search started. Matching begins here, and Escape comes back to it. */
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
  /** The tool under the cursor, or undefined if it is on a plugin. */
  tool: string | undefined;
  forms: Readonly<Record<string, FormState>>;
  trail: Trail;
  home: HomeState;
  /** The overview that the home screen shows before anything is typed. */
  overview: readonly Row[];
  finders: readonly Finder[];
  /** All tabs, and the index of the visible one. */
  tabs: readonly WorkbenchTab[];
  tabIndex: number;
  /** The screen that list screens and panes lead back to. */
  previousScreen: "home" | "explore";
  /** The recent places, latest first. */
  recent: readonly RecentPlace[];
  marks: readonly Mark[];
  /** The renderers. This is empty unless there is a choice. */
  renderers: readonly RendererName[];
  renderer: RendererName | undefined;
  /** True for a two-dimensional view. */
  isPicture: boolean;
  /** The items of the home screen. These are derived, and only set while it is visible. */
  homeItems: readonly HomeItem[];
  /** These are derived from the current row. They are its jumps, its place, and whether it can be folded. */
  rels: readonly LinkRel[];
  place: Location | undefined;
  /** The place of the preview, which doesn't change before the new file has been read. */
  previewPlace: Location | undefined;
  canFold: boolean;
  /** While we look for a row in a long answer, the number of rows so far and the total. */
  seeking: { rows: number; of: number | undefined } | undefined;
  overlay: Overlay | undefined;
  /** Source view below a menu or a list screen. */
  under: Extract<Overlay, { kind: "reader" }> | undefined;
  notice: StatusMessage | undefined;
  find: FindState | undefined;
  showPreview: boolean;
  preview: Preview | undefined;
  log: readonly LogLine[];
  doctor: readonly DoctorLine[] | undefined;
  /** The list that is shared by plugins, log, doctor and help. */
  list: ListState;
  history: readonly HistoryEntry[];
  /** The number of ticks while something runs, which drives the spinner and the elapsed time. */
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
    under: undefined,
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

export type WorkbenchTab = Pick<ExplorerState, (typeof TAB_FIELDS)[number] | "overlay">;

export function currentTabOf(state: ExplorerState): WorkbenchTab {
  const { overlay } = state;
  const fields = Object.fromEntries(TAB_FIELDS.map((field) => [field, state[field]])) as Pick<
    WorkbenchTab,
    (typeof TAB_FIELDS)[number]
  >;
  return { ...fields, overlay: overlay?.kind === "reader" ? overlay : undefined };
}

/** Returns all tabs, both the hidden ones and the visible one. */
export function allTabs(state: ExplorerState): readonly WorkbenchTab[] {
  return state.tabs.with(state.tabIndex, currentTabOf(state));
}

/** Changes an entry. This has no effect if the entry no longer exists. */
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

export function isInOtherTab(state: ExplorerState, id: number): boolean {
  return !hasEntry(state.trail, id) && entryInAnyTab(state, id) !== undefined;
}

function hasEntry({ entries }: Trail, id: number): boolean {
  return entries.some((entry) => entry.id === id);
}
