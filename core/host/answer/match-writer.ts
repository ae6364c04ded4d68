/** Matches as text: a path, then its lines, one with several matches once, neighbours that overlap once, in the order of the file. */

import type { Row } from "../contract/outcome.ts";
import type { AnswerRow } from "../rows/row.ts";
import { type Form, indented, Places, printable, Writer } from "./writer.ts";

/** A line of a file as it is to be written: with every piece of it that a hit needs. */
interface OpenLine {
  text: string;
  hit: boolean;
  /** The columns of the last piece. */
  from: number;
  to: number;
  notes: Set<string>;
}

/** Between two pieces of a long line. */
const JOINT = " … ";
const ARROW = "  <- ";

export class MatchWriter extends Writer {
  private readonly form: Form;
  private readonly written: string[] = [];
  private readonly places = new Places();
  private path: string | undefined;
  private open = new Map<number, OpenLine>();

  constructor(room: number, form: Form) {
    super(room);
    this.form = form;
  }

  add(unit: AnswerRow, rows: readonly Row[], heading: Row | undefined): boolean {
    if (!unit.source.code && !unit.source.lines) return this.plain(unit, rows);
    const wanted = this.form === "lines" ? rows.filter((row) => row.tone !== "muted") : rows;
    const path = wanted.find((row) => row.location)?.location?.display ?? heading?.location?.display;
    const above = heading && unit.key !== this.heading ? printable(`= ${heading.text}`) : undefined;
    const moved = path !== this.path || above !== undefined;
    let cost = path !== undefined && path !== this.path ? path.length + 1 : 0;
    if (above !== undefined) cost += above.length + 1;
    for (const row of wanted) cost += this.costOf(row, moved ? undefined : this.open.get(row.location?.startLine ?? 0));
    if (cost > this.room) return false;
    this.room -= cost;
    if (moved) this.flush();
    const drawn = unit.source.lines === true;
    if (path !== this.path && path !== undefined && !(drawn && wanted[0]?.text.startsWith(path)))
      this.written.push(printable(path));
    this.path = path;
    this.heading = unit.key;
    if (above !== undefined) this.written.push(above);
    for (const row of wanted) this.line(row, drawn);
    return true;
  }

  /** Rows that are no lines of a file: how many matches it has, that it has some. */
  private plain({ source }: AnswerRow, rows: readonly Row[]): boolean {
    const lined = source.location?.line !== undefined;
    const lines = rows.map((row) => printable(indented(row.depth, this.places.of(row, lined))));
    if (!this.fits(lines)) return false;
    this.flush();
    this.path = undefined;
    this.written.push(...lines);
    return true;
  }

  private costOf(row: Row, known: OpenLine | undefined): number {
    const { text, location, note } = row;
    const noted = note === undefined || known?.notes.has(note) ? 0 : note.length + ARROW.length;
    if (!location) return text.length + 1 + noted;
    if (!known) return text.length + String(location.startLine).length + 2 + noted;
    return (shows(known, row) ? 0 : text.length + JOINT.length) + noted;
  }

  /** What a tool drew itself may say its place; a line of a file that begins with its path is still a line of it. */
  private line(row: Row, drawn: boolean): void {
    const { text, location, tone, note } = row;
    if (!location || (drawn && text.startsWith(location.display))) {
      this.flush();
      this.written.push(printable(note === undefined ? text : text + ARROW + note));
      return;
    }
    const hit = tone !== "muted";
    const known = this.open.get(location.startLine);
    const notes = known?.notes ?? new Set<string>();
    if (note !== undefined) notes.add(note);
    if (known && shows(known, row)) {
      known.hit ||= hit;
      return;
    }
    const from = location.startColumn - (row.marks?.[0]?.[0] ?? 0);
    // Of a long line each hit has a piece; a neighbour's is only its beginning.
    const before = known?.hit ? known.text + JOINT : "";
    this.open.set(location.startLine, { text: before + text, hit, from, to: from + text.length, notes });
  }

  private flush(): void {
    const lines = [...this.open].sort(([a], [b]) => a - b);
    for (const [line, { text, hit, notes }] of lines) {
      const said = notes.size === 0 ? text : text + ARROW + [...notes].join("; ");
      this.written.push(printable(`${line}${hit ? ":" : "-"}${said}`));
    }
    this.open = new Map();
  }

  lines(): string[] {
    this.flush();
    return this.written;
  }
}

/** Whether what is to be written of a line shows this row too. */
function shows(known: OpenLine, { text, location, marks, tone }: Row): boolean {
  if (tone === "muted" || known.text === text) return true;
  const [start, end] = marks?.[0] ?? [0, 0];
  const column = location?.startColumn ?? 1;
  return known.hit && column >= known.from && column + end - start <= known.to;
}
