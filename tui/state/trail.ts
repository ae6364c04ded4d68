/** An answer, and the trail of jumps that led to it. */
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
  /** Number of columns that are hidden on the left because of scrolling. */
  shift: number;
  arrangement: Arrangement;
}

/** The default budget of MCP. The tab "as the model receives it" is truncated to this. */
export const MODEL_BUDGET = 40_000;

/** The text that a model would receive for this answer. */
export interface ModelAnswer {
  text: string;
  characters: number;
  /** Undefined while the tokens are being counted. */
  tokens: number | undefined;
}

export interface TrailEntry {
  id: number;
  tool: string;
  input: JsonObject;
  /** The jump that led here. */
  rel?: LinkRel;
  /**
   * An entry is `unloaded` if it comes from an earlier session or is far away on a long trail. It runs again when it is
   * shown.
   */
  status: "unloaded" | "running" | "done" | "failed" | "cancelled";
  view: View;
  /** True if `view` comes from the previous run. It is shown until there are new rows. */
  stale: boolean;
  outcome?: Outcome;
  progress?: Progress;
  /** Milliseconds since the epoch. */
  startedAt: number;
  firstRowsAt?: number;
  answeredAt?: number;
  endedAt?: number;
  tab: ResultTab;
  tabStates: Record<ResultTab, TabState>;
  model?: ModelAnswer;
  /** The state of the panes at the time of a jump, which going back restores. */
  surroundings?: Surroundings;
  /** True if the source of its only row was opened automatically, so that going back skips it. */
  autoOpened?: boolean;
  /** Describes which rows of a long answer are in memory. */
  window?: RowWindow;
  /** The row to move to when it has been loaded. */
  seek?: number;
}

/** The rows of a long answer that are in memory, starting at `from`. */
export interface RowWindow {
  /** Number of rows before the first one in memory. */
  from: number;
  /** The parts whose start is known, in order. */
  parts: readonly Part[];
}

/** The data of a step apart from its answer. */
export interface Surroundings {
  form: FormState | undefined;
  focus: Pane;
  zoomed: boolean;
  reading: ReaderState | undefined;
}

export interface Trail {
  entries: readonly TrailEntry[];
  at: number;
  /** Whether going back leads to the home screen. */
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

/** Returns true if an entry is, or will be, the answer to exactly this call. */
export function isAnswerTo(entry: TrailEntry, tool: string, input: JsonObject): boolean {
  const good = entry.status === "running" || entry.status === "done";
  return good && entry.tool === tool && JSON.stringify(entry.input) === JSON.stringify(input);
}

/** Maximum number of steps, since each of them keeps its answer. */
const LONGEST_TRAIL = 50;

/** Adds a jump and drops the entries after the current one. */
export function jumped(trail: Trail, entry: TrailEntry): Trail {
  const entries = [...trail.entries.slice(0, trail.at + 1), entry].slice(-LONGEST_TRAIL);
  return { ...trail, entries, at: entries.length - 1 };
}

/** Starts a new trail for a call from the form. The earlier answer stays visible until rows arrive. */
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

/** Repeats a call. The earlier answer and its cursor stay until rows arrive. */
export function rerunEntry(entry: TrailEntry, id: number, now: number): TrailEntry {
  const { model: _, progress: __, ...rest } = entry;
  return { ...rest, id, status: "running", stale: true, startedAt: now };
}

/** Changes an entry anywhere on the trail. An entry that no longer exists is ignored. */
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
  // A canceled run keeps its rows.
  const keep = cancelled && !entry.stale && entry.view.rows.length > 0;
  return { ...rest, status, outcome, view: keep ? entry.view : view, stale: false, answeredAt, endedAt: now };
}

export function currentTabState(entry: TrailEntry): TabState {
  return entry.tabStates[entry.tab];
}

/** Returns the position of a picture's window. Its column is stored as `shift`. */
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

/** Switches to the next renderer. The cursor moves to the first row, because the order may differ. */
export function nextRenderer(
  tabState: TabState,
  { renderers, renderer }: { renderers: readonly RendererName[]; renderer: RendererName | undefined },
): TabState {
  const next = renderers[(renderers.indexOf(renderer!) + 1) % renderers.length];
  if (next === undefined) return tabState;
  return { ...tabState, list: LIST_START, shift: 0, arrangement: { ...tabState.arrangement, renderer: next } };
}

/**
 * Switches to the next sort order. Each column is sorted ascending and then descending, followed by the original order.
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

/** Widens or narrows the sorted column, or the first one if none is sorted. */
export function widened(tabState: TabState, columns: readonly string[], by: number): TabState {
  const column = tabState.arrangement.sort?.column ?? columns[0];
  if (column === undefined) return tabState;
  const widths = { ...tabState.arrangement.widths, [column]: (tabState.arrangement.widths[column] ?? 0) + by };
  return { ...tabState, arrangement: { ...tabState.arrangement, widths } };
}

/** Returns a name for an entry in the breadcrumbs, which is its subject rather than its tool. */
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
