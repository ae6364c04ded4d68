/** What the writers of text rows share: the characters left, how places and cells are written. */

import type { Row } from "../contract/outcome.ts";
import type { AnswerRow } from "../rows/row.ts";

/** How much is written: every line, only those that matched, or a number for each file. */
export type Detail = "rows" | "lines" | "counts";

/** Takes rows until one does not fit. */
export abstract class TextWriter {
  /** Characters that are left. */
  left: number;
  /** The key of the group whose heading was written last. */
  protected group: string | undefined;
  protected readonly written: string[] = [];

  constructor(chars: number) {
    this.left = chars;
  }

  /** Returns false where the rows do not fit any more; then nothing of them is written. */
  abstract add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean;

  lines(): string[] {
    return this.written;
  }

  /** Writes all lines, or none where they do not fit. */
  protected write(lines: readonly string[]): boolean {
    if (!this.take(lines)) return false;
    for (const line of lines) this.written.push(line);
    return true;
  }

  /** Subtracts the size of lines, if they fit. */
  protected take(lines: readonly string[]): boolean {
    const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (size > this.left) return false;
    this.left -= size;
    return true;
  }
}

/** Replaces control characters and those that reorder text: they could drive a reader's terminal. JSON and TOON escape them instead. */
export function printable(line: string): string {
  return line.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "\ufffd");
}

/**
 * Adds `path:line` to a text that does not name its place. Rows of one file that follow one another get the path once; a file that the
 * caller named gets none, only the lines in front.
 */
export class Places {
  private readonly named: ReadonlySet<string>;
  private last: string | undefined;

  constructor(named: ReadonlySet<string> = new Set()) {
    this.named = named;
  }

  of(row: Row, hasLine = true): string {
    const { text, location } = row;
    const noted = withNote(text, row.note);
    if (!location) return noted;
    const { display, startLine, endLine = startLine } = location;
    const lines = endLine > startLine ? `${startLine}-${endLine}` : String(startLine);
    if (this.named.has(display)) return `${lines} ${noted}`;
    const isKnown = display === this.last;
    this.last = display;
    if (!isKnown && text.includes(display)) return noted;
    if (!hasLine) return `${noted}  ${display}`;
    return `${noted}  ${isKnown ? "" : display}:${lines}`;
  }
}

export function withNote(text: string, note: string | undefined): string {
  return note === undefined ? text : `${text}  <- ${note}`;
}

export function indented(depth: number | undefined, text: string): string {
  return "  ".repeat(depth ?? 0) + text;
}

/** A cell that is true is written as its title, one that is false as nothing. */
export function cellText(column: string, cell: string | number | boolean | null | undefined): string {
  return cell === true ? column : cell === false || cell === null || cell === undefined ? "" : String(cell);
}
