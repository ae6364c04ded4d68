/** One answer being looked at, and the trail of jumps that led to it. Pure. */
import type { JsonObject, LinkRel, Outcome, Progress, Row, ToolInfo, View } from "../../core/host/frontend-api.ts";
import type { FormState } from "../components/form/form-state.ts";
import { LIST_START, type ListState } from "../components/list/list-state.ts";
import type { Arrangement, Drawing } from "../views/renderer.ts";
import type { Reading } from "./explorer-state.ts";
import type { Pane } from "./panes.ts";
import type { Window } from "./row-window.ts";

export const TABS = ["result", "model", "json", "timing"] as const;
export type Tab = (typeof TABS)[number];

/** Where a person stands in one tab, and how it is arranged. */
export interface Place {
  list: ListState;
  /** Columns scrolled away on the left. */
  shift: number;
  arrangement: Arrangement;
}

/** MCP's budget: what "as the model receives it" is cut to. */
export const MODEL_BUDGET = 40_000;

/** What a model would receive for this answer. */
export interface ModelAnswer {
  text: string;
  characters: number;
  /** Undefined while they are counted. */
  tokens: number | undefined;
}

export interface Visit {
  id: number;
  tool: string;
  input: JsonObject;
  /** The jump that led here. */
  rel?: LinkRel;
  /** `kept`: of the session before, and not asked again yet. */
  status: "kept" | "running" | "done" | "failed" | "cancelled";
  view: View;
  /** `view` is of the run before, shown until this one has rows. */
  stale: boolean;
  outcome?: Outcome;
  progress?: Progress;
  /** Milliseconds since the epoch. */
  startedAt: number;
  firstRowsAt?: number;
  answeredAt?: number;
  endedAt?: number;
  tab: Tab;
  places: Record<Tab, Place>;
  model?: ModelAnswer;
  /** What lay around it when one went on: put back when one comes back. */
  left?: Surroundings;
  /** The source of its only row was opened by itself: the way back passes it by. */
  direct?: boolean;
  /** Which rows of a long answer are held. */
  window?: Window;
  /** The row of the answer to go to once it is there. */
  seek?: number;
}

/** What a step on the trail leaves behind beside its answer. */
export interface Surroundings {
  form: FormState | undefined;
  focus: Pane;
  zoomed: boolean;
  reading: Reading | undefined;
}

export interface Trail {
  visits: readonly Visit[];
  at: number;
  /** The way back goes on to the home screen. */
  fromHome?: boolean;
}

export const EMPTY_TRAIL: Trail = { visits: [], at: -1 };

const START: Place = { list: LIST_START, shift: 0, arrangement: { folded: new Set(), widths: {} } };

export function newVisit(id: number, tool: string, input: JsonObject, startedAt: number, rel?: LinkRel): Visit {
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
    places: { result: START, model: START, json: START, timing: START },
  };
}

export function currentVisit(trail: Trail): Visit | undefined {
  return trail.visits[trail.at];
}

/** Whether a visit answers exactly this call, or is about to. */
export function isAnswerTo(visit: Visit, tool: string, input: JsonObject): boolean {
  const good = visit.status === "running" || visit.status === "done";
  return good && visit.tool === tool && JSON.stringify(visit.input) === JSON.stringify(input);
}

/** Each step keeps its answer. */
const LONGEST_TRAIL = 50;

/** A jump: what lay ahead is forgotten. */
export function jumped(trail: Trail, visit: Visit): Trail {
  const visits = [...trail.visits.slice(0, trail.at + 1), visit].slice(-LONGEST_TRAIL);
  return { ...trail, visits, at: visits.length - 1 };
}

/** A run from the form starts a new trail; what it showed before stays in sight until rows come. */
export function started(trail: Trail, visit: Visit): Trail {
  const before = currentVisit(trail);
  if (before?.tool !== visit.tool) return { visits: [visit], at: 0 };
  const kept: Visit = { ...visit, view: before.view, stale: true, tab: before.tab, places: { ...visit.places } };
  kept.places.result = {
    ...START,
    arrangement: { ...START.arrangement, widths: before.places.result.arrangement.widths },
  };
  return { visits: [kept], at: 0 };
}

export function stepped(trail: Trail, by: 1 | -1): Trail {
  const at = Math.max(0, Math.min(trail.at + by, trail.visits.length - 1));
  return trail.visits.length === 0 ? trail : { ...trail, at };
}

/** The same call once more: what it showed stays in sight until there is news, and the cursor where it was. */
export function askedAgain(visit: Visit, id: number, now: number): Visit {
  const { model: _, progress: __, ...rest } = visit;
  return { ...rest, id, status: "running", stale: true, startedAt: now };
}

/** Changes a visit wherever it is on the trail; one that has left it is dropped silently. */
export function changed(trail: Trail, id: number, change: (visit: Visit) => Visit): Trail {
  return { ...trail, visits: trail.visits.map((visit) => (visit.id === id ? change(visit) : visit)) };
}

export function withRows(visit: Visit, rows: readonly Row[], now: number): Visit {
  const before = visit.stale ? [] : visit.view.rows;
  return { ...visit, view: { rows: [...before, ...rows] }, stale: false, firstRowsAt: visit.firstRowsAt ?? now };
}

export function settled(
  visit: Visit,
  outcome: Outcome,
  view: View,
  cancelled: boolean,
  answeredAt: number,
  now: number,
): Visit {
  const { progress: _, window: __, ...rest } = visit;
  const status = cancelled ? "cancelled" : outcome.failed ? "failed" : "done";
  // A cancelled run keeps what it had found.
  const keep = cancelled && !visit.stale && visit.view.rows.length > 0;
  return { ...rest, status, outcome, view: keep ? visit.view : view, stale: false, answeredAt, endedAt: now };
}

export function placeOf(visit: Visit): Place {
  return visit.places[visit.tab];
}

/** Where the window of a picture stands: its column is kept as the shift of lines is. */
export function scrollOf({ list, shift }: Place): { x: number; y: number } {
  return { x: shift, y: list.top };
}

export function withPlace(visit: Visit, change: (place: Place) => Place): Visit {
  return { ...visit, places: { ...visit.places, [visit.tab]: change(placeOf(visit)) } };
}

export function folded(place: Place, key: string): Place {
  const next = new Set(place.arrangement.folded);
  if (!next.delete(key)) next.add(key);
  return { ...place, arrangement: { ...place.arrangement, folded: next } };
}

/** The next way to draw: another order of rows, so from the first one. */
export function nextDrawing(
  place: Place,
  { drawings, drawing }: { drawings: readonly Drawing[]; drawing: Drawing | undefined },
): Place {
  const next = drawings[(drawings.indexOf(drawing!) + 1) % drawings.length];
  if (next === undefined) return place;
  return { ...place, list: LIST_START, shift: 0, arrangement: { ...place.arrangement, drawing: next } };
}

/** The next way to sort: each column upwards, then downwards, then as answered. */
export function nextSort(place: Place, columns: readonly string[]): Place {
  const { sort, ...rest } = place.arrangement;
  if (!sort)
    return columns[0] ? { ...place, arrangement: { ...rest, sort: { column: columns[0], descending: false } } } : place;
  if (!sort.descending) return { ...place, arrangement: { ...rest, sort: { ...sort, descending: true } } };
  const next = columns[columns.indexOf(sort.column) + 1];
  return { ...place, arrangement: next ? { ...rest, sort: { column: next, descending: false } } : rest };
}

/** Makes the sorted column (or the first) wider or narrower. */
export function widened(place: Place, columns: readonly string[], by: number): Place {
  const column = place.arrangement.sort?.column ?? columns[0];
  if (column === undefined) return place;
  const widths = { ...place.arrangement.widths, [column]: (place.arrangement.widths[column] ?? 0) + by };
  return { ...place, arrangement: { ...place.arrangement, widths } };
}

/** How a visit is called in the breadcrumbs: what it was asked about, not how. */
export function crumb(visit: Visit, tool: ToolInfo | undefined): string {
  const required = Array.isArray(tool?.inputSchema.required) ? tool.inputSchema.required.map(String) : [];
  const properties = (tool?.inputSchema.properties ?? {}) as Record<string, { enum?: unknown } | undefined>;
  const keys = [tool?.live ?? "", ...required, ...Object.keys(visit.input)];
  const key = keys.find((each) => typeof visit.input[each] === "string" && !properties[each]?.enum);
  const what = visit.rel ?? tool?.title ?? visit.tool;
  return key === undefined ? what : `${what} ${shorten(String(visit.input[key]))}`;
}

function shorten(text: string): string {
  const last = text.includes("/") && !text.includes(" ") ? text.slice(text.lastIndexOf("/") + 1) : text;
  return last.length > 24 ? `${last.slice(0, 23)}…` : last;
}
