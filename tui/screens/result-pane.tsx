/** Renders the right pane, which has tabs, progress, notes, the answer in its view, and the source for the current row. */
import { progressText } from "../../core/host/frontend-api.ts";
import { inSight } from "../components/list/list-state.ts";
import { Lines } from "../components/painted-lines.tsx";
import { Pane } from "../components/pane.tsx";
import { inner, type Rect } from "../components/rect.ts";
import type { KeyMap } from "../keymap/action.ts";
import { emptyResultLines } from "../layout/empty-result.ts";
import { resultGeometry, showsProgress } from "../layout/geometry.ts";
import { tabLine } from "../layout/result-tabs.ts";
import type { Painter } from "../look/paint.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { isMarked } from "../state/marks.ts";
import { rowIndexOf, windowEnd } from "../state/row-window.ts";
import { currentEntry, currentTabState, scrollOf, type TrailEntry } from "../state/trail.ts";
import { withMatches } from "../text/find-text.ts";
import { cut, type Line, line, lineWidth, span, type Tone, unlinked } from "../text/line.ts";
import type { RenderedView } from "../views/renderer.ts";
import { previewLines, type SourceColors } from "./preview.ts";

export interface ResultPaneProps {
  state: ExplorerState;
  rect: Rect;
  painter: Painter;
  rendered: RenderedView | undefined;
  keys: KeyMap;
  colors: SourceColors;
  now: number;
}

export function ResultPane({ state, rect, painter, keys, rendered, colors, now }: ResultPaneProps) {
  const entry = currentEntry(state.trail);
  const { width, height } = inner(rect);
  const focused = state.focus === "result";
  if (!entry || !rendered) {
    const tool = state.catalog.tools.find((each) => each.name === state.tool);
    return (
      <Pane title="Result" rect={rect} focused={focused} painter={painter}>
        <Lines lines={emptyResultLines(state, tool, keys, width)} painter={painter} width={width} height={height} />
      </Pane>
    );
  }
  const tabState = currentTabState(entry);
  const { body, preview, notes, notices } = resultGeometry(state);
  const space = Math.max(1, body - rendered.head.length);
  const { cursor, top } = inSight(tabState.list, rendered.count, space);
  const picture = rendered.picture?.lines(cursor, scrollOf(tabState), { width, height: space });
  const rows = Array.from({ length: Math.max(0, Math.min(space, rendered.count - top)) }, (_, index): Line => {
    const plain = state.find ? withMatches(rendered.line(top + index), state.find.text) : rendered.line(top + index);
    const isOn = state.marks.length > 0 && isMarked(state.marks, rendered.row(top + index)?.location);
    const at = isOn ? withMark(plain) : plain;
    return top + index === cursor ? { ...at, cursor: focused ? "strong" : "faint" } : unlinked(at);
  });
  const title = state.catalog.tools.find((tool) => tool.name === entry.tool)?.title ?? entry.tool;
  return (
    <Pane
      title={title}
      aside={position(cursor, rendered, entry, state)}
      rect={rect}
      focused={focused}
      painter={painter}
    >
      <Lines lines={[topLine(entry, width)]} painter={painter} width={width} height={1} />
      <Lines
        lines={rendered.head}
        painter={painter}
        width={width}
        height={rendered.head.length}
        shift={tabState.shift}
      />
      <Lines
        lines={picture ?? (rows.length > 0 ? rows : [empty(entry)])}
        painter={painter}
        width={width}
        height={space}
        shift={picture ? 0 : tabState.shift}
      />
      {preview > 0 && (
        <Lines lines={previewLines(state, colors, width, preview)} painter={painter} width={width} height={preview} />
      )}
      {notes > 0 && (
        <Lines
          lines={cutNotes(noteLines(entry, state, notices, now), notes, width)}
          painter={painter}
          width={width}
          height={notes}
        />
      )}
    </Pane>
  );
}

/** Puts the mark in place of the first blank, because most lines start with one. */
function withMark({ spans: [first, ...rest], ...rendered }: Line): Line {
  const text = first?.text.startsWith(" ") ? first.text.slice(1) : (first?.text ?? "");
  return { ...rendered, spans: [span("●", "accent"), { ...(first ?? { tone: "plain" }), text }, ...rest] };
}

/** Returns the position, for example `12/340`. A `+` after the total means that more is loaded as you scroll. */
function position(
  cursor: number,
  rendered: RenderedView,
  entry: TrailEntry,
  { seeking, renderer }: ExplorerState,
): string {
  const { count } = rendered;
  const { outcome, tab, window } = entry;
  const more = outcome?.next && tab === "result" ? "+" : "";
  if (seeking && tab === "result") {
    const of = seeking.of === undefined ? "" : ` of ${seeking.of.toLocaleString("en")}`;
    return `fetching row ${seeking.rows.toLocaleString("en")}${of}…`;
  }
  // We can't count lines for rows that aren't loaded.
  if (window && window.from > 0 && tab === "result") {
    const row = rowIndexOf(entry, rendered.row(cursor)) + 1;
    return `row ${row.toLocaleString("en")}/${windowEnd(entry).toLocaleString("en")}${more}`;
  }
  if (count === 0) return "";
  const [at, of] = tab === "result" && renderer === "matches" ? rowAt(cursor, rendered, entry) : [cursor + 1, count];
  return `${at.toLocaleString("en")}/${of.toLocaleString("en")}${more}`;
}

/** Counts in the same way as the status, which is without the headings of files. */
function rowAt(cursor: number, { count, row }: RenderedView, entry: TrailEntry): [at: number, of: number] {
  let line = cursor;
  while (line < count - 1 && row(line) === undefined) line++;
  const at = rowIndexOf(entry, row(line)) + 1;
  return [Math.max(1, at - headings(entry, at)), windowEnd(entry) - headings(entry)];
}

/** Counts the headings. These are rows without a place, provided that other rows have one. */
function headings({ view: { rows } }: TrailEntry, before = rows.length): number {
  if (!rows.some(({ location }) => location)) return 0;
  return rows.slice(0, before).filter(({ location }) => !location).length;
}

/** Returns the tabs, followed by as much of the status as fits. */
function topLine(entry: TrailEntry, width: number): Line {
  const [text, tone] = summary(entry);
  const bare = tabLine(entry.tab);
  const space = width - lineWidth(bare) - 2;
  if (space < 6) return bare;
  const tail = cut(text, space);
  return tabLine(entry.tab, [span(" ".repeat(Math.max(1, width - lineWidth(bare) - tail.length))), span(tail, tone)]);
}

function summary(entry: TrailEntry): [string, Tone] {
  const rows = windowEnd(entry) - headings(entry);
  const counted = `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;
  const ms = entry.endedAt === undefined ? "" : ` · ${duration(entry.endedAt - entry.startedAt)}`;
  switch (entry.status) {
    case "unloaded":
      return ["", "muted"];
    case "running":
      return [entry.stale || rows === 0 ? "running…" : counted, "muted"];
    case "failed":
      return [`failed${ms}`, "error"];
    case "cancelled":
      return [`cancelled${ms}`, "warning"];
    case "done":
      return [counted + ms, "muted"];
  }
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function empty(entry: TrailEntry): Line {
  if (entry.status === "running" || entry.status === "unloaded")
    return line(span("Waiting for the first rows…", "muted"));
  if (entry.tab === "model") return line(span("Fitting the answer…", "muted"));
  return line(span(entry.status === "cancelled" ? "Cancelled before anything was found." : "Nothing found.", "muted"));
}

/** Truncates the notes and adds a mark. */
function cutNotes(lines: Line[], space: number, width: number): Line[] {
  const last = lines[space - 1];
  if (!last || lines.length <= space) return lines;
  const text = last.spans.map((each) => each.text).join("");
  return [...lines.slice(0, space - 1), line(span(cut(`${text.trimEnd()} …`, width), last.spans[0]?.tone ?? "plain"))];
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const BAR = 16;

/** Shows a spinner, progress and a message while a call runs, and the notices once it is done. */
function noteLines(entry: TrailEntry, state: ExplorerState, notices: readonly Line[], now: number): Line[] {
  if (!showsProgress(state)) return [...notices];
  const { done, total } = entry.progress ?? {};
  const message = progressText(entry.progress ?? {});
  const spinner = span(`${SPINNER[state.beat % SPINNER.length]} `, "accent");
  const seconds = span(`${((now - entry.startedAt) / 1000).toFixed(1)} s`, "muted");
  const share = done !== undefined && total ? Math.max(0, Math.min(1, done / total)) : undefined;
  const full = share === undefined ? 0 : Math.round(share * BAR);
  const bar =
    share === undefined
      ? []
      : [
          span(" "),
          span("█".repeat(full), "accent"),
          span("░".repeat(BAR - full), "muted"),
          span(` ${Math.round(share * 100)} %`),
        ];
  const counted = share === undefined && done ? [span(` ${done.toLocaleString("en")}`)] : [];
  const messageSpans = message ? [span(`  ${message}`)] : [];
  return [line(spinner, seconds, ...bar, ...counted, ...messageSpans), ...notices];
}
