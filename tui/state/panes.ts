/**
 * Computes the positions of the panes. A wide terminal has all three next to each other. If there is less space, the panes are
 * stacked, or only the one with the focus is shown. Edges that the user moved are stored relative to this layout.
 */
import type { Rect } from "../components/rect.ts";

export const PANES = ["tools", "form", "result"] as const;
export type Pane = (typeof PANES)[number];

export interface Layout {
  shape: "three" | "stacked" | "single";
  panes: Partial<Record<Pane, Rect>>;
}

/** The screen has one line above the panes and one below. */
export const HEADER = 1;
export const FOOTER = 1;

/** The edges that the user moved, relative to the automatic layout, in columns and lines. */
export interface Splits {
  tools: number;
  form: number;
  /** The form's height, if it is above the result. */
  lines: number;
}
export const NO_SPLITS: Splits = { tools: 0, form: 0, lines: 0 };
/** The distance for each keystroke. */
const STEP: Splits = { tools: 4, form: 4, lines: 2 };
const LEAST = { tools: 18, form: 24, result: 36, lines: 5 };

export interface LayoutInput {
  columns: number;
  rows: number;
  focus: Pane;
  zoomed: boolean;
  splits: Splits;
}

export function layoutOf(at: LayoutInput): Layout {
  const { columns, rows, focus, zoomed } = at;
  const height = Math.max(3, rows - HEADER - FOOTER);
  const whole: Rect = { x: 0, y: HEADER, width: columns, height };
  if (zoomed || columns < 76 || rows < 14) return { shape: "single", panes: { [focus]: whole } };
  const { tools, form, lines } = extents(at, height);
  if (columns >= WIDE) {
    return {
      shape: "three",
      panes: {
        tools: { ...whole, width: tools },
        form: { ...whole, x: tools, width: form },
        result: { ...whole, x: tools + form, width: columns - tools - form },
      },
    };
  }
  const right = { x: tools, width: columns - tools };
  return {
    shape: "stacked",
    panes: {
      tools: { ...whole, width: tools },
      form: { ...whole, ...right, height: lines },
      result: { ...whole, ...right, y: HEADER + lines, height: height - lines },
    },
  };
}

/** If there are at least this many columns, the three panes are next to each other. */
const WIDE = 104;

/** Returns the columns of the tools, the form's columns, and the form's lines. */
function extents({ columns, focus, splits }: LayoutInput, height: number): Splits {
  const own = ownExtents(columns, focus, height);
  const between = (least: number, wanted: number, most: number) => Math.max(least, Math.min(wanted, most));
  const formMinimum = columns >= WIDE ? LEAST.form : 0;
  const tools = between(LEAST.tools, own.tools + splits.tools, columns - formMinimum - LEAST.result);
  return {
    tools,
    form: between(LEAST.form, own.form + splits.form, columns - tools - LEAST.result),
    lines: between(LEAST.lines, own.lines + splits.lines, height - LEAST.lines),
  };
}

/** Returns the extents without the changes of the user. */
function ownExtents(columns: number, focus: Pane, height: number): Splits {
  return {
    tools:
      columns >= WIDE
        ? Math.min(32, Math.max(24, Math.floor(columns * 0.23)))
        : Math.max(24, Math.floor(columns * 0.29)),
    form: Math.min(46, Math.max(34, Math.floor(columns * 0.28))),
    // The pane with the focus gets the larger part.
    lines: Math.max(6, Math.floor(height * (focus === "result" ? 0.32 : 0.55))),
  };
}

/** Returns the new edges, or undefined if there is no more room. */
export function resizedSplits(at: LayoutInput, by: 1 | -1): Splits | undefined {
  const { columns, rows, focus } = at;
  const { shape, panes } = layoutOf(at);
  if (shape === "single") return undefined;
  const height = rows - HEADER - FOOTER;
  const now = extents(at, height);
  const own = ownExtents(columns, focus, height);
  for (const [edge, way] of edgesOf(shape, focus)) {
    // We start from the visible edge. In a larger window, the edge may have been moved beyond it, and then the first keystrokes
    // would seem to have no effect.
    const moved = { ...at.splits, [edge]: now[edge] - own[edge] + by * way * STEP[edge] };
    const next = extents({ ...at, splits: moved }, height);
    const splits = { ...moved, [edge]: next[edge] - own[edge] };
    const [before, after] = [panes[focus]!, layoutOf({ ...at, splits }).panes[focus]!];
    if (before.width !== after.width || before.height !== after.height) return splits;
  }
  return undefined;
}

/** Returns the edges, starting with the nearest, each with the direction in which it moves if the pane grows. */
function edgesOf(shape: Layout["shape"], focus: Pane): [edge: keyof Splits, way: 1 | -1][] {
  if (focus === "tools") return [["tools", 1]];
  if (shape === "stacked") return [["lines", focus === "form" ? 1 : -1]];
  if (focus === "form") return [["form", 1]];
  return [
    ["form", -1],
    ["tools", -1],
  ];
}

export interface ResultPaneParts {
  /** The number of lines for rows, including the header of a table. */
  body: number;
  /** The number of lines for the preview and its title, or 0 if it is hidden. */
  preview: number;
  notes: number;
}

/** Divides the space below the tabs. */
export function resultPaneParts(height: number, notes: number, wantsPreview: boolean): ResultPaneParts {
  const space = Math.max(1, height - 1);
  const shownNotes = Math.min(notes, 3, Math.max(0, space - 4));
  const rest = space - shownNotes;
  const preview = wantsPreview && rest >= 10 ? Math.floor(rest * 0.45) : 0;
  return { body: rest - preview, preview, notes: shownNotes };
}
