/** Creates the rows for the explorer and for terminals, with locations, links, columns and notices. */

import type { NamePlace } from "../contract/host.ts";
import type { ColumnShape, Link, Outcome, Row, View } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";
import type { JumpContribution } from "../contract/plugin-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import {
  columnTitle,
  type DrawContext,
  drawBatches,
  drawHeading,
  drawRow,
  linksOf,
  shownColumns,
  titleOf,
} from "./draw.ts";
import { allNotices, cutLine, failureText, withNote } from "./notices.ts";
import { picturePartsOf } from "./picture-parts.ts";
import { numberAt } from "./reference.ts";
import type { AnswerTool } from "./row.ts";
import { readingOrder, scopeOf, splitAnswer } from "./split.ts";

/** `at.answer` must be the value of the outcome. */
export async function viewOf(tool: AnswerTool, outcome: Outcome, at: DrawContext): Promise<View> {
  const { output } = tool;
  const slice = new TimeSlice();
  const rows = readingOrder((await splitAnswer(output, outcome.value, slice)).rows);
  // A failure can have rows, for example the errors of a compiler.
  if (outcome.failed && (rows.length === 0 || typeof outcome.value === "string"))
    return { rows: linesOf(failureText(outcome)).map((row) => ({ ...row, tone: "error" })) };
  const drawn: Row[] = [];
  let group: string | undefined;
  const before = new Map<RowSource, string>();
  for await (const batch of drawBatches(tool, rows, at, slice)) {
    for (const [row, own] of batch) {
      const lines = drawRow(row, at, own);
      for (const line of lines) {
        if (line.note === undefined) continue;
        line.text = withNote(line.text, line.note);
        delete line.note;
      }
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
      // In a graph, the heading of a group is the node that the edges of its rows lead to.
      else if (heading && tool.view !== "source")
        drawn.push({ ...heading, ...(source.graph && row.key !== undefined && { node: { id: row.key } }) });
      for (const line of lines) drawn.push(line);
    }
  }
  const isData = drawn.length > 0 || (output.rows && typeof outcome.value === "object");
  const { notes, warnings } = notesOf(output, outcome, at);
  const total = numberAt(output.rows?.find((each) => each.total !== undefined)?.total, {
    answer: outcome.value,
    input: at.input,
    row: outcome.value,
  });
  const chart = rows.find(({ source }) => source.chart)?.source.chart;
  return {
    rows: isData ? drawn : linesOf(failureText({ value: outcome.value }).replace(/\n$/, "")),
    ...columnsOf(rows.some(({ source }) => source.columns) ? rows.map(({ source }) => source) : output.rows),
    ...(chart && { chart: { as: chart.as ?? "treemap", ...(chart.unit !== undefined && { unit: chart.unit }) } }),
    ...(output.language === undefined ? {} : { language: output.language }),
    ...(total === undefined ? {} : { total }),
    notes,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** Returns the columns of the last source that declares any. */
function columnsOf(sources: readonly RowSource[] = []): Pick<View, "columns" | "shapes"> {
  const last = sources.findLast(({ columns }) => columns);
  const columns = last && shownColumns(last);
  if (!columns) return {};
  const shapes = columns.map((column): [string, ColumnShape] => {
    const { kind, drop } = column;
    return [columnTitle(column), { ...(kind && { kind }), ...(drop !== undefined && { drop }) }];
  });
  return { columns: columns.map(columnTitle), shapes: Object.fromEntries(shapes) };
}

/** Returns all notices. Those that must not be missed are repeated as warnings, in case only rows are shown. */
function notesOf(output: Output<unknown>, outcome: Outcome, { input, paths }: DrawContext) {
  const notices = allNotices(output, outcome, input);
  const { page, next, changed = [] } = outcome;
  const line = cutLine(undefined, { next, saved: page?.answer ? `answer:${page.answer}` : undefined });
  const more = changed.map((path) => `changed since the first page: ${paths.display(path)}`);
  if (line !== undefined) more.push(line);
  const grave = notices.filter(({ tone }) => tone === "warning" || tone === "error");
  return {
    notes: [...notices.map(({ text }) => text), ...more],
    warnings: [...grave.map(({ text }) => text), ...more],
  };
}

function linesOf(text: string): Row[] {
  return text.split("\n").map((line) => ({ text: line }));
}

/** Returns true if the rule offers jumps in any of these languages, or in the language of a third party. */
export function concernsAny({ languages, guests }: JumpContribution, ids: readonly string[]): boolean {
  return guests === true || languages === undefined || languages.some((id) => ids.includes(id));
}

/**
 * Returns the links that plugins declare for a name in source code. @param languages of the file, by extension @param isGuest
 * one of them is third-party
 */
export function jumpsAt(
  at: NamePlace,
  rules: readonly JumpContribution[],
  languages: readonly string[],
  isGuest = false,
): Link[] {
  const named = rules.filter((rule) => rule.languages?.some((language) => languages.includes(language)));
  const own = named.length > 0 || !isGuest ? named : rules.filter(({ guests }) => guests);
  const fitting = own.length > 0 ? own : rules.filter((rule) => rule.languages === undefined);
  const { path, word, line, column, kind } = at;
  const place = { absolute: path, display: path, startLine: line, startColumn: column };
  const suited = fitting.filter(({ exceptKinds = [] }) => kind === undefined || !exceptKinds.includes(kind));
  return linksOf(suited, { answer: null, input: {}, row: { path, word, line, column } }, place);
}
