/** An answer as the explorer and a terminal draw it: its rows with places and jumps, columns, and what it says about itself. */

import { renderedBatches } from "../answer/drawn-batches.ts";
import type { AnswerTool } from "../answer/paged-tool.ts";
import type { ColumnShape, JsonObject, Outcome, Row, View } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { drawHeading, drawRow, type Paths, titleOf } from "./draw.ts";
import { allNotices, cutLine, failureText } from "./notices.ts";
import { picturePartsOf } from "./picture-parts.ts";
import type { AnswerRow } from "./row.ts";
import { readingOrder, scopeOf, splitAnswer } from "./split.ts";

export async function viewOf(tool: AnswerTool, outcome: Outcome, input: JsonObject, paths: Paths): Promise<View> {
  const { output } = tool;
  const turns = new TimeSlice();
  const units = readingOrder((await splitAnswer(output, outcome.value, turns)).rows);
  // A failure may have rows: the errors of a compiler, the files that could be read.
  if (outcome.failed && (units.length === 0 || typeof outcome.value === "string"))
    return {
      rows: failureText(outcome)
        .split("\n")
        .map((text): Row => ({ text, tone: "error" })),
    };
  const rows: Row[] = [];
  let group: string | undefined;
  const before = new Map<RowSource, string>();
  for await (const batch of renderedBatches(tool, units, outcome.value, input, turns)) {
    for (const [unit, own] of batch) {
      const lines = drawRow(unit, outcome.value, input, paths, own).map(noted);
      if ((unit.source.chart || unit.source.graph) && lines[0]) {
        const parts = picturePartsOf(unit.source, scopeOf(unit, outcome.value, input), before.get(unit.source));
        lines[0] = { ...parts, ...lines[0] };
        if (parts.node) before.set(unit.source, parts.node.id);
      }
      const isSaid = (tool.view !== "source" && unit.key === group) || unit.emptyGroup || unit.parent !== undefined;
      const heading = isSaid ? undefined : drawHeading(unit, outcome.value, input, paths);
      group = unit.key;
      const title = tool.view === "source" && units.length > 1 ? titleOf(lines, heading) : undefined;
      if (title !== undefined) rows.push({ text: title, tone: "muted" });
      else if (heading && tool.view !== "source") rows.push({ ...heading, ...headNode(unit) });
      rows.push(...lines);
    }
  }
  const columns = columnsOf(
    units.some(({ source }) => source.columns) ? units.map(({ source }) => source) : output.rows,
  );
  const { notes, warnings } = notesOf(output, outcome, input, paths);
  return {
    rows: rows.length > 0 || (output.rows && typeof outcome.value === "object") ? rows : plainRows(outcome),
    ...columns,
    ...chartOf(units),
    ...(output.language === undefined ? {} : { language: output.language }),
    notes,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** A group's heading is what its rows point to or from. */
function headNode({ source, key }: AnswerRow): Pick<Row, "node"> {
  return source.graph && key !== undefined ? { node: { id: key } } : {};
}

/** What is said behind a row stands in its text. */
function noted(row: Row): Row {
  if (row.note === undefined) return row;
  const { note, ...rest } = row;
  return { ...rest, text: `${row.text}  <- ${note}` };
}

/** Those of the rows that are there: an answer has only some of the declared ones. */
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

function chartOf(units: readonly AnswerRow[]): Pick<View, "chart"> {
  const chart = units.find(({ source }) => source.chart)?.source.chart;
  return chart ? { chart: { as: chart.as ?? "treemap", ...(chart.unit !== undefined && { unit: chart.unit }) } } : {};
}

/** All that is said, and of that what must be said also where only rows are wanted. */
function notesOf(
  output: Output<unknown>,
  outcome: Outcome,
  input: JsonObject,
  paths: Paths,
): { notes: string[]; warnings: string[] } {
  const remarks = allNotices(output, outcome, input);
  const { page, next, changed = [] } = outcome;
  const line = cutLine(undefined, next, page?.answer ? `answer:${page.answer}` : undefined);
  const more = [
    ...changed.map((path) => `changed since the first page: ${paths.display(path)}`),
    ...(line === undefined ? [] : [line]),
  ];
  const grave = remarks.filter(({ tone }) => tone === "warning" || tone === "error");
  return {
    notes: [...remarks.map(({ text }) => text), ...more],
    warnings: [...grave.map(({ text }) => text), ...more],
  };
}

/** A string line by line, anything else as indented JSON. */
function plainRows({ value }: Outcome): Row[] {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => ({ text: line }));
}
