/** Computes the heights of lists, which we need for paging and scrolling. */
import { inner, type Rect } from "../components/rect.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { FOOTER, HEADER, layoutOf, type Pane, resultPaneParts } from "../state/panes.ts";
import { currentEntry, type TrailEntry } from "../state/trail.ts";
import { clean } from "../text/clean.ts";
import { type Line, line, span, type Tone, widthOf, wrap } from "../text/line.ts";
import type { RenderedView } from "../views/renderer.ts";

/** Returns the inside of a pane, or the whole screen if the pane is hidden. */
export function paneInside(state: ExplorerState, pane: Pane): Rect {
  const { panes } = layoutOf(state);
  return inner(panes[pane] ?? { x: 0, y: HEADER, width: state.columns, height: state.rows - HEADER - FOOTER });
}

export function treeHeight(state: ExplorerState): number {
  const { filtering, filter } = state.tree;
  return paneInside(state, "tools").height - (filtering || filter !== "" ? 1 : 0);
}

export function formHeight(state: ExplorerState): number {
  return paneInside(state, "form").height;
}

export function resultGeometry(state: ExplorerState) {
  const entry = currentEntry(state.trail);
  const onResult = entry?.tab === "result";
  const { width, height } = paneInside(state, "result");
  const notes = onResult ? noticeLines(entry, width) : [];
  const running = showsProgress(state) ? 1 : 0;
  const wantsPreview = state.showPreview && onResult && state.place !== undefined && !state.isPicture;
  return { ...resultPaneParts(height, notes.length + running, wantsPreview), notices: notes };
}

/** Returns the lines of notices, starting with warnings. */
function noticeLines({ view: { notes = [], warnings = [] } }: TrailEntry, width: number): Line[] {
  const drawn = (notice: string, mark: string, tone: Tone) =>
    wrap(notice, Math.max(1, width - 2)).map((text, index) => line(span(`${index === 0 ? mark : " "} ${text}`, tone)));
  const plain = notes.filter((note) => !warnings.includes(note));
  return [
    ...warnings.flatMap((each) => drawn(each, "▲", "warning")),
    ...packed(plain, width - 2).flatMap((each) => drawn(each, "·", "muted")),
  ];
}

/** Puts short sentences on the same line. */
function packed(sentences: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const sentence of sentences) {
    const last = lines.at(-1);
    const joined = `${last} · ${sentence}`;
    if (last !== undefined && widthOf(clean(joined)) <= width) lines[lines.length - 1] = joined;
    else lines.push(sentence);
  }
  return lines;
}

/**
 * The number of ticks until the spinner has its own line. If it appeared at once, a search on every keystroke would make the
 * rows jump.
 */
const PATIENCE = 4;

export function showsProgress(state: ExplorerState): boolean {
  const entry = currentEntry(state.trail);
  return entry?.status === "running" && (entry.progress !== undefined || state.beat >= PATIENCE);
}

export function resultHeight(state: ExplorerState, rendered: RenderedView): number {
  return Math.max(1, resultGeometry(state).body - rendered.head.length);
}

/** The height of the question box, including its frame. */
export const QUESTION_LINES = 3;
/** If the screen is at least this wide, the source is shown on the right. */
const BESIDE = 100;
/** If the screen is at least this tall, the source is shown below. */
const BELOW = 20;

/** Returns the places of the results and the source on the home screen. */
export function homeParts({ columns, rows }: Pick<ExplorerState, "columns" | "rows">): { found: Rect; source?: Rect } {
  const y = HEADER + QUESTION_LINES;
  const height = Math.max(3, rows - y - FOOTER);
  const whole: Rect = { x: 0, y, width: columns, height };
  if (columns >= BESIDE) {
    const width = Math.floor(columns * 0.5);
    return { found: { ...whole, width }, source: { ...whole, x: width, width: columns - width } };
  }
  if (height < BELOW - QUESTION_LINES) return { found: whole };
  const found = Math.floor(height * 0.55);
  return { found: { ...whole, height: found }, source: { ...whole, y: y + found, height: height - found } };
}

export function homeHeight(state: Pick<ExplorerState, "columns" | "rows">): number {
  return inner(homeParts(state).found).height;
}

/** Returns the number of lines inside the frame. */
export function screenHeight(state: ExplorerState): number {
  return Math.max(1, state.rows - HEADER - FOOTER - 2);
}
