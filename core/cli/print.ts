/** Renders an outcome for stdout. */
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import {
  type CliAlias,
  type ColumnWish,
  columnWidths,
  type Format,
  type Host,
  type JsonObject,
  jsonForTerminal,
  type Outcome,
  type Row,
  type ToolInfo,
  type View,
} from "../host/frontend-api.ts";
import { commandsInText, flagsInText } from "./flags-in-text.ts";
import type { Style, Tint } from "./style.ts";
import { GAP, plain, table } from "./text-layout.ts";

export interface PrintOptions {
  /** The value of `--as`. */
  as?: Format;
  style: Style;
  /** True for lines that people can read even without a terminal, as with grep. */
  lines: boolean;
  show?: CliAlias["show"];
}

export interface Printed {
  text: string;
  /** Notices that don't go to stdout. */
  notices: string[];
  /** The rendered view. It is undefined if the text is the raw answer. */
  view?: View;
}

export async function render(
  host: Host,
  tool: ToolInfo,
  input: JsonObject,
  outcome: Outcome,
  { as, style, lines, show }: PrintOptions,
): Promise<Printed> {
  const { value, failed = false } = outcome;
  const whole = (text: string): Printed => ({ text, notices: [] });
  const present = async (format: Format | undefined) =>
    (await host.present(tool.name, outcome, input, format ? { as: format } : {})).text;
  // The output must be valid JSON, even if the answer is just text.
  if (as === "json" && (typeof value === "string" || !style.terminal)) {
    return whole(typeof value === "string" ? JSON.stringify(value) : await present("json"));
  }
  if (as === "json") return whole(jsonForTerminal(value));
  const rendered = style.terminal || (lines && as === undefined);
  if (!rendered) return whole(await present(as));
  // The contents of files are printed unchanged, except for terminal escapes.
  const verbatim = !failed && (typeof value === "string" || (tool.view === "source" && lines));
  if ((as !== undefined && as !== "text") || verbatim) {
    const text = await present(as ?? "text");
    return whole(style.terminal ? plain(text) : text);
  }
  const view = await host.view(tool.name, outcome, input);
  const drawn = inFlags(view, tool, failed, host);
  const { notes = [], warnings = [] } = drawn;
  if (!style.terminal && failed) return { text: "", notices: drawn.rows.map(({ text }) => text), view };
  const body = show === "paths" && !failed ? places(drawn, style) : rowsOf(drawn, tool, style);
  if (!style.terminal) return { text: body, notices: warnings, view };
  const muted = notes.map((note) => style.paint(note, "muted"));
  return { ...whole([body, ...muted].filter((part) => part !== "").join("\n")), view };
}

/** Rewrites failures and notices, but not rows. */
function inFlags(view: View, tool: ToolInfo, failed: boolean, host: Host): View {
  const inText = (text: string) => commandsInText(flagsInText(text, tool), host);
  const said = (texts: string[] | undefined) => texts?.map(inText);
  const [notes, warnings] = [said(view.notes), said(view.warnings)];
  const rows = failed ? view.rows.map((row) => ({ ...row, text: inText(row.text) })) : view.rows;
  return { ...view, rows, ...(notes && { notes }), ...(warnings && { warnings }) };
}

/** Returns the distinct locations of the rows. */
function places({ rows }: View, style: Style): string {
  const lines = rows.map(({ text, location }) =>
    location ? style.link(location.display, location, "path") : plain(text),
  );
  return lines.filter((line, index) => line !== lines[index - 1]).join("\n");
}

function rowsOf({ rows, columns: all = [], shapes = {} }: View, tool: ToolInfo, style: Style): string {
  // The locations below headings are named if they have their own cells.
  if (rows.some(({ cells }) => cells) && rows.some(({ cells }) => !cells)) return linesOf(rows, tool, style);
  // Empty columns are left out.
  const filled = all.filter((column) => rows.some(({ cells }) => (cells?.[column] ?? "") !== ""));
  const fitted = style.terminal ? fit(rows, filled, shapes, style.width) : [];
  const columns = style.terminal ? fitted.map(({ column }) => column) : filled;
  if (columns.length > 0) {
    const cells = rows.map((row) => columns.map((column) => row.cells?.[column]));
    // Cells are separated by tabs in a pipe, as in gh, so that cut and awk work.
    if (!style.terminal) return cells.map((row) => row.map(cellText).join("\t")).join("\n");
    const cut = (text: string, column: number) => shortened(text, fitted[column]!.width);
    const shown = cells.map((row) => row.map((cell, column) => (typeof cell === "string" ? cut(cell, column) : cell)));
    const rendered = table(columns, shown, {
      title: (text) => style.paint(text, "title"),
      cell: (text, row, column) => {
        const { location } = rows[row]!;
        const isPlace = location !== undefined && cells[row]![column] === location.display;
        return isPlace ? style.link(text, location, "path") : style.paint(text, toneOf(rows[row]!));
      },
    });
    // A single column doesn't need a header.
    return columns.length > 1 ? rendered : rendered.slice(rendered.indexOf("\n") + 1);
  }
  return linesOf(rows, tool, style);
}

function linesOf(rows: readonly Row[], tool: ToolInfo, style: Style): string {
  const bare = rows.map(({ cells, location, ...row }): Row => (cells || !location ? row : { ...row, location }));
  const each = tool.view === "matches" ? mergeLines(bare) : bare;
  if (tool.view === "matches" && style.terminal) return grouped(each, style);
  return each.map((row) => oneLine(row, tool, style)).join("\n");
}

/** Removes columns that don't fit. */
function fit(
  rows: readonly Row[],
  columns: readonly string[],
  shapes: NonNullable<View["shapes"]>,
  width: number,
): { column: string; width: number }[] {
  const wishes = columns.map((column): ColumnWish => {
    const values = rows.map(({ cells }) => cells?.[column]);
    const natural = values.reduce<number>(
      (widest, value) => Math.max(widest, stringWidth(cellText(value))),
      column.length,
    );
    const numeric = values.every((value) => value === null || value === undefined || typeof value === "number");
    return { column, natural, numeric, ...shapes[column] };
  });
  return columnWidths(wishes, width, GAP);
}

/** Paths lose their middle, and other text its end. */
function shortened(text: string, width: number): string {
  const clean = plain(text).replace(/\s+/g, " ");
  return stringWidth(clean) <= width
    ? clean
    : cliTruncate(clean, width, { position: clean.includes("/") ? "middle" : "end" });
}

function cellText(cell: unknown): string {
  return cell === null || cell === undefined ? "" : plain(String(cell)).replace(/[\t\n]/g, " ");
}

/** Groups matches by file like ripgrep does on a terminal, with blank lines between blocks. */
function grouped(rows: readonly Row[], style: Style): string {
  const context = rows.some(({ tone, isMatch }) => tone === "muted" && !isMatch);
  const lines: string[] = [];
  let file: string | undefined;
  let line = 0;
  for (const row of rows) {
    const { location, tone, depth = 0 } = row;
    if (!location || row.text.startsWith(location.display)) {
      lines.push("  ".repeat(depth) + lit(row, style));
      file = undefined;
      continue;
    }
    if (location.display !== file) {
      if (lines.length > 0) lines.push("");
      lines.push(style.link(location.display, { ...location, startLine: 1, startColumn: 1 }, "path"));
    } else if (context && location.startLine > line + 1) lines.push("--");
    file = location.display;
    line = location.startLine;
    lines.push(
      style.link(`${location.startLine}${tone === "muted" && !row.isMatch ? "-" : ":"}`, location, "line") +
        lit(row, style),
    );
  }
  return lines.join("\n");
}

/** Merges rows of the same line, because rows with context can overlap. */
function mergeLines(rows: readonly Row[]): Row[] {
  const merged: Row[] = [];
  let run = new Map<string, Row>();
  let file: string | undefined;
  const end = () => {
    merged.push(...[...run.values()].sort((a, b) => a.location!.startLine - b.location!.startLine));
    run = new Map();
  };
  for (const row of rows) {
    if (row.location?.display !== file || !row.location) end();
    file = row.location?.display;
    if (!row.location) {
      merged.push(row);
      continue;
    }
    const line = String(row.location.startLine);
    const key = [line, `${line} ${row.text}`].find((each) => run.has(each)) ?? line;
    const before = run.get(key);
    if (!before || (before.tone === "muted" && row.tone !== "muted")) run.set(key, row);
    else if (before.text === row.text)
      run.set(key, { ...before, marks: [...(before.marks ?? []), ...(row.marks ?? [])] });
    else if (row.tone !== "muted") run.set(`${line} ${row.text}`, row);
  }
  end();
  return merged;
}

/**
 * Uses grep's `path:line:text` for matches and context, and for the rows of a tree in a pipe, so that editors and scripts can
 * parse it.
 */
function oneLine(row: Row, { view }: ToolInfo, style: Style): string {
  const { location, depth = 0, tone } = row;
  const isBelowDiff = view === "diff" && row.hunk === undefined && !row.text.startsWith("--- ");
  const placed = view === "matches" || isBelowDiff || (view === "tree" && !style.terminal);
  if (!placed || !location || row.text.startsWith(location.display)) return "  ".repeat(depth) + lit(row, style);
  const { display, startLine, startColumn } = location;
  const path = style.link(display, location, "path");
  if (tone === "muted" && !row.isMatch) return `${path}-${style.paint(String(startLine), "line")}-${lit(row, style)}`;
  return `${path}:${style.paint(String(startLine), "line")}:${startColumn}: ${lit(row, style)}`;
}

/** Returns the text of a row with its matches highlighted. */
function lit(row: Row, style: Style): string {
  const { text, marks = [] } = row;
  const tint = toneOf(row);
  let from = 0;
  let line = "";
  for (const [start, end] of marks.toSorted(([a], [b]) => a - b)) {
    if (start < from || end <= start) continue;
    line += style.paint(text.slice(from, start), tint) + style.paint(text.slice(start, end), "match");
    from = end;
  }
  return line + style.paint(text.slice(from), tint);
}

function toneOf({ tone }: Row): Tint | undefined {
  return tone;
}
