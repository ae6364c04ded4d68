/** Converts ripgrep's events to the rows of a file, with one row per occurrence. */
import type { RgLines, RgText } from "../ripgrep/events.ts";

/**
 * A single occurrence. `column` starts at 1 and is in UTF-16 units of the whole line, even if `line_text` is only a
 * part of that line.
 */
export type MatchRow = {
  file: string;
  line_number: number;
  column: number;
  match_text: string;
  /** The query that matched, if there is more than one. */
  query?: string;
  /**
   * The line without its line end. If it has more than `WIDEST` units, this is a window of it that starts at
   * `line_offset`.
   */
  line_text: string;
  line_offset?: number;
  /** The full length of a match if `match_text` was truncated to `WIDEST` units. */
  match_length?: number;
  /** For a match that spans several lines, its last line and the text of all lines after the first. */
  end_line?: number;
  more_lines?: string[];
  context_before?: string[];
  context_after?: string[];
};

/** If a line is longer than this, only a window around the match is returned. */
export const WIDEST = 500;
/** Maximum number of further lines of a match to keep. */
const MAX_MORE_LINES = 50;
/** Number of columns to show before the match in such a window, if possible. */
const LEAD = 100;

export interface RowOptions {
  before: number;
  after: number;
  /** Number of occurrences to keep for this file. */
  limit: number;
  /** Number of occurrences to skip first. */
  skip?: number;
  /** The query to set on each row. */
  query?: string | undefined;
}

/**
 * Collects the events of a single file in order. The context of a match consists of the actual neighboring lines, even
 * if they match too.
 */
export class FileRows {
  readonly rows: MatchRow[] = [];
  /** Number of occurrences that were found. This is more than the number of `rows` if the limit was reached. */
  seen = 0;
  /** Number of matching lines or blocks, which is what rg's own limit applies to. */
  events = 0;
  /** True if invalid bytes were replaced by U+FFFD. */
  replaced = false;
  readonly path: string;
  private readonly options: RowOptions;
  /** The most recent lines with their numbers, up to `options.before` of them. */
  private recent: [line: number, text: string][] = [];
  /** Rows that still need the context lines up to `until`. */
  private waiting: { into: string[]; from: number; until: number }[] = [];

  constructor(path: string, options: RowOptions) {
    this.path = path;
    this.options = options;
  }

  /** False if further matches only have to be counted by `count`. */
  get wantsLines(): boolean {
    return this.rows.length < this.options.limit || this.waiting.length > 0;
  }

  /**
   * Adds a match of which only the number of occurrences is known. An empty match at the end of a file has none, but
   * counts as one.
   */
  count(occurrences: number): void {
    this.events++;
    this.seen += Math.max(1, occurrences);
  }

  context(event: RgLines): void {
    this.pass(event.line_number ?? 1, splitLines(this.decode(event.lines)));
  }

  match(event: RgLines): void {
    const { text, spans } = this.spansOf(event);
    this.block(text, spans, event.line_number ?? 1);
  }

  /** Adds the occurrences in a block of lines. `spans` are UTF-16 offsets, sorted by their start. */
  block(block: string, spans: [number, number][], first: number): void {
    this.events++;
    const lines = splitLines(block);
    const starts = lineStarts(block);
    const found: { line: number; last: number; row: MatchRow }[] = [];
    let line = 0;
    // rg counts an empty match at the end of a file without a final newline but does not report a span for it.
    if (spans.length === 0) spans.push([block.length, block.length]);
    for (const [start, end] of spans) {
      this.seen++;
      if (this.seen <= (this.options.skip ?? 0) || this.rows.length >= this.options.limit) continue;
      while (line + 1 < starts.length && starts[line + 1]! <= start) line++;
      let last = line;
      while (last + 1 < starts.length && starts[last + 1]! < end) last++;
      const row: MatchRow = {
        file: this.path,
        line_number: first + line,
        column: start - starts[line]! + 1,
        match_text: block.slice(start, end),
        ...(this.options.query === undefined ? {} : { query: this.options.query }),
        line_text: lines[line] ?? "",
      };
      fitWidth(row);
      if (last > line) {
        row.end_line = first + last;
        row.more_lines = lines.slice(line + 1, Math.min(last, line + MAX_MORE_LINES) + 1).map(clip);
        const left = last - line - row.more_lines.length;
        if (left > 0) row.more_lines.push(`… ${left} more ${left === 1 ? "line" : "lines"}`);
      }
      this.rows.push(row);
      found.push({ line: first + line, last: first + last, row });
    }
    if (this.options.before > 0 || this.options.after > 0) this.neighbours(first, lines, found);
  }

  /** Adds context. A block can have many rows and lines, so only the neighbors of each row are checked. */
  private neighbours(first: number, lines: string[], found: { line: number; last: number; row: MatchRow }[]): void {
    const { before, after } = this.options;
    const known: [number, string][] = [
      ...this.recent,
      ...lines.map((text, at): [number, string] => [first + at, text]),
    ];
    const waiting: typeof this.waiting = [];
    for (const { line, last, row } of found) {
      const at = this.recent.length + line - first;
      const ahead = known.slice(Math.max(0, at - before), at).filter(([number]) => number >= line - before);
      row.context_before = ahead.map(([, text]) => clip(text));
      const behind = lines.slice(last + 1 - first, last + 1 - first + after);
      row.context_after = behind.map(clip);
      const until = last + after;
      if (behind.length < after) waiting.push({ into: row.context_after, from: first + lines.length, until });
    }
    this.pass(first, lines);
    this.waiting.push(...waiting);
  }

  /** Adds lines as context to earlier and later rows. */
  private pass(first: number, lines: string[]): void {
    const { before } = this.options;
    for (const { into, from, until } of this.waiting) {
      into.push(...lines.slice(Math.max(0, from - first), Math.max(0, until - first + 1)).map(clip));
    }
    const done = first + lines.length - 1;
    this.waiting = this.waiting
      .map((wait) => ({ ...wait, from: Math.max(wait.from, done + 1) }))
      .filter(({ until }) => until > done);
    const last = before === 0 ? [] : lines.slice(-before);
    this.recent.push(...last.map((text, at): [number, string] => [done - last.length + 1 + at, text]));
    if (this.recent.length > before) this.recent = before === 0 ? [] : this.recent.slice(-before);
  }

  private decode(lines: RgText): string {
    if ("text" in lines) return lines.text;
    this.replaced = true;
    return Buffer.from(lines.bytes, "base64").toString("utf8");
  }

  /** Returns the text of an event, with its spans converted to UTF-16 units. */
  private spansOf(event: RgLines): { text: string; spans: [number, number][] } {
    const spans = event.submatches;
    if ("text" in event.lines) return { text: event.lines.text, spans: toUnits(event.lines.text, spans) };
    // This is not UTF-8. Decode it in pieces, so that replacement characters don't shift the bounds of a match.
    this.replaced = true;
    const bytes = Buffer.from(event.lines.bytes, "base64");
    const units: [number, number][] = [];
    let text = "";
    let at = 0;
    for (const { start, end } of spans) {
      text += bytes.toString("utf8", at, start);
      const from = text.length;
      text += bytes.toString("utf8", start, end);
      units.push([from, text.length]);
      at = end;
    }
    return { text: text + bytes.toString("utf8", at), spans: units };
  }
}

/** Converts ascending UTF-8 byte offsets to UTF-16 offsets. */
function toUnits(text: string, spans: readonly { start: number; end: number }[]): [number, number][] {
  if (text.length === Buffer.byteLength(text)) return spans.map(({ start, end }) => [start, end]);
  let bytes = 0;
  let units = 0;
  const advance = (to: number) => {
    while (bytes < to && units < text.length) {
      const code = text.codePointAt(units)!;
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      units += code < 0x10000 ? 1 : 2;
    }
    return units;
  };
  return spans.map(({ start, end }) => [advance(start), advance(end)]);
}

function lineStarts(block: string): number[] {
  const starts = [0];
  for (let at = block.indexOf("\n"); at >= 0 && at + 1 < block.length; at = block.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/** Splits text into lines without their ends (LF or CRLF). A final newline does not add a line. */
function splitLines(block: string): string[] {
  const body = block.endsWith("\n") ? block.slice(0, -1) : block;
  if (!body.includes("\n")) return [withoutReturn(body)];
  return body.split("\n").map(withoutReturn);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** Truncates the strings of a row to `WIDEST`. `line_text.slice(column - 1 - line_offset)` still starts with the match. */
function fitWidth(row: MatchRow): void {
  if (row.match_text.length > WIDEST) {
    row.match_length = row.match_text.length;
    row.match_text = wellFormed(row.match_text, 0, WIDEST);
  }
  const line = row.line_text;
  if (line.length <= WIDEST) return;
  const shown = row.match_text.indexOf("\n") < 0 ? row.match_text.length : row.match_text.indexOf("\n");
  const lead = Math.min(LEAD, WIDEST - shown);
  let offset = Math.max(0, Math.min(row.column - 1 - lead, line.length - WIDEST));
  if (isLowSurrogate(line, offset)) offset++;
  row.line_text = wellFormed(line, offset, offset + WIDEST);
  row.line_offset = offset;
}

/** Truncates a context line. */
export function clip(text: string): string {
  return text.length <= WIDEST ? text : `${wellFormed(text, 0, WIDEST - 1)}…`;
}

/**
 * Returns a slice that does not split surrogate pairs. It is a copy, because a slice would keep the whole string in
 * memory.
 */
function wellFormed(text: string, start: number, end: number): string {
  const stop = isLowSurrogate(text, end) ? end - 1 : end;
  return Buffer.from(text.slice(start, stop)).toString();
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
