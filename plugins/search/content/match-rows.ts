/** Turns the events of ripgrep into rows. There is one for each occurrence rather than one for each line. */
import type { RgLines, RgText } from "../ripgrep/events.ts";

/**
 * A single occurrence. `column` starts at 1 and counts UTF-16 units from the start of the real line, even if `line_text` is
 * only a part of it.
 */
export type MatchRow = {
  file: string;
  line_number: number;
  column: number;
  match_text: string;
  /** Only set if there is more than one query. */
  query?: string;
  /** The line without its terminator. If it is longer than `WIDEST`, this is only the part that starts at `line_offset`. */
  line_text: string;
  line_offset?: number;
  /** The full length of the match, if `match_text` had to be truncated to `WIDEST`. */
  match_length?: number;
  /** For matches that span several lines, the last line, and the text of every line after the first. */
  end_line?: number;
  more_lines?: string[];
  context_before?: string[];
  context_after?: string[];
};

/** Lines that are longer than this are reduced to the part around the match. This happens for example in minified files. */
export const WIDEST = 500;
/** A match can span thousands of lines, so we only keep this many after the first. */
const MAX_MORE_LINES = 50;
/**
 * The number of characters to show in front of the match in such a part. There are fewer if the match is near the start of the
 * line.
 */
const LEAD = 100;

export interface RowOptions {
  before: number;
  after: number;
  /** The number of occurrences to keep for this file. */
  limit: number;
  /** The number of occurrences to skip first. */
  skip?: number;
  /** The query, which is copied to every row. */
  query?: string | undefined;
}

/**
 * Collects the events of one file, in order. Note that the context of a match consists of the actual lines next to it, even if
 * those match too. ripgrep itself would report such lines as matches and never as context.
 */
export class FileRows {
  readonly rows: MatchRow[] = [];
  /** The number of occurrences so far. It includes those beyond the limit, so it can exceed `rows.length`. */
  seen = 0;
  /** The number of matching lines (or blocks, in multiline mode). This is the unit of ripgrep's own limit. */
  events = 0;
  /** Set once invalid bytes have been replaced by U+FFFD. */
  replaced = false;
  readonly path: string;
  private readonly options: RowOptions;
  /** The last `options.before` lines, along with their numbers. */
  private recent: [line: number, text: string][] = [];
  /** The rows that still need context lines, up to `until`. */
  private waiting: { into: string[]; from: number; until: number }[] = [];

  constructor(path: string, options: RowOptions) {
    this.path = path;
    this.options = options;
  }

  /** Returns false once we only need `count`, because no further row would be kept. */
  get wantsLines(): boolean {
    return this.rows.length < this.options.limit || this.waiting.length > 0;
  }

  /** Adds a match for which we only know a count. An empty match at the end of a file has no occurrence but counts as one. */
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

  /** Adds every occurrence in a block of lines. `spans` must be UTF-16 offsets in ascending order. */
  block(block: string, spans: [number, number][], first: number): void {
    this.events++;
    const lines = splitLines(block);
    const starts = lineStarts(block);
    const found: { line: number; last: number; row: MatchRow }[] = [];
    let line = 0;
    // If there is an empty match at the end of a file without a final newline, ripgrep counts it but does not give us a span.
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

  /**
   * Adds context. A single block may have many rows and many lines, so we only look at the lines next to each row instead of
   * scanning the whole block again.
   */
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

  /** Passes lines to the rows that still need context, before or after them. */
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

  /** Decodes the text of an event. The spans of ripgrep are byte offsets, so we also convert them to UTF-16 units. */
  private spansOf(event: RgLines): { text: string; spans: [number, number][] } {
    const spans = event.submatches;
    if ("text" in event.lines) return { text: event.lines.text, spans: toUnits(event.lines.text, spans) };
    // The text is not valid UTF-8, so we decode it piece by piece. Otherwise a replacement character would shift all matches
    // that follow it.
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

/** Converts byte offsets in UTF-8 to UTF-16 offsets. The spans must be in ascending order. */
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

/** Splits text at LF or CRLF. A newline at the end does not add an empty line. */
function splitLines(block: string): string[] {
  const body = block.endsWith("\n") ? block.slice(0, -1) : block;
  if (!body.includes("\n")) return [withoutReturn(body)];
  return body.split("\n").map(withoutReturn);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/**
 * Truncates the strings of a row to `WIDEST`. Afterwards, `line_text.slice(column - 1 - line_offset)` must still start with the
 * match.
 */
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

/** Truncates a line of context. */
export function clip(text: string): string {
  return text.length <= WIDEST ? text : `${wellFormed(text, 0, WIDEST - 1)}…`;
}

/**
 * Cuts a string without splitting a surrogate pair. We need a real copy here, because a slice is just a view in JavaScriptCore
 * and would keep the whole block in memory.
 */
function wellFormed(text: string, start: number, end: number): string {
  const stop = isLowSurrogate(text, end) ? end - 1 : end;
  return Buffer.from(text.slice(start, stop)).toString();
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
