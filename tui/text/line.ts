/** Defines what views and components render: lines of spans, each with a tone that the theme turns into a style. */
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import type { Location } from "../../core/host/frontend-api.ts";
import { clean } from "./clean.ts";

export type Tone =
  | "plain"
  | "muted"
  | "title"
  | "accent"
  | "key"
  | "mark"
  | "error"
  | "warning"
  | "success"
  | "keyword"
  | "string"
  | "number"
  | "comment"
  | "type"
  | "function";

export interface Span {
  text: string;
  tone: Tone;
  /** Colors as `#rrggbb`, which only pictures use. Everything else uses the theme. */
  fg?: string;
  bg?: string;
  /** The target of a click, on terminals that support links. */
  place?: Location;
}

/**
 * A rendered line. `cursor` is set on the line under the cursor: strong in the focused pane, and faint in the others.
 */
export interface Line {
  spans: Span[];
  /** Number of spans at the start that do not scroll sideways, such as a line number. */
  fixed?: number;
  cursor?: "strong" | "faint";
}

/** Maximum length of a line, so that a minified megabyte does not slow down every frame. */
const LONGEST = 20_000;

/** Creates a span. There is no other way to do so, which ensures that the text has been cleaned. */
export function span(text: string, tone: Tone = "plain"): Span {
  return { text: clean(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text), tone };
}

/** Adds a link to a place. */
export function linked(given: Span, place: Location | undefined): Span {
  return place ? { ...given, place } : given;
}

/** Removes links, since their addresses are longer than the text. */
export function unlinked(given: Line): Line {
  if (!given.spans.some(({ place }) => place)) return given;
  return { ...given, spans: given.spans.map(({ place: _, ...each }) => each) };
}

export function line(...parts: (Span | string)[]): Line {
  return { spans: parts.map((part) => (typeof part === "string" ? span(part) : part)) };
}

const ASCII = /^[\x20-\x7e]*$/;

/** Returns true if every UTF-16 unit takes one column, as in most text. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/**
 * Characters that every terminal draws in one column: Latin letters, arrows, symbols for keys, rules, blocks and
 * Braille.
 */
const NARROW =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u203a\u2190-\u21ff\u2325\u232b\u23ce\u2500-\u25fc\u2800-\u28ff]*$/;

/**
 * Does the same for the characters that jig draws itself, without loading the Unicode tables, which would slow down the
 * start.
 */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** Returns the number of columns of a clean text. */
export function widthOf(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

export function lineWidth({ spans }: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Truncates text to `width` columns, and marks the cut with `…`. */
export function cut(text: string, width: number, position: "start" | "middle" | "end" = "end"): string {
  const cleaned = clean(text);
  if (width <= 0) return "";
  return widthOf(cleaned) <= width ? cleaned : cliTruncate(cleaned, width, { position });
}

/** Shortens a path to `width` columns by cutting its start, if possible before the name of a folder. */
export function cutPath(path: string, width: number): string {
  const cleaned = clean(path);
  if (widthOf(cleaned) <= width) return cleaned;
  for (let at = cleaned.indexOf("/", 1); at >= 0; at = cleaned.indexOf("/", at + 1)) {
    const rest = `…${cleaned.slice(at)}`;
    if (widthOf(rest) <= width) return rest;
  }
  return cut(cleaned, width, "start");
}

/** Shortens a path to `width` columns by cutting its middle. The start and the name are kept. */
export function cutMiddle(path: string, width: number): string {
  const cleaned = clean(path);
  if (widthOf(cleaned) <= width) return cleaned;
  const first = cleaned.indexOf("/", 1);
  if (first > 0) {
    for (let at = cleaned.indexOf("/", first + 1); at >= 0; at = cleaned.indexOf("/", at + 1)) {
      const rest = `${cleaned.slice(0, first + 1)}…${cleaned.slice(at)}`;
      if (widthOf(rest) <= width) return rest;
    }
  }
  return cutPath(cleaned, width);
}

/** Truncates text like `cut`, and fills it with spaces to exactly `width` columns. */
export function pad(text: string, width: number, align: "left" | "right" = "left"): string {
  const short = cut(text, width);
  const space = " ".repeat(Math.max(0, width - widthOf(short)));
  return align === "left" ? short + space : space + short;
}

/** Converts text to spans. The parts `[start, end)` of it, in UTF-16 units, have the tone of marks. */
export function marked(text: string, marks: readonly (readonly [number, number])[] = [], tone: Tone = "plain"): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const [start, end] of [...marks].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(at, Math.min(start, text.length));
    const to = Math.max(from, Math.min(end, text.length));
    if (from > at) spans.push(span(text.slice(at, from), tone));
    if (to > from) spans.push(span(text.slice(from, to), "mark"));
    at = to;
  }
  if (at < text.length || spans.length === 0) spans.push(span(text.slice(at), tone));
  return spans;
}

/** Breaks text into lines of at most `width` columns. It breaks between words, unless a word is too long. */
export function wrap(text: string, width: number): string[] {
  if (width <= 0) return [];
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let current = "";
    let empty = true;
    for (const word of clean(paragraph).split(" ")) {
      const joined = empty ? word : `${current} ${word}`;
      if (widthOf(joined) <= width) {
        current = joined;
        empty = false;
        continue;
      }
      if (current.trim() !== "") lines.push(current);
      const pieces = chop(word, width);
      lines.push(...pieces.slice(0, -1));
      current = pieces.at(-1) ?? "";
      empty = false;
    }
    lines.push(current);
  }
  return lines;
}

/** Wraps text to a limited number of lines. A cut is marked. */
export function wrapAtMost(text: string, width: number, most: number): string[] {
  const lines = wrap(text, width);
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), cut(`${lines[most - 1]} …`, width)];
}

/** Splits a clean text into pieces of at most `width` columns, between graphemes. */
export function chop(text: string, width: number): string[] {
  if (ASCII.test(text)) {
    if (text.length <= width) return [text];
    return Array.from({ length: Math.ceil(text.length / width) }, (_, index) =>
      text.slice(index * width, (index + 1) * width),
    );
  }
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const wide = stringWidth(segment);
    if (used + wide > width && piece !== "") {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += segment;
    used += wide;
  }
  return [...pieces, piece];
}
