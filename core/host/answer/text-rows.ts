/** Renders rows as text for a model. There is no padding, nothing is repeated, and paths are written above their rows. */

import type { Row, ViewKind } from "../contract/outcome.ts";
import { withEscapes } from "../contract/unseen-characters.ts";
import { cellText, titleOf } from "../rows/draw.ts";
import { withNote } from "../rows/notices.ts";
import type { AnswerRow } from "../rows/row.ts";
import { readingOrder } from "../rows/split.ts";

/** How much is shown: all lines, only those that match, or just a count for each file. */
export type Detail = "rows" | "lines" | "counts";

export interface WriterOptions {
  chars: number;
  detail: Detail;
  /** The titles of the columns. */
  titles: readonly string[] | undefined;
  /** The string arguments of the call, which include its paths. */
  named: ReadonlySet<string>;
}

export function createTextWriter(view: ViewKind, options: WriterOptions): TextWriter {
  if (options.detail === "counts") return new CountWriter(options);
  if (view === "matches") return new MatchWriter(options);
  if (view === "source") return new SourceWriter(options);
  if (view === "tree") return new TreeWriter(options);
  if (view === "diff") return new DiffWriter(options);
  // Charts and graphs are written as tables.
  const isTable = view === "table" || view === "chart" || view === "graph";
  return isTable && options.titles ? new TableWriter(options) : new LineWriter(options);
}

/** Accepts rows until one of them doesn't fit any more. Each way of formatting rows has its own writer. */
export abstract class TextWriter {
  left: number;
  /** The group of the last heading. */
  protected group: string | undefined;
  protected readonly written: string[] = [];
  protected readonly options: WriterOptions;
  protected readonly placed: PlaceWriter;

  constructor(options: WriterOptions) {
    this.options = options;
    this.left = options.chars;
    this.placed = placeWriter(options.named);
  }

  /** Returns false if the rows don't fit, in which case nothing is written. */
  abstract add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean;

  lines(): string[] {
    return this.written;
  }

  /** Writes either all of the lines or none. */
  protected write(lines: readonly string[]): boolean {
    if (!this.take(lines)) return false;
    for (const line of lines) this.written.push(line);
    return true;
  }

  /** Subtracts the lines from the budget if they fit. */
  protected take(lines: readonly string[]): boolean {
    const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (size > this.left) return false;
    this.left -= size;
    return true;
  }
}

/**
 * Escapes line breaks and all characters that could control a terminal or hide text, so that the result is always a single
 * line.
 */
export function printable(line: string): string {
  return withEscapes(line).replace(/[\n\r]/g, (end) => (end === "\n" ? "\\u000a" : "\\u000d"));
}

type PlaceWriter = (row: Row, hasLine?: boolean) => string;

/** Adds `path:line` to rows that don't have one. Consecutive rows share a path, and it is left out if the call has named it. */
function placeWriter(named: ReadonlySet<string>): PlaceWriter {
  let last: string | undefined;
  return ({ text, location, note }, hasLine = true) => {
    const noted = withNote(text, note);
    if (!location) return noted;
    const { display, startLine, endLine = startLine } = location;
    const lines = endLine > startLine ? `${startLine}-${endLine}` : String(startLine);
    if (named.has(display)) return `${lines} ${noted}`;
    const isKnown = display === last;
    last = display;
    if (text.includes(display) && (!isKnown || text.split(/\s+/).includes(lines))) return noted;
    if (!hasLine) return `${noted}  ${display}`;
    return `${noted}  ${isKnown ? "" : display}:${lines}`;
  };
}

function indented(depth: number | undefined, text: string): string {
  return "  ".repeat(depth ?? 0) + text;
}

/** Writes a line for each row, below the heading of its group. */
class LineWriter extends TextWriter {
  add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    const above = heading && row.key !== this.group ? [printable(this.placed(heading))] : [];
    const below = lines.flatMap((line) => {
      const texts = this.placed(line).split("\n");
      return texts.map((text) => printable(indented(line.depth, text)));
    });
    if (!this.write([...above, ...below])) return false;
    this.group = row.key;
    return true;
  }
}

/** Writes tables. The cells are separated by tabs, and the titles are written once. */
class TableWriter extends TextWriter {
  private isTitled = false;

  add({ source }: AnswerRow, lines: readonly Row[]): boolean {
    const { titles = [] } = this.options;
    // If a tool has formatted the row itself and added a note, the cells don't contain all of it.
    const inCells = source.lines !== true || lines.every(({ note }) => note === undefined);
    const below = lines.map((line) => {
      const mark = line.tone === "error" ? "!!! " : "";
      if (!line.cells || !inCells) return printable(indented(line.depth, mark + this.placed(line)));
      const cells = titles.map((title) => printable(cellText(title, line.cells?.[title])));
      return cells.join("\t").trimEnd();
    });
    const above = !this.isTitled && inCells && lines.some((line) => line.cells) ? [titles.join("\t")] : [];
    if (!this.write([...above, ...below])) return false;
    this.isTitled ||= above.length > 0;
    return true;
  }
}

/** Writes a unified diff that `patch` accepts, with the names of each file once above its hunks. */
class DiffWriter extends TextWriter {
  add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    const isNew = row.source.diff !== undefined && row.key !== this.group;
    const above = isNew ? (heading?.text.split("\n") ?? []) : [];
    const texts = lines.map((line) => (row.source.diff ? line.text : this.placed(line)));
    if (!this.write([...above, ...texts].map(printable))) return false;
    if (row.source.diff) this.group = row.key;
    return true;
  }
}

/** Writes source code. The location is followed by the code itself without any changes. */
class SourceWriter extends TextWriter {
  add(_: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    const title = titleOf(lines, heading);
    const isTitled = title !== undefined && !lines.every(({ tone }) => tone === "error");
    const below = lines.map(({ text, tone }) => printable(tone === "error" ? `!!! ${text}` : text));
    return this.write(isTitled ? [printable(`--- ${title}`), ...below] : below);
  }
}

/** Writes an indented tree. The rows arrive level by level, but they have to be placed below their parents. */
class TreeWriter extends TextWriter {
  private readonly taken = new Map<AnswerRow, readonly Row[]>();

  add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    // A row below a visible parent doesn't need a heading.
    const isBelow = row.parent !== undefined && this.taken.has(row.parent);
    const all = heading && !isBelow && row.key !== this.group ? [heading, ...lines] : lines;
    if (!this.take(linesOf(all, this.placed))) return false;
    this.group = row.key;
    this.taken.set(row, all);
    return true;
  }

  override lines(): string[] {
    // Until now we have only measured, since `add` receives the rows in a different order.
    const placed = placeWriter(this.options.named);
    return readingOrder([...this.taken.keys()]).flatMap((row) => {
      const taken = this.taken.get(row);
      return taken ? linesOf(taken, placed) : [];
    });
  }
}

function linesOf(lines: readonly Row[], placed: PlaceWriter, hasLine = true): string[] {
  return lines.map((line) => printable(indented(line.depth, placed(line, hasLine))));
}

/** Only counts the rows of each file. */
class CountWriter extends TextWriter {
  private readonly counts = new Map<string, number>();

  add(_: AnswerRow, lines: readonly Row[]): boolean {
    const path = lines.find(({ location, tone }) => location && tone !== "muted")?.location?.display;
    if (path === undefined) return true;
    const known = this.counts.get(path);
    if (known === undefined && !this.take([`9999  ${path}`])) return false;
    this.counts.set(path, (known ?? 0) + 1);
    return true;
  }

  override lines(): string[] {
    return [...this.counts].map(([path, count]) => printable(`${count}  ${path}`));
  }
}

/** A line of a file that isn't written yet, and its parts around matches. */
interface OpenLine {
  text: string;
  isMatch: boolean;
  /** The columns of the last part. */
  from: number;
  to: number;
  notes: Set<string>;
}

/** Written between two parts of a long line. */
const JOINT = " … ";
const ARROW_CHARS = withNote("", "").length;

/**
 * Writes paths, each followed by its lines in the order of the file. A line that has several matches, or that is context for
 * several, is only written once.
 */
class MatchWriter extends TextWriter {
  protected override readonly placed = placeWriter(new Set());
  private path: string | undefined;
  private open = new Map<number, OpenLine>();

  add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    if (!row.source.code && !row.source.lines) return this.addPlain(row, lines);
    const wanted = this.options.detail === "lines" ? lines.filter(({ tone }) => tone !== "muted") : lines;
    const path = wanted.find(({ location }) => location)?.location?.display ?? heading?.location?.display;
    const above = heading && row.key !== this.group ? printable(`= ${heading.text}`) : undefined;
    const isNewPlace = path !== this.path || above !== undefined;
    let cost = path !== undefined && path !== this.path ? path.length + 1 : 0;
    if (above !== undefined) cost += above.length + 1;
    for (const line of wanted)
      cost += costOf(line, isNewPlace ? undefined : this.open.get(line.location?.startLine ?? 0));
    if (cost > this.left) return false;
    this.left -= cost;
    if (isNewPlace) this.flush();
    const isDrawn = row.source.lines === true;
    if (path !== this.path && path !== undefined && !(isDrawn && wanted[0]?.text.startsWith(path)))
      this.written.push(printable(path));
    this.path = path;
    this.group = row.key;
    if (above !== undefined) this.written.push(above);
    for (const line of wanted) this.addLine(line, isDrawn);
    return true;
  }

  /** Used for rows that aren't lines of a file, such as numbers of matches. */
  private addPlain({ source }: AnswerRow, lines: readonly Row[]): boolean {
    const hasLine = source.location?.line !== undefined;
    const plain = linesOf(lines, this.placed, hasLine);
    if (!this.take(plain)) return false;
    this.flush();
    this.path = undefined;
    this.written.push(...plain);
    return true;
  }

  /** If a tool has formatted the row, its text may begin with the location. Note that a real line of the file can look the same. */
  private addLine(line: Row, isDrawn: boolean): void {
    const { text, location, tone, note } = line;
    if (!location || (isDrawn && text.startsWith(location.display))) {
      this.flush();
      this.written.push(printable(withNote(text, note)));
      return;
    }
    const isMatch = tone !== "muted";
    // Text that a tool has formatted isn't part of the file's line, so several of them are separate lines.
    if (isDrawn && (this.open.get(location.startLine)?.text ?? text) !== text) this.flush();
    const known = this.open.get(location.startLine);
    const notes = known?.notes ?? new Set<string>();
    if (note !== undefined) notes.add(note);
    if (known && shows(known, line)) {
      known.isMatch ||= isMatch;
      return;
    }
    const from = location.startColumn - (line.marks?.[0]?.[0] ?? 0);
    // A long line that matches is reduced to the parts around its matches, and a long context line to its beginning.
    const before = known?.isMatch ? known.text + JOINT : "";
    this.open.set(location.startLine, { text: before + text, isMatch, from, to: from + text.length, notes });
  }

  private flush(): void {
    for (const [line, { text, isMatch, notes }] of [...this.open].sort(([a], [b]) => a - b)) {
      const noted = withNote(text, notes.size === 0 ? undefined : [...notes].join("; "));
      this.written.push(printable(`${line}${isMatch ? ":" : "-"}${noted}`));
    }
    this.open = new Map();
  }

  override lines(): string[] {
    this.flush();
    return this.written;
  }
}

function costOf(line: Row, known: OpenLine | undefined): number {
  const { text, location, note } = line;
  const noted = note === undefined || known?.notes.has(note) ? 0 : note.length + ARROW_CHARS;
  if (!location) return text.length + 1 + noted;
  if (!known) return text.length + String(location.startLine).length + 2 + noted;
  return (shows(known, line) ? 0 : text.length + JOINT.length) + noted;
}

/** Returns true if a line that is waiting to be written already shows the text of this row. */
function shows(known: OpenLine, { text, location, marks, tone }: Row): boolean {
  if (tone === "muted" || known.text === text) return true;
  const [start, end] = marks?.[0] ?? [];
  if (start === undefined || end === undefined) return false;
  const column = location?.startColumn ?? 1;
  return known.isMatch && column >= known.from && column + end - start <= known.to;
}
