/** Rows as text for a model: each fact once, paths above what they hold, no padding. A writer takes rows until its room is used up. */

import type { Row, ViewKind } from "../contract/outcome.ts";
import { titleOf } from "../rows/draw.ts";
import type { AnswerRow } from "../rows/row.ts";
import { MatchWriter } from "./match-writer.ts";
import { cellText, type Form, indented, Places, printable, type TextWriter, Writer } from "./writer.ts";

/** `named`: what the caller wrote, paths among it. */
export function createTextWriter(
  kind: ViewKind,
  form: Form,
  room: number,
  columns: readonly string[] | undefined,
  named: ReadonlySet<string>,
): TextWriter {
  if (form === "counts") return new CountWriter(room);
  if (kind === "matches") return new MatchWriter(room, form);
  if (kind === "source") return new SourceWriter(room);
  if (kind === "tree") return new TreeWriter(room, named);
  // Words draw no pictures: their rows are tables.
  if ((kind === "table" || kind === "chart" || kind === "graph") && columns)
    return new TableWriter(room, columns, named);
  return new LineWriter(room, named);
}

/** One line a row, the heading above. */
class LineWriter extends Writer {
  private readonly written: string[] = [];
  private readonly places: Places;

  constructor(room: number, named: ReadonlySet<string>) {
    super(room);
    this.places = new Places(named);
  }

  add(unit: AnswerRow, rows: readonly Row[], heading: Row | undefined): boolean {
    const above = heading && unit.key !== this.heading ? [printable(this.places.of(heading))] : [];
    const lines = rows.flatMap((row) =>
      this.places
        .of(row)
        .split("\n")
        .map((line) => printable(indented(row.depth, line))),
    );
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
  private titled = false;
  private readonly columns: readonly string[];
  private readonly written: string[] = [];
  private readonly places: Places;

  constructor(room: number, columns: readonly string[], named: ReadonlySet<string>) {
    super(room);
    this.places = new Places(named);
    this.columns = columns;
  }

  add({ source }: AnswerRow, rows: readonly Row[]): boolean {
    // A row that the tool draws itself with something said behind it says more than its cells do.
    const inCells = source.lines !== true || rows.every(({ note }) => note === undefined);
    const lines = rows.map((row) => {
      const mark = row.tone === "error" ? "!!! " : "";
      if (!row.cells || !inCells) return printable(indented(row.depth, mark + this.places.of(row)));
      return this.columns
        .map((column) => printable(cellText(column, row.cells?.[column])))
        .join("\t")
        .trimEnd();
    });
    const title = !this.titled && inCells && rows.some((row) => row.cells) ? [this.columns.join("\t")] : [];
    if (!this.fits([...title, ...lines])) return false;
    this.titled ||= title.length > 0;
    this.written.push(...title, ...lines);
    return true;
  }

  lines(): string[] {
    return this.written;
  }
}

/** Where it is from, then the code as it stands. */
class SourceWriter extends Writer {
  private readonly written: string[] = [];

  add(_: AnswerRow, rows: readonly Row[], heading: Row | undefined): boolean {
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
  private readonly flat: { unit: AnswerRow; rows: readonly Row[] }[] = [];
  private readonly shown = new Set<AnswerRow>();
  /** Only counts: in the end the rows stand in another order. */
  private readonly places: Places;
  private readonly named: ReadonlySet<string>;

  constructor(room: number, named: ReadonlySet<string>) {
    super(room);
    this.named = named;
    this.places = new Places(named);
  }

  add(unit: AnswerRow, rows: readonly Row[], heading: Row | undefined): boolean {
    // What hangs below a row that is shown needs no line that says so.
    const isBelow = unit.parent !== undefined && this.shown.has(unit.parent);
    const all = heading && !isBelow && unit.key !== this.heading ? [heading, ...rows] : rows;
    if (!this.fits(all.map((row) => this.drawn(row, this.places)))) return false;
    this.heading = unit.key;
    this.flat.push({ unit, rows: all });
    this.shown.add(unit);
    return true;
  }

  private drawn(row: Row, places: Places): string {
    return printable(indented(row.depth, places.of(row)));
  }

  lines(): string[] {
    const top: typeof this.flat = [];
    const children = new Map<AnswerRow, typeof this.flat>();
    for (const entry of this.flat) {
      const { parent } = entry.unit;
      if (!parent || !this.shown.has(parent)) top.push(entry);
      else if (children.has(parent)) children.get(parent)!.push(entry);
      else children.set(parent, [entry]);
    }
    const written: string[] = [];
    const places = new Places(this.named);
    const open = top.toReversed();
    for (let entry = open.pop(); entry; entry = open.pop()) {
      for (const row of entry.rows) written.push(this.drawn(row, places));
      for (const child of (children.get(entry.unit) ?? []).toReversed()) open.push(child);
    }
    return written;
  }
}

/** How many rows each file has. */
class CountWriter extends Writer {
  private readonly counts = new Map<string, number>();

  add(_: AnswerRow, rows: readonly Row[]): boolean {
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
