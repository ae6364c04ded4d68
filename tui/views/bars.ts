/** Draws a bar chart. Rows with a size come first, starting with the largest, followed by those without a size. */
import type { Row } from "../../core/host/frontend-api.ts";
import { clean } from "../text/clean.ts";
import { cutPath, line, pad, span, widthOf } from "../text/line.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";
import { toneOf } from "./text.ts";

/** Eighths of a cell. */
const PARTS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/** The minimum width of the name column, and its share of the width. */
const NAME = { least: 8, share: 0.45 };

export function bars({ view, width }: RenderInput): RenderedView {
  const rendered = sizedRows(view.rows);
  // Zero counts as a size. Notices and failures don't have one.
  const rows = [...rendered, ...view.rows.filter(({ size, node }) => (size ? !(size.value > 0) : !node))];
  const sizes = rows.map(({ size }) => size);
  const names = sizes.map((size) => clean([...(size?.within ?? []), size?.name ?? ""].join("/")));
  const most = sizes.reduce((top, size) => Math.max(top, size?.value ?? 0), 1);
  const numbers = Math.max(...sizes.map((size) => (size ? size.value.toLocaleString("en").length : 0)), 1);
  const widest = names.slice(0, 2000).reduce((top, name) => Math.max(top, widthOf(name)), 0);
  const lead = Math.min(widest, Math.max(NAME.least, Math.floor(width * NAME.share)));
  const space = Math.max(1, width - lead - numbers - 2);
  const unit = view.chart?.unit;
  return {
    count: rows.length,
    head: unit === undefined ? [] : [line(span(pad(unit, width, "right"), "title"))],
    line(index) {
      const row = rows[index];
      if (!row) return line();
      if (!row.size) return line(span(row.text, toneOf(row)));
      const eighths = Math.round((row.size.value / most) * space * 8);
      const bar = "█".repeat(eighths >> 3) + PARTS[eighths & 7];
      return line(
        span(`${pad(cutPath(names[index]!, lead), lead)} `, toneOf(row)),
        span(pad(row.size.value.toLocaleString("en"), numbers, "right"), "number"),
        span(` ${bar}`, "accent"),
      );
    },
    row: (index) => rows[index],
    text: (index) => names[index] || rows[index]?.text || "",
  };
}

/** Returns the rows with a size, starting with the largest. */
export function sizedRows(rows: readonly Row[]): Row[] {
  return rows.filter(({ size }) => size && size.value > 0).sort((a, b) => b.size!.value - a.size!.value);
}
