/** Converts lines to strings for Ink, which are truncated, styled and filled. */
import { Chalk, type ChalkInstance } from "chalk";
import sliceAnsi from "slice-ansi";
import type { Location } from "../../core/host/frontend-api.ts";
import { isAscii, type Line, lineWidth, type Span, type Tone, widthOf } from "../text/line.ts";
import type { Style, Theme } from "./theme.ts";

/** A painter for one theme. `level` is the one of chalk, from 0 for no color to 3 for true color. */
export interface Painter {
  /**
   * Returns up to `width` columns, or exactly that many if `fill` is set. The first `shift` columns are scrolled off, and `…`
   * marks an end that was truncated. We leave out trailing blanks because Ink splits up every single character on each frame.
   */
  line(line: Line, width: number, options?: { shift?: number; fill?: boolean }): string;
  frame(text: string, focused: boolean): string;
  tone(text: string, tone: Tone): string;
  /** Returns a link, or plain text if the terminal doesn't support links. */
  link(painted: string, place: Location | undefined): string;
}

/** Creates a painter. `address` returns the terminal's link for a place, or undefined if it has none. */
export function createPainter(
  theme: Theme,
  level: 0 | 1 | 2 | 3,
  address?: (place: Location) => string | undefined,
): Painter {
  const chalk = new Chalk({ level });
  const styles = Object.fromEntries(
    Object.entries(theme.tones).map(([tone, style]) => [tone, styler(chalk, style)]),
  ) as Record<Tone, (text: string) => string>;
  const strong = theme.cursor && chalk.bgHex(theme.cursor.strong);
  const faint = theme.cursor && chalk.bgHex(theme.cursor.faint);
  const frame = { focused: styler(chalk, theme.frame.focused), resting: styler(chalk, theme.frame.resting) };
  const styled = ({ text, tone, fg, bg }: Span) => {
    if (fg === undefined) return styles[tone](text);
    return bg === undefined ? chalk.hex(fg)(text) : chalk.hex(fg).bgHex(bg)(text);
  };
  const link = (painted: string, place: Location | undefined) => {
    const url = place && address?.(place);
    return url ? `\u001b]8;;${url}\u001b\\${painted}\u001b]8;;\u001b\\` : painted;
  };
  return {
    line(given, width, { shift = 0, fill = false } = {}) {
      if (width <= 0) return "";
      const line = near(given, shift + width);
      const whole = lineWidth(line);
      // If we inverted the line, every color would become a different background.
      const bare = line.cursor === "strong" && !strong;
      let { spans } = line;
      if (shift > 0 && whole > 0) spans = scrolled(line, shift, whole);
      if (lineWidth({ spans }) > width) spans = [...columns(spans, 0, width - 1), CUT];
      // If a wide character doesn't fit, its column remains empty.
      const used = lineWidth({ spans });
      let painted = spans.map((each) => link(bare ? each.text : styled(each), each.place)).join("");
      // We don't underline blanks, because that would look like a rule.
      if (line.cursor === "faint" && !faint) painted = chalk.underline(painted);
      const filled = fill || line.cursor ? painted + " ".repeat(Math.max(0, width - used)) : painted;
      if (line.cursor === "strong") return (strong ?? chalk.bold.inverse)(filled);
      return line.cursor === "faint" && faint ? faint(filled) : filled;
    },
    frame: (text, focused) => (focused ? frame.focused(text) : frame.resting(text)),
    tone: (text, tone) => styles[tone](text),
    link,
  };
}

const CUT: Span = { text: "…", tone: "muted" };

function scrolled({ spans, fixed = 0 }: Line, shift: number, whole: number): Span[] {
  const [still, moving] = [spans.slice(0, fixed), spans.slice(fixed)];
  return moving.length === 0 ? still : [...still, CUT, ...columns(moving, shift + 1, whole)];
}

/** Returns the columns `[from, to)`. */
function columns(spans: readonly Span[], from: number, to: number): Span[] {
  let at = 0;
  return spans.flatMap((each): Span[] => {
    const { text } = each;
    const start = at;
    const width = widthOf(text);
    at += width;
    if (at <= from || start >= to) return [];
    if (start >= from && at <= to) return [each];
    const [a, b] = [Math.max(0, from - start), Math.min(width, to - start)];
    return [{ ...each, text: isAscii(text) ? text.slice(a, b) : sliceAnsi(text, a, b) }];
  });
}

/** Returns the part of a huge line that could be visible, so that we don't have to measure and paint all of it. */
function near(line: Line, columns: number): Line {
  let budget = columns * 4 + 80;
  if (line.spans.reduce((sum, { text }) => sum + text.length, 0) <= budget) return line;
  const spans = line.spans.flatMap(({ text, ...look }): Span[] => {
    const part = text.slice(0, Math.max(0, budget));
    budget -= text.length;
    return part === "" ? [] : [{ ...look, text: part }];
  });
  return { ...line, spans: [...spans, { text: "…", tone: "muted" }] };
}

function styler(chalk: ChalkInstance, style: Style): (text: string) => string {
  let paint = chalk;
  if (style.color?.startsWith("#")) paint = paint.hex(style.color);
  else if (style.color) paint = paint[style.color as "cyan"];
  for (const modifier of ["bold", "dim", "italic", "underline"] as const) if (style[modifier]) paint = paint[modifier];
  return paint === chalk ? (text) => text : (text) => paint(text);
}
