/** Rows as text for a model: each fact once, paths above what they hold, no padding. A writer takes rows until its room is used up. */
import type { Row, ViewKind } from "../contract/outcome.ts";
import { titleOf } from "./rows.ts";
import type { Unit } from "./units.ts";

/** How much is said: every line, only those that matched, or a number for each file. */
export type Form = "rows" | "lines" | "counts";

export interface TextWriter {
  /** False where the rows do not fit any more: nothing of them is written then. */
  add(unit: Unit, rows: readonly Row[], heading: Row | undefined): boolean;
  lines(): string[];
  /** Characters that are left. */
  readonly room: number;
}

export function createTextWriter(
  kind: ViewKind,
  form: Form,
  room: number,
  columns: readonly string[] | undefined,
): TextWriter {
  if (form === "counts") return new CountWriter(room);
  if (kind === "matches") return new MatchWriter(room, form);
  if (kind === "source") return new SourceWriter(room);
  if (kind === "tree") return new TreeWriter(room);
  if (kind === "table" && columns) return new TableWriter(room, columns);
  return new LineWriter(room);
}

/** Control characters could drive the terminal of whoever reads text; JSON and TOON escape them instead. */
export function printable(line: string): string {
  return line.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, "\ufffd");
}

abstract class Writer implements TextWriter {
  room: number;
  protected heading: string | undefined;

  constructor(room: number) {
    this.room = room;
  }

  abstract add(unit: Unit, rows: readonly Row[], heading: Row | undefined): boolean;
  abstract lines(): string[];

  protected fits(lines: readonly string[]): boolean {
    const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (size > this.room) return false;
    this.room -= size;
    return true;
  }
}

/** `path:line` behind a text that does not name its place. */
function placed({ text, location }: Row, lined = true): string {
  if (!location || text.includes(location.display)) return text;
  return `${text}  ${location.display}${lined ? `:${location.startLine}` : ""}`;
}

/** What is so says its title, what is not says nothing. */
function cellText(column: string, cell: string | number | boolean | null | undefined): string {
  return cell === true ? column : cell === false || cell === null || cell === undefined ? "" : String(cell);
}

function indented(depth: number | undefined, text: string): string {
  return "  ".repeat(depth ?? 0) + text;
}

/** One line a row, the heading above. */
class LineWriter extends Writer {
  private readonly written: string[] = [];

  add(unit: Unit, rows: readonly Row[], heading: Row | undefined): boolean {
    const lines = rows.flatMap((row) =>
      placed(row)
        .split("\n")
        .map((line) => printable(indented(row.depth, line))),
    );
    const above = heading && unit.key !== this.heading ? [printable(heading.text)] : [];
    if (!this.fits([...above, ...lines])) return false;
    this.heading = unit.key;
    this.written.push(...above, ...lines);
    return true;
  }

  lines(): string[] {
    return this.written;
  }
}

/** Cells with tabs between, under their titles. */
class TableWriter extends Writer {
  private readonly columns: readonly string[];
  private readonly written: string[] = [];

  constructor(room: number, columns: readonly string[]) {
    super(room);
    this.columns = columns;
  }

  add(_: Unit, rows: readonly Row[]): boolean {
    const lines = rows.map((row) => {
      if (!row.cells) return printable(indented(row.depth, placed(row)));
      return this.columns
        .map((column) => printable(cellText(column, row.cells?.[column])))
        .join("\t")
        .trimEnd();
    });
    const title = this.written.length === 0 && rows.some((row) => row.cells) ? [this.columns.join("\t")] : [];
    if (!this.fits([...title, ...lines])) return false;
    this.written.push(...title, ...lines);
    return true;
  }

  lines(): string[] {
    return this.written;
  }
}

/** A line of a file as it is to be written: with every piece of it that a hit needs. */
interface OpenLine {
  text: string;
  hit: boolean;
  /** The columns of the last piece. */
  from: number;
  to: number;
}

/** A path, then its lines: one with several matches once, neighbours that overlap once, in the order of the file. */
class MatchWriter extends Writer {
  private readonly form: Form;
  private readonly written: string[] = [];
  private path: string | undefined;
  private open = new Map<number, OpenLine>();

  constructor(room: number, form: Form) {
    super(room);
    this.form = form;
  }

  add(unit: Unit, rows: readonly Row[], heading: Row | undefined): boolean {
    if (!unit.source.code) return this.plain(unit, rows);
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
    if (path !== this.path && path !== undefined) this.written.push(printable(path));
    this.path = path;
    this.heading = unit.key;
    if (above !== undefined) this.written.push(above);
    for (const row of wanted) this.line(row);
    return true;
  }

  /** Rows that are no lines of a file: how many matches it has, that it has some. */
  private plain({ source }: Unit, rows: readonly Row[]): boolean {
    const lines = rows.map((row) => printable(indented(row.depth, placed(row, source.location?.line !== undefined))));
    if (!this.fits(lines)) return false;
    this.flush();
    this.path = undefined;
    this.written.push(...lines);
    return true;
  }

  private costOf(row: Row, known: OpenLine | undefined): number {
    const { text, location } = row;
    if (!location) return text.length + 1;
    if (!known) return text.length + String(location.startLine).length + 2;
    return shows(known, row) ? 0 : text.length + JOINT.length;
  }

  private line(row: Row): void {
    const { text, location, tone } = row;
    if (!location) {
      this.written.push(printable(text));
      return;
    }
    const hit = tone !== "muted";
    const known = this.open.get(location.startLine);
    if (known && shows(known, row)) {
      known.hit ||= hit;
      return;
    }
    const from = location.startColumn - (row.marks?.[0]?.[0] ?? 0);
    // Of a long line each hit has a piece; a neighbour's is only its beginning.
    const before = known?.hit ? known.text + JOINT : "";
    this.open.set(location.startLine, { text: before + text, hit, from, to: from + text.length });
  }

  private flush(): void {
    const lines = [...this.open].sort(([a], [b]) => a - b);
    for (const [line, { text, hit }] of lines) this.written.push(printable(`${line}${hit ? ":" : "-"}${text}`));
    this.open = new Map();
  }

  lines(): string[] {
    this.flush();
    return this.written;
  }
}

const JOINT = " … ";

/** Whether what is to be written of a line shows this row too. */
function shows(known: OpenLine, { text, location, marks, tone }: Row): boolean {
  if (tone === "muted" || known.text === text) return true;
  const [start, end] = marks?.[0] ?? [0, 0];
  const column = location?.startColumn ?? 1;
  return known.hit && column >= known.from && column + end - start <= known.to;
}

/** Where it is from, then the code as it stands. */
class SourceWriter extends Writer {
  private readonly written: string[] = [];

  add(_: Unit, rows: readonly Row[], heading: Row | undefined): boolean {
    const title = titleOf(rows, heading);
    const lines = rows.map(({ text, tone }) => printable(tone === "error" ? `!!! ${text}` : text));
    const above = title === undefined || rows.every(({ tone }) => tone === "error") ? [] : [printable(`--- ${title}`)];
    if (!this.fits([...above, ...lines])) return false;
    this.written.push(...above, ...lines);
    return true;
  }

  lines(): string[] {
    return this.written;
  }
}

/** Nested by indentation. Rows come level by level, and are written where they belong. */
class TreeWriter extends Writer {
  private readonly flat: { unit: Unit; lines: string[] }[] = [];

  add(unit: Unit, rows: readonly Row[], heading: Row | undefined): boolean {
    const above = heading && unit.key !== this.heading ? [printable(heading.text)] : [];
    const lines = [...above, ...rows.map((row) => printable(indented(row.depth, placed(row))))];
    if (!this.fits(lines)) return false;
    this.heading = unit.key;
    this.flat.push({ unit, lines });
    return true;
  }

  lines(): string[] {
    const shown = new Set(this.flat.map(({ unit }) => unit));
    const top: { unit: Unit; lines: string[] }[] = [];
    const children = new Map<Unit, { unit: Unit; lines: string[] }[]>();
    for (const entry of this.flat) {
      const { parent } = entry.unit;
      if (!parent || !shown.has(parent)) top.push(entry);
      else if (children.has(parent)) children.get(parent)!.push(entry);
      else children.set(parent, [entry]);
    }
    const written: string[] = [];
    const open = top.toReversed();
    for (let entry = open.pop(); entry; entry = open.pop()) {
      written.push(...entry.lines);
      for (const child of (children.get(entry.unit) ?? []).toReversed()) open.push(child);
    }
    return written;
  }
}

/** How many rows each file has. */
class CountWriter extends Writer {
  private readonly counts = new Map<string, number>();

  add(_: Unit, rows: readonly Row[]): boolean {
    const path = rows.find(({ location, tone }) => location && tone !== "muted")?.location?.display;
    if (path === undefined) return true;
    const known = this.counts.get(path);
    if (known === undefined && !this.fits([`9999  ${path}`])) return false;
    this.counts.set(path, (known ?? 0) + 1);
    return true;
  }

  lines(): string[] {
    return [...this.counts].map(([path, count]) => printable(`${count}  ${path}`));
  }
}
