/** An answer as the explorer and a terminal show it: rows with places and links, columns, and what it says about itself. */

import type { NamePlace } from "../contract/host.ts";
import type { ColumnShape, Link, Outcome, Row, View } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";
import type { JumpContribution } from "../contract/plugin-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { type DrawContext, drawBatches, drawHeading, drawRow, linksOf, titleOf } from "./draw.ts";
import { allNotices, cutLine, failureText } from "./notices.ts";
import { picturePartsOf } from "./picture-parts.ts";
import type { AnswerRow, AnswerTool } from "./row.ts";
import { readingOrder, scopeOf, splitAnswer } from "./split.ts";

/** `at` holds the outcome's value as the answer. */
export async function viewOf(tool: AnswerTool, outcome: Outcome, at: DrawContext): Promise<View> {
  const { output } = tool;
  const slice = new TimeSlice();
  const rows = readingOrder((await splitAnswer(output, outcome.value, slice)).rows);
  // A failure may have rows: the errors of a compiler, the files that could be read.
  if (outcome.failed && (rows.length === 0 || typeof outcome.value === "string"))
    return { rows: linesOf(failureText(outcome)).map((row) => ({ ...row, tone: "error" })) };
  const drawn: Row[] = [];
  let group: string | undefined;
  const before = new Map<RowSource, string>();
  for await (const batch of drawBatches(tool, rows, at, slice)) {
    for (const [row, own] of batch) {
      const lines = drawRow(row, at, own).map(withNote);
      const { source } = row;
      if ((source.chart || source.graph) && lines[0]) {
        const parts = picturePartsOf(source, scopeOf(row, at.answer, at.input), before.get(source));
        lines[0] = { ...parts, ...lines[0] };
        if (parts.node) before.set(source, parts.node.id);
      }
      const isHeaded = (tool.view !== "source" && row.key === group) || row.emptyGroup || row.parent !== undefined;
      const heading = isHeaded ? undefined : drawHeading(row, at);
      group = row.key;
      const title = tool.view === "source" && rows.length > 1 ? titleOf(lines, heading) : undefined;
      if (title !== undefined) drawn.push({ text: title, tone: "muted" });
      else if (heading && tool.view !== "source") drawn.push({ ...heading, ...headingNode(row) });
      for (const line of lines) drawn.push(line);
    }
  }
  const isData = drawn.length > 0 || (output.rows && typeof outcome.value === "object");
  const { notes, warnings } = notesOf(output, outcome, at);
  return {
    rows: isData ? drawn : plainRows(outcome),
    ...columnsOf(rows.some(({ source }) => source.columns) ? rows.map(({ source }) => source) : output.rows),
    ...chartOf(rows),
    ...(output.language === undefined ? {} : { language: output.language }),
    notes,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** In a graph, the heading of a group is the node that its rows point to or from. */
function headingNode({ source, key }: AnswerRow): Pick<Row, "node"> {
  return source.graph && key !== undefined ? { node: { id: key } } : {};
}

/** The row with its note at the end of its text. */
function withNote(row: Row): Row {
  if (row.note === undefined) return row;
  const { note, ...rest } = row;
  return { ...rest, text: `${row.text}  <- ${note}` };
}

/** The columns of the last source that declares some. */
function columnsOf(sources: readonly RowSource[] = []): Pick<View, "columns" | "shapes"> {
  const declared = sources.findLast(({ columns }) => columns)?.columns?.filter(({ hidden }) => !hidden);
  if (!declared) return {};
  const named = declared.map((column) => ({ ...column, name: column.title ?? column.field }));
  const shapes = named.map(({ name, kind, drop }): [string, ColumnShape] => [
    name,
    { ...(kind && { kind }), ...(drop !== undefined && { drop }) },
  ]);
  return { columns: named.map(({ name }) => name), shapes: Object.fromEntries(shapes) };
}

function chartOf(rows: readonly AnswerRow[]): Pick<View, "chart"> {
  const chart = rows.find(({ source }) => source.chart)?.source.chart;
  return chart ? { chart: { as: chart.as ?? "treemap", ...(chart.unit !== undefined && { unit: chart.unit }) } } : {};
}

/** All notices, and as warnings those that also a reader of the rows alone must see. */
function notesOf(
  output: Output<unknown>,
  outcome: Outcome,
  { input, paths }: DrawContext,
): { notes: string[]; warnings: string[] } {
  const notices = allNotices(output, outcome, input);
  const { page, next, changed = [] } = outcome;
  const line = cutLine(undefined, next, page?.answer ? `answer:${page.answer}` : undefined);
  const more = changed.map((path) => `changed since the first page: ${paths.display(path)}`);
  if (line !== undefined) more.push(line);
  const grave = notices.filter(({ tone }) => tone === "warning" || tone === "error");
  return {
    notes: [...notices.map(({ text }) => text), ...more],
    warnings: [...grave.map(({ text }) => text), ...more],
  };
}

/** A string line by line, anything else as indented JSON. */
function plainRows({ value }: Outcome): Row[] {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return linesOf(text.replace(/\n$/, ""));
}

function linesOf(text: string): Row[] {
  return text.split("\n").map((line) => ({ text: line }));
}

/** The links that plugins declare for a name in a source. `languages`: those of the file, by its ending. */
export function jumpsAt(at: NamePlace, rules: readonly JumpContribution[], languages: readonly string[]): Link[] {
  const own = rules.filter((rule) => rule.languages?.some((language) => languages.includes(language)));
  const fitting = own.length > 0 ? own : rules.filter((rule) => rule.languages === undefined);
  const { path, word, line, column } = at;
  const place = { absolute: path, display: path, startLine: line, startColumn: column };
  return linksOf(fitting, { answer: null, input: {}, row: { path, word, line, column } }, place);
}
