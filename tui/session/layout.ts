/** Where the panes stand on a terminal of any size. Pure. */
import type { Rect } from "../components/rect.ts";

export const PANES = ["tools", "form", "result"] as const;
export type Pane = (typeof PANES)[number];

export interface Layout {
  shape: "three" | "stacked" | "single";
  panes: Partial<Record<Pane, Rect>>;
}

/** One line above the panes, one below. */
export const HEADER = 1;
export const FOOTER = 1;

export function layoutOf(columns: number, rows: number, focus: Pane, zoomed: boolean): Layout {
  const height = Math.max(3, rows - HEADER - FOOTER);
  const whole: Rect = { x: 0, y: HEADER, width: columns, height };
  if (zoomed || columns < 76 || rows < 14) return { shape: "single", panes: { [focus]: whole } };
  if (columns >= 104) {
    const tools = Math.min(32, Math.max(24, Math.floor(columns * 0.23)));
    const form = Math.min(46, Math.max(34, Math.floor(columns * 0.28)));
    return {
      shape: "three",
      panes: {
        tools: { ...whole, width: tools },
        form: { ...whole, x: tools, width: form },
        result: { ...whole, x: tools + form, width: columns - tools - form },
      },
    };
  }
  const tools = Math.max(24, Math.floor(columns * 0.29));
  const right = { x: tools, width: columns - tools };
  // The one that has the focus gets the larger part.
  const form = Math.max(6, Math.floor(height * (focus === "result" ? 0.32 : 0.55)));
  return {
    shape: "stacked",
    panes: {
      tools: { ...whole, width: tools },
      form: { ...whole, ...right, height: form },
      result: { ...whole, ...right, y: HEADER + form, height: height - form },
    },
  };
}

export interface ResultParts {
  /** Lines for rows, the head of a table included. */
  body: number;
  /** Lines of the preview, its title included; 0: none. */
  preview: number;
  notes: number;
}

/** How the result pane is divided below its tabs. */
export function resultParts(height: number, notes: number, wantsPreview: boolean): ResultParts {
  const room = Math.max(1, height - 1);
  const shownNotes = Math.min(notes, 3, Math.max(0, room - 4));
  const rest = room - shownNotes;
  const preview = wantsPreview && rest >= 10 ? Math.floor(rest * 0.45) : 0;
  return { body: rest - preview, preview, notes: shownNotes };
}
