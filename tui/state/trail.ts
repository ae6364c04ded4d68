/**
 * Implements answers, and the trail of jumps that led from one to the next. It works like the history of a browser. A jump
 * drops the entries after the current one, and going back restores the panes of that time.
 */
import type {
  JsonObject,
  LinkRel,
  Outcome,
  Part,
  Progress,
  Row,
  ToolInfo,
  View,
} from "../../core/host/frontend-api.ts";
import type { FormState } from "../components/form/form-state.ts";
import { LIST_START, type ListState } from "../components/list/list-state.ts";
import type { Arrangement, RendererName } from "../views/renderer.ts";
import type { Pane } from "./panes.ts";
import type { ReaderState } from "./source-reader.ts";

export const RESULT_TABS = ["result", "model", "json", "timing"] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

/** The cursor and the arrangement of a tab. */
export interface TabState {
  list: ListState;
  /** The number of columns that are scrolled off to the left. */
  shift: number;
  arrangement: Arrangement;
}

/** This is the default of MCP. The tab "as the model receives it" is truncated to it. */
export const MODEL_BUDGET = 40_000;

/** An answer in the form in which a model would receive it. */
export interface ModelAnswer {
  text: string;
  characters: number;
  /** The number of tokens, or undefined while we are still counting. */
  tokens: number | undefined;
}

export interface TrailEntry {
  id: number;
  tool: string;
  input: JsonObject;
  /** The jump that led here. */
  rel?: LinkRel;
  /**
   * The status. `unloaded` means that the entry is from an earlier session or far away on a long trail, and runs again when it
   * is shown.
   */
  status: "unloaded" | "running" | "done" | "failed" | "cancelled";
  view: View;
  /** True if `view` is from the previous run, which is shown until there are new rows. */
  stale: boolean;
  outcome?: Outcome;
  progress?: Progress;
  /** The time in ms since the epoch. */
  startedAt: number;
  firstRowsAt?: number;
  answeredAt?: number;
  endedAt?: number;
  tab: ResultTab;
  tabStates: Record<ResultTab, TabState>;
  model?: ModelAnswer;
  /** The panes at the time of a jump, so that we can go back. */
  surroundings?: Surroundings;
  /** True if we opened the source of its only row. Going back skips it. */
  autoOpened?: boolean;
  /** Set for long answers. */
  window?: RowWindow;
  /** The row to go to once it is loaded. */
  seek?: number;
}

/** The part of a long answer that is in memory, which starts at row `from`. */
export interface RowWindow {
  /** The number of rows before the first one that is loaded. */
  from: number;
  /** The parts in order, but only those whose start we know. */
  parts: readonly Part[];
}

/** Everything in a step except for the answer. */
export interface Surroundings {
  form: FormState | undefined;
  focus: Pane;
  zoomed: boolean;
  reading: ReaderState | undefined;
}

export interface Trail {
  entries: readonly TrailEntry[];
  at: number;
  /** True if going back leads to the home screen. */
  fromHome?: boolean;
}

export const EMPTY_TRAIL: Trail = { entries: [], at: -1 };

const START: TabState = { list: LIST_START, shift: 0, arrangement: { folded: new Set(), widths: {} } };

export function newEntry(id: number, tool: string, input: JsonObject, startedAt: number, rel?: LinkRel): TrailEntry {
  return {
    id,
    tool,
    input,
    ...(rel ? { rel } : {}),
    status: "running",
    view: { rows: [] },
    stale: false,
    startedAt,
    tab: "result",
    tabStates: { result: START, model: START, json: START, timing: START },
  };
}

export function currentEntry(trail: Trail): TrailEntry | undefined {
  return trail.entries[trail.at];
}

/** Returns true for the same tool and the same input, even if it is still running. */
export function isAnswerTo(entry: TrailEntry, tool: string, input: JsonObject): boolean {
  const good = entry.status === "running" || entry.status === "done";
  return good && entry.tool === tool && JSON.stringify(entry.input) === JSON.stringify(input);
}

/** There has to be a limit because each step keeps its answer. */
const LONGEST_TRAIL = 50;

/** Adds a jump. Like in a browser, it discards the entries after the current one. */
export function jumped(trail: Trail, entry: TrailEntry): Trail {
  const entries = [...trail.entries.slice(0, trail.at + 1), entry].slice(-LONGEST_TRAIL);
  return { ...trail, entries, at: entries.length - 1 };
}

/** Adds a call from the form, which begins a new trail. The old answer remains visible until rows arrive. */
export function started(trail: Trail, entry: TrailEntry): Trail {
  const before = currentEntry(trail);
  if (before?.tool !== entry.tool) return { entries: [entry], at: 0 };
  const shown: TrailEntry = {
    ...entry,
    view: before.view,
    stale: true,
    tab: before.tab,
    tabStates: { ...entry.tabStates },
  };
  shown.tabStates.result = {
    ...START,
    arrangement: { ...START.arrangement, widths: before.tabStates.result.arrangement.widths },
  };
  return { entries: [shown], at: 0 };
}

export function stepped(trail: Trail, by: 1 | -1): Trail {
  const at = Math.max(0, Math.min(trail.at + by, trail.entries.length - 1));
  return trail.entries.length === 0 ? trail : { ...trail, at };
}

/** Repeats an entry. The old answer and its cursor remain until rows arrive. */
export function rerunEntry(entry: TrailEntry, id: number, now: number): TrailEntry {
  const { model: _, progress: __, ...rest } = entry;
  return { ...rest, id, status: "running", stale: true, startedAt: now };
}

/** Changes an entry. This has no effect if the entry no longer exists. */
export function withEntry(trail: Trail, id: number, change: (entry: TrailEntry) => TrailEntry): Trail {
  return { ...trail, entries: trail.entries.map((entry) => (entry.id === id ? change(entry) : entry)) };
}

export function withRows(entry: TrailEntry, rows: readonly Row[], now: number): TrailEntry {
  const before = entry.stale ? [] : entry.view.rows;
  return { ...entry, view: { rows: [...before, ...rows] }, stale: false, firstRowsAt: entry.firstRowsAt ?? now };
}

export function settled(
  entry: TrailEntry,
  outcome: Outcome,
  view: View,
  cancelled: boolean,
  answeredAt: number,
  now: number,
): TrailEntry {
  const { progress: _, window: __, ...rest } = entry;
  const status = cancelled ? "cancelled" : outcome.failed ? "failed" : "done";
  // The call was cancelled, but the rows so far are valid.
  const keep = cancelled && !entry.stale && entry.view.rows.length > 0;
  return { ...rest, status, outcome, view: keep ? entry.view : view, stale: false, answeredAt, endedAt: now };
}

export function currentTabState(entry: TrailEntry): TabState {
  return entry.tabStates[entry.tab];
}

/** Returns the scroll position of a picture, whose x is stored in `shift`. */
export function scrollOf({ list, shift }: TabState): { x: number; y: number } {
  return { x: shift, y: list.top };
}

export function withTabState(entry: TrailEntry, change: (tabState: TabState) => TabState): TrailEntry {
  return { ...entry, tabStates: { ...entry.tabStates, [entry.tab]: change(currentTabState(entry)) } };
}

export function folded(tabState: TabState, key: string): TabState {
  const next = new Set(tabState.arrangement.folded);
  if (!next.delete(key)) next.add(key);
  return { ...tabState, arrangement: { ...tabState.arrangement, folded: next } };
}

/** Changes the renderer. The order may differ between renderers, so the cursor goes to the top. */
export function nextRenderer(
  tabState: TabState,
  { renderers, renderer }: { renderers: readonly RendererName[]; renderer: RendererName | undefined },
): TabState {
  const next = renderers[(renderers.indexOf(renderer!) + 1) % renderers.length];
  if (next === undefined) return tabState;
  return { ...tabState, list: LIST_START, shift: 0, arrangement: { ...tabState.arrangement, renderer: next } };
}

/**
 * Changes the order, which for each column is first ascending and then descending. After the last column, the original order
 * comes back.
 */
export function nextSort(tabState: TabState, columns: readonly string[]): TabState {
  const { sort, ...rest } = tabState.arrangement;
  if (!sort)
    return columns[0]
      ? { ...tabState, arrangement: { ...rest, sort: { column: columns[0], descending: false } } }
      : tabState;
  if (!sort.descending) return { ...tabState, arrangement: { ...rest, sort: { ...sort, descending: true } } };
  const next = columns[columns.indexOf(sort.column) + 1];
  return { ...tabState, arrangement: next ? { ...rest, sort: { column: next, descending: false } } : rest };
}

/** Changes the width of the sorted column, or else of the first one. */
export function widened(tabState: TabState, columns: readonly string[], by: number): TabState {
  const column = tabState.arrangement.sort?.column ?? columns[0];
  if (column === undefined) return tabState;
  const widths = { ...tabState.arrangement.widths, [column]: (tabState.arrangement.widths[column] ?? 0) + by };
  return { ...tabState, arrangement: { ...tabState.arrangement, widths } };
}

/** Returns a name for an entry, which is that of its subject rather than its tool. */
export function breadcrumb(entry: TrailEntry, tool: ToolInfo | undefined): string {
  const required = Array.isArray(tool?.inputSchema.required) ? tool.inputSchema.required.map(String) : [];
  const properties = tool?.inputSchema.properties ?? {};
  const keys = [tool?.liveParameter ?? "", ...required, ...Object.keys(entry.input)];
  const key = keys.find((each) => typeof entry.input[each] === "string" && !properties[each]?.enum);
  const what = entry.rel ?? tool?.title ?? entry.tool;
  return key === undefined ? what : `${what} ${shorten(String(entry.input[key]))}`;
}

function shorten(text: string): string {
  const last = text.includes("/") && !text.includes(" ") ? text.slice(text.lastIndexOf("/") + 1) : text;
  return last.length > 24 ? `${last.slice(0, 23)}…` : last;
}
