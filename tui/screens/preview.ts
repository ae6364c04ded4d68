/** Renders the source around a place, for the preview below an answer and for the reader. */
import type { ExplorerState } from "../state/explorer-state.ts";
import { cutPath, type Line, line, linked, type Span, span } from "../text/line.ts";

export interface SourceColors {
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  languageOf(path: string): string | undefined;
  shorten(path: string): string;
}

/** Number of lines above the window that are highlighted with it, so that a comment that starts there is recognized. */
const LEAD = 40;

/** In sparse previews, every fifth line has a number. */
const FIFTH = 5;

/**
 * Returns a title and the lines around the place under the cursor. With `sparse`, there is no rule and there are few
 * line numbers, which saves output next to results that change with every letter.
 */
export function previewLines(
  state: ExplorerState,
  colors: SourceColors,
  width: number,
  height: number,
  sparse = false,
): Line[] {
  const { previewPlace: place, preview } = state;
  if (!place) return [];
  const title = cutPath(`${colors.shorten(place.display)}:${place.startLine}`, width - 6);
  const rule = line(span("── ", "muted"), linked(span(title), place), span(` ${"─".repeat(width)}`, "muted"));
  // The rule is longer than the pane, so it is trimmed without a mark.
  const head: Line = sparse ? line(title) : { spans: trimmed(rule.spans, width) };
  if (preview?.path !== place.absolute) return [head, line(span("…", "muted"))];
  if (preview.fault) return [head, line(span(preview.fault, "warning"))];
  const space = height - 1;
  const top = Math.max(0, Math.min(place.startLine - 1 - Math.floor(space / 2), preview.lines.length - space));
  return [head, ...sourceLines(preview.lines, colors, place.display, top, space, place.startLine - 1, sparse)];
}

/** Returns the lines `[top, top + height)` with numbers and colors. The line `current` is marked. */
export function sourceLines(
  lines: readonly string[],
  colors: SourceColors,
  path: string,
  top: number,
  height: number,
  current: number,
  sparse = false,
): Line[] {
  const from = Math.max(0, top - LEAD);
  const to = Math.min(lines.length, top + height);
  const colored = colors.highlight(lines.slice(from, to), colors.languageOf(path));
  const gutter = Math.max(3, String(to).length);
  return colored.slice(top - from).map((spans, index): Line => {
    const at = top + index;
    const mark = at === current ? span("▶ ", "accent") : span("  ");
    if (sparse) {
      const isNumbered = at === current || (at + 1) % FIFTH === 0;
      const number = isNumbered ? String(at + 1) : "";
      return line(mark, span(`${number.padStart(gutter)}  `, at === current ? "accent" : "muted"), ...spans);
    }
    const number = span(`${String(at + 1).padStart(gutter)} │ `, at === current ? "accent" : "muted");
    return { spans: [mark, number, ...spans], fixed: 2 };
  });
}

function trimmed(spans: readonly Span[], width: number): Span[] {
  let left = width;
  return spans.map(({ text, ...look }) => {
    const part = text.endsWith("─") ? text.slice(0, Math.max(0, left)) : text;
    left -= part.length;
    return { ...look, text: part };
  });
}
