/** What writers of text share: the room they have, how places and cells are said. */

import type { Row } from "../contract/outcome.ts";
import type { AnswerRow } from "../rows/row.ts";

/** How much is said: every line, only those that matched, or a number for each file. */
export type Form = "rows" | "lines" | "counts";

export interface TextWriter {
  /** False where the rows do not fit any more: nothing of them is written then. */
  add(unit: AnswerRow, rows: readonly Row[], heading: Row | undefined): boolean;
  lines(): string[];
  /** Characters that are left. */
  readonly room: number;
}

/** Control characters, and those that reorder text, could drive the terminal of whoever reads it; JSON and TOON escape them instead. */
export function printable(line: string): string {
  return line.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "\ufffd");
}

export abstract class Writer implements TextWriter {
  room: number;
  protected heading: string | undefined;

  constructor(room: number) {
    this.room = room;
  }

  abstract add(unit: AnswerRow, rows: readonly Row[], heading: Row | undefined): boolean;
  abstract lines(): string[];

  protected fits(lines: readonly string[]): boolean {
    const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (size > this.room) return false;
    this.room -= size;
    return true;
  }
}

/**
 * `path:line` behind a text that does not name its place; the path once for rows that follow one another in a file, and not at all
 * where the caller named it: there the lines stand in front.
 */
export class Places {
  private readonly named: ReadonlySet<string>;
  private last: string | undefined;

  constructor(named: ReadonlySet<string> = new Set()) {
    this.named = named;
  }

  of({ text, location, note }: Row, lined = true): string {
    const said = note === undefined ? text : `${text}  <- ${note}`;
    if (!location) return said;
    const { display, startLine, endLine = startLine } = location;
    const lines = endLine > startLine ? `${startLine}-${endLine}` : String(startLine);
    if (this.named.has(display)) return `${lines} ${said}`;
    const known = display === this.last;
    this.last = display;
    if (!known && text.includes(display)) return said;
    if (!lined) return `${said}  ${display}`;
    return `${said}  ${known ? "" : display}:${lines}`;
  }
}

export function indented(depth: number | undefined, text: string): string {
  return "  ".repeat(depth ?? 0) + text;
}

/** What is so says its title, what is not says nothing. */
export function cellText(column: string, cell: string | number | boolean | null | undefined): string {
  return cell === true ? column : cell === false || cell === null || cell === undefined ? "" : String(cell);
}
