/** Lays out plain text with columns and wrapping, and removes control characters. */
import stringWidth from "string-width";
import { withEscapes } from "../host/frontend-api.ts";

/** Wraps at spaces. All lines except for the first are indented. */
export function wrap(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && indent.length + stringWidth(line) + 1 + stringWidth(word) > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === "" ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines.join(`\n${indent}`);
}

/** Aligns names and descriptions. */
export function twoColumns(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.min(28, Math.max(0, ...rows.map(([name]) => stringWidth(name)))) + 4;
  const indent = " ".repeat(left);
  return rows
    .map(([name, text]) => {
      const start = `  ${name}`;
      const gap = stringWidth(start) < left - 1 ? padded(start, left) : `${start}\n${indent}`;
      return (text === "" ? start : gap + wrap(text, width, indent)).trimEnd();
    })
    .join("\n");
}

/** Adds spaces up to `width` columns. Wide characters count twice. */
function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

export const GAP = 2;

/** Functions that paint must not change the width. */
export interface TablePaint {
  title(text: string): string;
  cell(text: string, row: number, column: number): string;
}

const UNPAINTED: TablePaint = { title: (text) => text, cell: (text) => text };

/** Aligns cells. Numbers are aligned to the right. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  paint: TablePaint = UNPAINTED,
): string {
  const texts = rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? "" : plain(String(cell)))));
  const widths = columns.map((column, index) =>
    texts.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? "")), stringWidth(column)),
  );
  const numeric = columns.map((_, index) => rows.every((row) => row[index] == null || typeof row[index] === "number"));
  const line = (cells: readonly string[], painted: (text: string, column: number) => string) => {
    // Lines have no spaces at their end.
    const last = cells.findLastIndex((cell) => cell !== "");
    return cells
      .slice(0, last + 1)
      .map((cell, index) => {
        const gap = " ".repeat(Math.max(0, widths[index]! - stringWidth(cell)));
        const shown = painted(cell, index);
        return numeric[index] ? gap + shown : index === last ? shown : shown + gap;
      })
      .join(" ".repeat(GAP));
  };
  return [
    line(columns, paint.title),
    ...texts.map((cells, row) => line(cells, (text, column) => paint.cell(text, row, column))),
  ].join("\n");
}

/** Escapes invisible characters and control sequences, so that different names look different. */
export function plain(text: string): string {
  return withEscapes(text.replace(/\r\n?/g, "\n"));
}
