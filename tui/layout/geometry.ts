/** The number of lines of each list on the screen, for paging and scrolling. */
import { inner, type Rect } from "../components/rect.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { FOOTER, HEADER, layoutOf, type Pane, resultPaneParts } from "../state/panes.ts";
import { currentEntry, type TrailEntry } from "../state/trail.ts";
import { type Line, line, span, type Tone, wrap } from "../text/line.ts";
import type { RenderedView } from "../views/renderer.ts";

/** Returns the inside of a pane, or the whole screen's for a hidden pane. */
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

/** Sizes of the result pane's parts. */
export function resultGeometry(state: ExplorerState) {
  const entry = currentEntry(state.trail);
  const onResult = entry?.tab === "result";
  const { width, height } = paneInside(state, "result");
  const notes = onResult ? noticeLines(entry, width) : [];
  const running = showsProgress(state) ? 1 : 0;
  const wantsPreview = state.showPreview && onResult && state.place !== undefined && !state.isPicture;
  return { ...resultPaneParts(height, notes.length + running, wantsPreview), notices: notes };
}

/** Lines of the answer's notices, warnings first. */
function noticeLines({ view: { notes = [], warnings = [] } }: TrailEntry, width: number): Line[] {
  const drawn = (notice: string, mark: string, tone: Tone) =>
    wrap(notice, Math.max(1, width - 2)).map((text, index) => line(span(`${index === 0 ? mark : " "} ${text}`, tone)));
  const plain = notes.filter((note) => !warnings.includes(note));
  return [
    ...warnings.flatMap((each) => drawn(each, "▲", "warning")),
    ...plain.flatMap((each) => drawn(each, "·", "muted")),
  ];
}

/** Spinner ticks before it gets its own line, so that a search on every keystroke does not make the rows jump. */
const PATIENCE = 4;

export function showsProgress(state: ExplorerState): boolean {
  const entry = currentEntry(state.trail);
  return entry?.status === "running" && (entry.progress !== undefined || state.beat >= PATIENCE);
}

export function resultHeight(state: ExplorerState, rendered: RenderedView): number {
  return Math.max(1, resultGeometry(state).body - rendered.head.length);
}

/** Lines of the question's box: its frame and the text. */
export const QUESTION_LINES = 3;
/** From this width the source is to the right of the results. */
const BESIDE = 100;
/** From this height the source is under the results. */
const BELOW = 20;

/** Positions of the home screen's parts: the results, and the source of the row under the cursor. */
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

/** Number of result rows on the home screen. */
export function homeHeight(state: Pick<ExplorerState, "columns" | "rows">): number {
  return inner(homeParts(state).found).height;
}

/** Lines of a list screen inside its frame. */
export function screenHeight(state: ExplorerState): number {
  return Math.max(1, state.rows - HEADER - FOOTER - 2);
}
