/** Explorer state, all of it, as plain data. */

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

/** `home` is the query screen, `explore` has the panes, all others are lists. */
export type ScreenName = "home" | "explore" | "plugins" | "log" | "doctor" | "help";

/** Action of an item, as data. */
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
  /** Kind. Shown once per run of equal kinds. */
  tag: string;
  /** Label is a name, so the location gets truncated first. */
  named?: boolean;
  /** A name with only scattered letters of the query; text matches are better. */
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
  /** Shortcut. */
  key?: string;
  marks?: [number, number][];
  /** Match quality. */
  score?: number;
  does: Intent;
}

export type Overlay =
  /** `roots`: offer folders instead, matching `of`. */
  | { kind: "palette"; input: TextState; list: ListState; roots?: { of: string; items: readonly MenuItem[] } }
  | { kind: "menu"; title: string; items: readonly MenuItem[]; list: ListState }
  | { kind: "confirm"; title: string; text: readonly string[]; yes: Intent }
  | ({ kind: "reader" } & ReaderState)
  /** `marks`: save the marked rows, not the answer. */
  | { kind: "prompt"; title: string; input: TextState; replace: boolean; marks?: true }
  | { kind: "raw"; tool: string; lines: readonly string[]; row: number; column: number; top: number; fault?: string };

/** One finder's results for the current question. */
export interface HomeSection {
  finder: Finder;
  status: "asking" | "done" | "failed";
  /** Results of the previous question, shown until new ones come in. */
  stale: boolean;
  view: View;
  /** For in-memory lists. */
  matches?: readonly Match<Row>[];
  /** There's more than we show. */
  more: boolean;
  reason?: string;
  /** E.g. files read into an index so far. */
  progress?: Progress;
}

export interface HomeState {
  input: TextState;
  list: ListState;
  sections: readonly HomeSection[];
  /** Selected; typing replaces it, as in a browser's address bar. */
  selected?: boolean;
  /** Source open at the time of the jump. */
  reading?: ReaderState;
  /** Tab of the last session. Offered until something else is opened. */
  resume?: WorkbenchTab;
}

export type RecentPlace = Location & { at: number };

const MAX_LOG_LINES = 1000;

/** Collapses repeats into one line. */
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
  /** Starting line of the search. Matching begins here and Escape comes back. */
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
  /** Undefined while on a plugin. */
  tool: string | undefined;
  forms: Readonly<Record<string, FormState>>;
  trail: Trail;
  home: HomeState;
  /** Shown on the home screen before typing. */
  overview: readonly Row[];
  finders: readonly Finder[];
  /** With the index of the visible one. */
  tabs: readonly WorkbenchTab[];
  tabIndex: number;
  /** Leads back from list screens and panes. */
  previousScreen: "home" | "explore";
  /** Latest first. */
  recent: readonly RecentPlace[];
  marks: readonly Mark[];
  /** Empty unless there's a choice. */
  renderers: readonly RendererName[];
  renderer: RendererName | undefined;
  /** Two-dimensional view. */
  isPicture: boolean;
  /** Derived. Only while the home screen is visible. */
  homeItems: readonly HomeItem[];
  /** Derived from the current row: its jumps, place, and whether it folds. */
  rels: readonly LinkRel[];
  place: Location | undefined;
  /** Doesn't change before the new file has been read. */
  previewPlace: Location | undefined;
  canFold: boolean;
  /** While looking for a row in a long answer: rows passed, and the total. */
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
  /** Shared by plugins, log, doctor and help. */
  list: ListState;
  history: readonly HistoryEntry[];
  /** Tick counter while something runs. Drives spinner and elapsed time. */
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

/** Hidden ones and the visible one. */
export function allTabs(state: ExplorerState): readonly WorkbenchTab[] {
  return state.tabs.with(state.tabIndex, currentTabOf(state));
}

/** No-op if the entry is gone. */
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
