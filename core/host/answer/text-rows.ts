/** Rows as text for a model: each fact once, paths above what they hold, no padding. */

import type { Row, ViewKind } from "../contract/outcome.ts";
import { titleOf } from "../rows/draw.ts";
import type { AnswerRow } from "../rows/row.ts";
import { cellText, type Detail, indented, Places, printable, TextWriter, withNote } from "./text-writer.ts";

/** `titles`: those of the columns. `named`: the arguments of the call that are text, paths among them. */
export function createTextWriter(
  view: ViewKind,
  detail: Detail,
  chars: number,
  titles: readonly string[] | undefined,
  named: ReadonlySet<string>,
): TextWriter {
  if (detail === "counts") return new CountWriter(chars);
  if (view === "matches") return new MatchWriter(chars, detail);
  if (view === "source") return new SourceWriter(chars);
  if (view === "tree") return new TreeWriter(chars, named);
  // Text draws no pictures: the rows of charts and graphs are tables.
  if ((view === "table" || view === "chart" || view === "graph") && titles)
    return new TableWriter(chars, titles, named);
  return new LineWriter(chars, named);
}

/** One line a row, below the heading of its group. */
class LineWriter extends TextWriter {
  private readonly places: Places;

  constructor(chars: number, named: ReadonlySet<string>) {
    super(chars);
    this.places = new Places(named);
  }

  add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    const above = heading && row.key !== this.group ? [printable(this.places.of(heading))] : [];
    const below = lines.flatMap((line) =>
      this.places
        .of(line)
        .split("\n")
        .map((text) => printable(indented(line.depth, text))),
    );
    if (!this.write([...above, ...below])) return false;
    this.group = row.key;
    return true;
  }
}

/** Cells with tabs between, below their titles. */
class TableWriter extends TextWriter {
  private isTitled = false;
  private readonly titles: readonly string[];
  private readonly places: Places;

  constructor(chars: number, titles: readonly string[], named: ReadonlySet<string>) {
    super(chars);
    this.places = new Places(named);
    this.titles = titles;
  }

  add({ source }: AnswerRow, lines: readonly Row[]): boolean {
    // A row that the tool draws itself, with a note, says more than its cells do.
    const inCells = source.lines !== true || lines.every(({ note }) => note === undefined);
    const below = lines.map((line) => {
      const mark = line.tone === "error" ? "!!! " : "";
      if (!line.cells || !inCells) return printable(indented(line.depth, mark + this.places.of(line)));
      return this.titles
        .map((title) => printable(cellText(title, line.cells?.[title])))
        .join("\t")
        .trimEnd();
    });
    const above = !this.isTitled && inCells && lines.some((line) => line.cells) ? [this.titles.join("\t")] : [];
    if (!this.write([...above, ...below])) return false;
    this.isTitled ||= above.length > 0;
    return true;
  }
}

/** The place of the code, then the code as it stands. */
class SourceWriter extends TextWriter {
  add(_: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    const title = titleOf(lines, heading);
    const isTitled = title !== undefined && !lines.every(({ tone }) => tone === "error");
    const below = lines.map(({ text, tone }) => printable(tone === "error" ? `!!! ${text}` : text));
    return this.write(isTitled ? [printable(`--- ${title}`), ...below] : below);
  }
}

/** A row of a tree and its lines. */
interface Branch {
  row: AnswerRow;
  lines: readonly Row[];
}

/** Nested by indentation. Rows come level by level, and are written below their parents. */
class TreeWriter extends TextWriter {
  private readonly branches: Branch[] = [];
  private readonly shown = new Set<AnswerRow>();
  /** Only measures: the rows are written in another order. */
  private readonly places: Places;
  private readonly named: ReadonlySet<string>;

  constructor(chars: number, named: ReadonlySet<string>) {
    super(chars);
    this.named = named;
    this.places = new Places(named);
  }

  add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    // A row below a parent that is shown needs no heading.
    const isBelow = row.parent !== undefined && this.shown.has(row.parent);
    const all = heading && !isBelow && row.key !== this.group ? [heading, ...lines] : lines;
    if (!this.take(all.map((line) => lineOf(line, this.places)))) return false;
    this.group = row.key;
    this.branches.push({ row, lines: all });
    this.shown.add(row);
    return true;
  }

  override lines(): string[] {
    const parentOf = ({ row: { parent } }: Branch) => (parent && this.shown.has(parent) ? parent : undefined);
    const children = Map.groupBy(this.branches, parentOf);
    const written: string[] = [];
    const places = new Places(this.named);
    const open = (children.get(undefined) ?? []).toReversed();
    for (let branch = open.pop(); branch; branch = open.pop()) {
      for (const line of branch.lines) written.push(lineOf(line, places));
      for (const child of (children.get(branch.row) ?? []).toReversed()) open.push(child);
    }
    return written;
  }
}

function lineOf(line: Row, places: Places): string {
  return printable(indented(line.depth, places.of(line)));
}

/** How many rows each file has. */
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

/** A line of a file that is not written yet: with each piece of it that a match needs. */
interface OpenLine {
  text: string;
  isMatch: boolean;
  /** The columns of the last piece. */
  from: number;
  to: number;
  notes: Set<string>;
}

/** Between two pieces of a long line. */
const JOINT = " … ";
const ARROW_CHARS = withNote("", "").length;

/** A path, then its lines in the order of the file: one with several matches once, neighbors of several matches once. */
class MatchWriter extends TextWriter {
  private readonly detail: Detail;
  private readonly places = new Places();
  private path: string | undefined;
  private open = new Map<number, OpenLine>();

  constructor(chars: number, detail: Detail) {
    super(chars);
    this.detail = detail;
  }

  add(row: AnswerRow, lines: readonly Row[], heading: Row | undefined): boolean {
    if (!row.source.code && !row.source.lines) return this.addPlain(row, lines);
    const wanted = this.detail === "lines" ? lines.filter(({ tone }) => tone !== "muted") : lines;
    const path = wanted.find(({ location }) => location)?.location?.display ?? heading?.location?.display;
    const above = heading && row.key !== this.group ? printable(`= ${heading.text}`) : undefined;
    const isElsewhere = path !== this.path || above !== undefined;
    let cost = path !== undefined && path !== this.path ? path.length + 1 : 0;
    if (above !== undefined) cost += above.length + 1;
    for (const line of wanted)
      cost += costOf(line, isElsewhere ? undefined : this.open.get(line.location?.startLine ?? 0));
    if (cost > this.left) return false;
    this.left -= cost;
    if (isElsewhere) this.flush();
    const isDrawn = row.source.lines === true;
    if (path !== this.path && path !== undefined && !(isDrawn && wanted[0]?.text.startsWith(path)))
      this.written.push(printable(path));
    this.path = path;
    this.group = row.key;
    if (above !== undefined) this.written.push(above);
    for (const line of wanted) this.addLine(line, isDrawn);
    return true;
  }

  /** Rows that are no lines of a file, such as numbers of matches. */
  private addPlain({ source }: AnswerRow, lines: readonly Row[]): boolean {
    const hasLine = source.location?.line !== undefined;
    const plain = lines.map((line) => printable(indented(line.depth, this.places.of(line, hasLine))));
    if (!this.take(plain)) return false;
    this.flush();
    this.path = undefined;
    this.written.push(...plain);
    return true;
  }

  /** A row that a tool drew itself may say its place; a line of a file that begins with its path is still a line of it. */
  private addLine(line: Row, isDrawn: boolean): void {
    const { text, location, tone, note } = line;
    if (!location || (isDrawn && text.startsWith(location.display))) {
      this.flush();
      this.written.push(printable(withNote(text, note)));
      return;
    }
    const isMatch = tone !== "muted";
    const known = this.open.get(location.startLine);
    const notes = known?.notes ?? new Set<string>();
    if (note !== undefined) notes.add(note);
    if (known && shows(known, line)) {
      known.isMatch ||= isMatch;
      return;
    }
    const from = location.startColumn - (line.marks?.[0]?.[0] ?? 0);
    // In a long line each match has its piece; a neighbor is only the beginning of its line.
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

/** True where an open line already shows what this row does. */
function shows(known: OpenLine, { text, location, marks, tone }: Row): boolean {
  if (tone === "muted" || known.text === text) return true;
  const [start, end] = marks?.[0] ?? [0, 0];
  const column = location?.startColumn ?? 1;
  return known.isMatch && column >= known.from && column + end - start <= known.to;
}
