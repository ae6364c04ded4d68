/** Defines lines and spans, which views and components exchange. A span has a tone, and the theme turns that into a style. */
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
  /** A color like `#rrggbb`. It is only for pictures, because everything else goes through the theme. */
  fg?: string;
  bg?: string;
  /** The target of the link, if the terminal supports links. */
  place?: Location;
}

/** A line. `cursor` is strong in the pane that has the focus, and faint elsewhere. */
export interface Line {
  spans: Span[];
  /** The number of spans at the start that don't scroll sideways, such as a line number. */
  fixed?: number;
  cursor?: "strong" | "faint";
}

/** A line of a megabyte in a minified file would slow down every frame. */
const LONGEST = 20_000;

/** Creates a span. This is the only way to do so, which guarantees that its text is clean. */
export function span(text: string, tone: Tone = "plain"): Span {
  return { text: clean(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text), tone };
}

export function linked(given: Span, place: Location | undefined): Span {
  return place ? { ...given, place } : given;
}

/** Removes links, because the address of a link would be longer than the text. */
export function unlinked(given: Line): Line {
  if (!given.spans.some(({ place }) => place)) return given;
  return { ...given, spans: given.spans.map(({ place: _, ...each }) => each) };
}

export function line(...parts: (Span | string)[]): Line {
  return { spans: parts.map((part) => (typeof part === "string" ? span(part) : part)) };
}

const ASCII = /^[\x20-\x7e]*$/;

/** Returns true if each UTF-16 unit takes one column, which is the case for most text. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Characters that take one column on any terminal, such as Latin letters, arrows, key symbols, rules, blocks and Braille. */
const NARROW =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u203a\u2190-\u21ff\u2325\u232b\u23ce\u2500-\u25fc\u2800-\u28ff]*$/;

/**
 * Returns true for text that consists of characters that jig itself draws. This way, we don't have to load the Unicode tables,
 * which would slow down the start.
 */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** Returns the width in columns. The text must be clean. */
export function widthOf(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

export function lineWidth({ spans }: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Truncates text to `width` columns, and marks this with `…`. */
export function cut(text: string, width: number, position: "start" | "middle" | "end" = "end"): string {
  const cleaned = clean(text);
  if (width <= 0) return "";
  return widthOf(cleaned) <= width ? cleaned : cliTruncate(cleaned, width, { position });
}

/** Drops the start of a path, at the boundary of a folder if possible. */
export function cutPath(path: string, width: number): string {
  const cleaned = clean(path);
  if (widthOf(cleaned) <= width) return cleaned;
  for (let at = cleaned.indexOf("/", 1); at >= 0; at = cleaned.indexOf("/", at + 1)) {
    const rest = `…${cleaned.slice(at)}`;
    if (widthOf(rest) <= width) return rest;
  }
  return cut(cleaned, width, "start");
}

/** Drops the middle of a path, but keeps the start and the file name. */
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

/** Works like `cut`, but pads the text to exactly `width`. */
export function pad(text: string, width: number, align: "left" | "right" = "left"): string {
  const short = cut(text, width);
  const space = " ".repeat(Math.max(0, width - widthOf(short)));
  return align === "left" ? short + space : space + short;
}

/** Highlights the ranges `[start, end)`, which are in UTF-16 units. */
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

/** Wraps text at words. Words that are longer than a line are split. */
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

/** Returns at most `most` lines, and truncates the text after that. */
export function wrapAtMost(text: string, width: number, most: number): string[] {
  const lines = wrap(text, width);
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), cut(`${lines[most - 1]} …`, width)];
}

/** Splits a clean text into pieces that are at most `width` columns wide. Graphemes are never split. */
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
