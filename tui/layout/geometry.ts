/** How many lines each list has on the screen, so that pages and scrolling fit what is drawn. Pure. */
import { inner, type Rect } from "../components/rect.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { FOOTER, HEADER, layoutOf, type Pane, resultPaneParts } from "../state/panes.ts";
import { currentEntry, type TrailEntry } from "../state/trail.ts";
import { wrap } from "../text/line.ts";
import type { RenderedView } from "../views/renderer.ts";

/** The inside of a pane; where it is not in sight, what it would have alone. */
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

/** What the parts of the result pane get. */
export function resultGeometry(state: ExplorerState) {
  const entry = currentEntry(state.trail);
  const onResult = entry?.tab === "result";
  const { width, height } = paneInside(state, "result");
  const notes = onResult ? noteTexts(entry, width) : [];
  const running = showsProgress(state) ? 1 : 0;
  const wantsPreview = state.showPreview && onResult && state.place !== undefined && !state.isPicture;
  return { ...resultPaneParts(height, notes.length + running, wantsPreview), noteTexts: notes };
}

/** What the answer wants said, in lines. */
function noteTexts({ view }: TrailEntry, width: number): string[] {
  return (view.notes ?? []).flatMap((note) =>
    wrap(note, Math.max(1, width - 2)).map((text, index) => (index === 0 ? `▲ ${text}` : `  ${text}`)),
  );
}

/** Beats of the spinner before it gets a line of its own: a search on every keystroke must not make the rows jump. */
const PATIENCE = 4;

export function showsProgress(state: ExplorerState): boolean {
  const entry = currentEntry(state.trail);
  return entry?.status === "running" && (entry.progress !== undefined || state.beat >= PATIENCE);
}

export function resultHeight(state: ExplorerState, rendered: RenderedView): number {
  return Math.max(1, resultGeometry(state).body - rendered.head.length);
}

/** Lines of the frame around the question: its edges and what is typed. */
export const QUESTION_LINES = 3;
/** From so many columns on, the source stands beside what was found. */
const BESIDE = 100;
/** From so many lines on, it stands below. */
const BELOW = 20;

/** Where the parts of the home screen stand: what was found, and the source of the row under the cursor. */
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

/** Rows that the home screen has room for. */
export function homeHeight(state: Pick<ExplorerState, "columns" | "rows">): number {
  return inner(homeParts(state).found).height;
}

/** Lines of a list screen inside its frame. */
export function screenHeight(state: ExplorerState): number {
  return Math.max(1, state.rows - HEADER - FOOTER - 2);
}
