/** A table: columns as wide as their cells ask for and the pane allows, sortable, numbers to the right. */
import type { Row } from "../../core/host/door-api.ts";
import { clean } from "../text/clean.ts";
import { cut, cutPath, type Line, line, pad, span, widthOf } from "../text/line.ts";
import type { Drawn, RenderInput, Sort } from "./renderer.ts";
import { toneOf } from "./text.ts";

const WIDEST = 48;
const NARROWEST = 4;
const GAP = 2;
/** More of one cell than any width shows. */
const LONGEST_CELL = 2000;
/** Rows that decide how wide a column is. */
const SAMPLE = 1000;

export function table({ view, arrangement, width, shorten }: RenderInput): Drawn {
  const columns = columnsOf(view.rows, view.columns);
  if (columns.length === 0) return { count: 0, head: [], line: () => line(), row: () => undefined };
  const rows = sorted(view.rows, arrangement.sort);
  const right = new Set(columns.filter((column) => isNumeric(view.rows, column)));
  const shown = (row: Row, column: string) => {
    const text = cellText(row, column).slice(0, LONGEST_CELL);
    return text.startsWith("/") ? shorten(text) : text;
  };
  const widths = widthsOf(columns, view.rows, shown, arrangement.widths, width);
  const aligned = (column: string, text: string, at: number) =>
    // Of a path the end says most.
    pad(
      text.includes("/") ? cutPath(text, widths[at]!) : cut(text, widths[at]!),
      widths[at]!,
      right.has(column) ? "right" : "left",
    ) + " ".repeat(at === columns.length - 1 ? 0 : GAP);
  const head: Line = {
    spans: columns.map((column, at) => {
      const arrow = arrangement.sort?.column !== column ? "" : arrangement.sort.descending ? " ▼" : " ▲";
      return span(aligned(column, column + arrow, at), arrow ? "accent" : "title");
    }),
  };
  return {
    count: rows.length,
    head: [head],
    line: (index) => {
      const row = rows[index];
      if (!row) return line();
      // A remark among the rows, or a failure.
      if (!row.cells) return line(span(row.text, toneOf(row)));
      return { spans: columns.map((column, at) => span(aligned(column, shown(row, column), at), toneOf(row))) };
    },
    row: (index) => rows[index],
    text: (index) => {
      const row = rows[index];
      return row?.cells ? columns.map((column) => shown(row, column)).join(" ") : (row?.text ?? "");
    },
    columns,
  };
}

export function columnsOf(rows: readonly Row[], declared: readonly string[] | undefined): string[] {
  if (declared && declared.length > 0) return [...declared];
  return [...new Set(rows.slice(0, SAMPLE).flatMap((row) => Object.keys(row.cells ?? { text: "" })))];
}

/** What a cell shows; a row without cells shows its text in the first column that asks for one. */
export function cellText(row: Row, column: string): string {
  const value = row.cells ? row.cells[column] : column === "text" ? row.text : undefined;
  return value === undefined || value === null ? "" : String(value);
}

export function sorted(rows: readonly Row[], sort: Sort | undefined): readonly Row[] {
  if (!sort) return rows;
  const { column, descending } = sort;
  const collator = new Intl.Collator("en", { numeric: true });
  const order = [...rows].sort((a, b) => {
    const [x, y] = [a.cells?.[column], b.cells?.[column]];
    if (typeof x === "number" && typeof y === "number") return x - y;
    return collator.compare(cellText(a, column), cellText(b, column));
  });
  return descending ? order.reverse() : order;
}

function isNumeric(rows: readonly Row[], column: string): boolean {
  const cells = rows.slice(0, SAMPLE).map((row) => row.cells?.[column]);
  return (
    cells.some((cell) => typeof cell === "number") && cells.every((cell) => cell == null || typeof cell === "number")
  );
}

/** Natural widths; where they do not fit, the widest give way first. */
function widthsOf(
  columns: readonly string[],
  rows: readonly Row[],
  shown: (row: Row, column: string) => string,
  changed: Readonly<Record<string, number>>,
  room: number,
): number[] {
  const widths = columns.map((column) => {
    const cells = rows.slice(0, SAMPLE).map((row) => widthOf(clean(shown(row, column))));
    return Math.min(WIDEST, Math.max(widthOf(clean(column)) + GAP, ...cells));
  });
  const free = room - GAP * (columns.length - 1);
  while (widths.reduce((sum, each) => sum + each, 0) > free) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= NARROWEST) break;
    widths[widest]!--;
  }
  return widths.map((each, at) => Math.max(NARROWEST, each + (changed[columns[at]!] ?? 0)));
}
