/** The whole state of the explorer, as data. */

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

/** `home` has the query, `explore` the panes; the others are lists. */
export type ScreenName = "home" | "explore" | "plugins" | "log" | "doctor" | "help";

/** The session's action when an item is chosen. */
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

/** A row of the home screen. */
export interface HomeItem {
  /** The item's kind, shown once per run of equal kinds. */
  tag: string;
  /** True if the label is a name: when space is short, the location is cut before it. */
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
  /** The key that chooses it at once. */
  key?: string;
  marks?: [number, number][];
  /** Quality of the match with the text. */
  score?: number;
  does: Intent;
}

export type Overlay =
  /** `roots` offers folders instead of tools and actions; `of` is the text that they match. */
  | { kind: "palette"; input: TextState; list: ListState; roots?: { of: string; items: readonly MenuItem[] } }
  | { kind: "menu"; title: string; items: readonly MenuItem[]; list: ListState }
  | { kind: "confirm"; title: string; text: readonly string[]; yes: Intent }
  | ({ kind: "reader" } & ReaderState)
  /** `marks` saves the marked rows instead of the answer. */
  | { kind: "prompt"; title: string; input: TextState; replace: boolean; marks?: true }
  | { kind: "raw"; tool: string; lines: readonly string[]; row: number; column: number; top: number; fault?: string };

/** One finder's answer to the home screen's question. */
export interface HomeSection {
  finder: Finder;
  status: "asking" | "done" | "failed";
  /** From the previous question, shown until this one has rows. */
  stale: boolean;
  view: View;
  /** Matching rows of an in-memory list. */
  matches?: readonly Match<Row>[];
  /** More rows exist than are shown. */
  more: boolean;
  reason?: string;
  /** Progress while it searches, such as files read into an index. */
  progress?: Progress;
}

export interface HomeState {
  input: TextState;
  list: ListState;
  sections: readonly HomeSection[];
  /** The text is selected: typing replaces it, as in a browser's address bar. */
  selected?: boolean;
  /** The source that was open when the user jumped. */
  reading?: ReaderState;
}

/** A place visited before. */
export type RecentPlace = Location & { at: number };

const MAX_LOG_LINES = 1000;

/** Repeated messages take one line. */
export function withLogLine(log: readonly LogLine[], next: LogLine): readonly LogLine[] {
  const last = log.at(-1);
  if (last?.level !== next.level || last.text !== next.text) return [...log, next].slice(-MAX_LOG_LINES);
  return [...log.slice(0, -1), { ...next, times: (last.times ?? 1) + 1 }];
}

/** A call that was made, saved across starts. */
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

/** A search in a view. */
export interface FindState {
  text: string;
  typing: boolean;
  /** The cursor's original line: matching starts there, and Escape returns to it. */
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
  /** The tool in the form; undefined while a plugin is under the cursor. */
  tool: string | undefined;
  forms: Readonly<Record<string, FormState>>;
  trail: Trail;
  home: HomeState;
  /** The workspace's overview, shown at home before typing. */
  overview: readonly Row[];
  /** Finders of the home screen. */
  finders: readonly Finder[];
  /** The tabs, and which of them is visible. */
  tabs: readonly WorkbenchTab[];
  tabIndex: number;
  /** The screen to return to from list screens and panes. */
  previousScreen: "home" | "explore";
  /** Recently read places, latest first. */
  recent: readonly RecentPlace[];
  marks: readonly Mark[];
  /** The renderers for this answer; empty if there is only one. */
  renderers: readonly RendererName[];
  renderer: RendererName | undefined;
  /** True if the answer is drawn as a two-dimensional picture. */
  isPicture: boolean;
  /** Derived on every change while the home screen is shown: its rows. */
  homeItems: readonly HomeItem[];
  /** Derived on every change: jumps and place of the row under the cursor, and whether its line folds. */
  rels: readonly LinkRel[];
  place: Location | undefined;
  /** The place whose source is shown. The previous one stays until the new file is read. */
  previewPlace: Location | undefined;
  canFold: boolean;
  /** Progress towards a row of a long answer: rows passed, and the total. */
  seeking: { rows: number; of: number | undefined } | undefined;
  overlay: Overlay | undefined;
  notice: StatusMessage | undefined;
  find: FindState | undefined;
  showPreview: boolean;
  preview: Preview | undefined;
  log: readonly LogLine[];
  doctor: readonly DoctorLine[] | undefined;
  /** The list of the plugins, log, doctor and help screens. */
  list: ListState;
  history: readonly HistoryEntry[];
  /** Counts up while something runs: spinner and elapsed time. */
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

/** Extracts the visible tab's content. */
export function currentTabOf(state: ExplorerState): WorkbenchTab {
  const { overlay } = state;
  const fields = Object.fromEntries(TAB_FIELDS.map((field) => [field, state[field]])) as Pick<
    WorkbenchTab,
    (typeof TAB_FIELDS)[number]
  >;
  return { ...fields, overlay: overlay?.kind === "reader" ? overlay : undefined };
}

/** All tabs in their current state. */
export function allTabs(state: ExplorerState): readonly WorkbenchTab[] {
  return state.tabs.with(state.tabIndex, currentTabOf(state));
}

/** Changes an entry in any tab. A missing one is ignored. */
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

/** Whether an entry belongs to a hidden tab. */
export function isInOtherTab(state: ExplorerState, id: number): boolean {
  return !hasEntry(state.trail, id) && entryInAnyTab(state, id) !== undefined;
}

function hasEntry({ entries }: Trail, id: number): boolean {
  return entries.some((entry) => entry.id === id);
}
