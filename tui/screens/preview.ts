/** Shows the source around a place, for the preview and the reader. */
import type { ExplorerState } from "../state/explorer-state.ts";
import { cutPath, type Line, line, linked, type Span, span } from "../text/line.ts";

export interface SourceColors {
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  languageOf(path: string): string | undefined;
  shorten(path: string): string;
}

/** We highlight this many additional lines above the window, so that we notice if it starts inside a comment. */
const LEAD = 40;

/** A sparse preview only has a number on every fifth line. */
const FIFTH = 5;

/**
 * Returns the title and the lines around the place of the cursor. `sparse` leaves out the rule and most line numbers. Since the
 * results change with every letter, this means that less has to be sent to the terminal.
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
  // The rule is too long on purpose, so we cut it silently.
  const head: Line = sparse ? line(title) : { spans: trimmed(rule.spans, width) };
  if (preview?.path !== place.absolute) return [head, line(span("…", "muted"))];
  if (preview.fault) return [head, line(span(preview.fault, "warning"))];
  const space = height - 1;
  const top = Math.max(0, Math.min(place.startLine - 1 - Math.floor(space / 2), preview.lines.length - space));
  return [head, ...sourceLines(preview.lines, colors, place.display, top, space, place.startLine - 1, sparse)];
}

/** Returns the lines `[top, top + height)`, numbered and highlighted. `current` is marked. */
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
