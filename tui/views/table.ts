/**
 * Shows a table that can be sorted. Columns have the width that their cells need, within the limits of the pane, and numbers
 * are aligned to the right.
 */
import { type ColumnWish, columnWidths, type Row } from "../../core/host/frontend-api.ts";
import { clean } from "../text/clean.ts";
import { cut, cutMiddle, isAscii, type Line, line, linked, pad, span, widthOf } from "../text/line.ts";
import type { RenderedView, RenderInput, Sort } from "./renderer.ts";
import { toneOf } from "./text.ts";

const NARROWEST = 4;
const GAP = 2;
const LONGEST_CELL = 2000;
/** We don't measure every row, but this many from all parts of the answer. */
const SAMPLE = 3000;

export function table({ view, arrangement, width, shorten }: RenderInput): RenderedView {
  const named = columnsOf(view.rows, view.columns);
  if (named.length === 0) return { count: 0, head: [], line: () => line(), row: () => undefined };
  const rows = sorted(view.rows, arrangement.sort);
  const right = new Set(named.filter((column) => isNumeric(view.rows, column)));
  const shown = (row: Row, column: string) => {
    const text = cellText(row, column).slice(0, LONGEST_CELL);
    return text.startsWith("/") ? shorten(text) : text;
  };
  const placeOf = (row: Row, column: string) => {
    const isPath = view.shapes?.[column]?.kind === "path" || cellText(row, column) === row.location?.display;
    return isPath ? row.location : undefined;
  };
  const sample = sampleOf(view.rows);
  const isEmpty = (column: string) => view.rows.every((row) => cellText(row, column) === "");
  const wishes = named
    .map((column): ColumnWish => {
      const { kind, drop } = view.shapes?.[column] ?? {};
      const cells = sample.reduce((widest, row) => Math.max(widest, textWidth(shown(row, column))), 0);
      const natural = Math.max(widthOf(clean(column)) + GAP, cells);
      return {
        column,
        natural,
        numeric: right.has(column),
        ...(kind && { kind }),
        ...(drop !== undefined && { drop }),
      };
    })
    // Empty columns are left out.
    .filter(({ column }) => column === named[0] || !isEmpty(column));
  const fitted = columnWidths(wishes, width, GAP);
  const columns = fitted.map(({ column }) => column);
  const widths = fitted.map(({ column, width: each }) => Math.max(NARROWEST, each + (arrangement.widths[column] ?? 0)));
  const aligned = (column: string, text: string, at: number) =>
    pad(
      text.includes("/") ? cutMiddle(text, widths[at]!) : cut(text, widths[at]!),
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
      // This is a notice or a failure.
      if (!row.cells) return line(span(row.text, toneOf(row)));
      return {
        spans: columns.map((column, at) =>
          linked(span(aligned(column, shown(row, column), at), toneOf(row)), placeOf(row, column)),
        ),
      };
    },
    row: (index) => rows[index],
    text: (index) => {
      const row = rows[index];
      return row?.cells ? columns.map((column) => shown(row, column)).join(" ") : (row?.text ?? "");
    },
    columns,
  };
}

function columnsOf(rows: readonly Row[], declared: readonly string[] | undefined): string[] {
  if (declared && declared.length > 0) return [...declared];
  return [...new Set(rows.slice(0, SAMPLE).flatMap((row) => Object.keys(row.cells ?? { text: "" })))];
}

/** Returns the text of a cell. If the row has no cells, its text is in the first text column. */
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

/** Returns the visible rows, plus samples of the others. */
function sampleOf(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= SAMPLE) return rows;
  const step = Math.ceil(rows.length / (SAMPLE / 2));
  return [...rows.slice(0, SAMPLE / 2), ...rows.filter((_, index) => index % step === 0 || index >= rows.length - 100)];
}

/** Measures a cell. There are many short and plain ones, for which this is faster. */
function textWidth(text: string): number {
  return isAscii(text) ? text.length : widthOf(clean(text));
}
