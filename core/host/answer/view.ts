/** An answer as the explorer and a terminal draw it: its rows with places and jumps, columns, and what it says about itself. */
import type { JsonObject, Outcome, Row, View } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import type { PagedTool } from "./pages.ts";
import { cutLine, failureText, remarksOf } from "./remarks.ts";
import { drawHeading, drawUnit, type Paths, shownPath } from "./rows.ts";
import { Turns } from "./turns.ts";
import { takeApart, type Unit } from "./units.ts";

const BATCH = 256;

export async function viewOf(tool: PagedTool, outcome: Outcome, input: JsonObject, paths: Paths): Promise<View> {
  const { output } = tool;
  if (outcome.failed)
    return {
      rows: failureText(outcome)
        .split("\n")
        .map((text): Row => ({ text, tone: "error" })),
    };
  const turns = new Turns();
  const { units } = await takeApart(output, outcome.value, turns);
  const drawnBy: Row[][] = [];
  let group: string | undefined;
  for (let at = 0; at < units.length; at += BATCH) {
    const batch = units.slice(at, at + BATCH);
    const drawn =
      tool.lines && batch.some(({ source }) => source.lines) ? await tool.lines(batch, outcome.value, input) : [];
    for (const [index, unit] of batch.entries()) {
      const isSaid = unit.key === group || unit.bare || unit.parent !== undefined;
      const heading = isSaid ? undefined : drawHeading(unit, outcome.value, input, paths);
      group = unit.key;
      const own = drawUnit(unit, outcome.value, input, paths, drawn[index]).map(noted);
      drawnBy.push(heading ? [heading, ...own] : own);
    }
    await turns.look();
  }
  const columns = columnsOf(output);
  const rows = drawnBy.flat();
  return {
    rows: units.some(({ depth }) => depth !== undefined)
      ? inTreeOrder(units, drawnBy)
      : rows.length > 0 || (output.rows && typeof outcome.value === "object")
        ? rows
        : plainRows(outcome),
    ...(columns ? { columns } : {}),
    ...(output.language === undefined ? {} : { language: output.language }),
    notes: notesOf(output, outcome, input, paths),
  };
}

/** What is said behind a row stands in its text. */
function noted(row: Row): Row {
  if (row.note === undefined) return row;
  const { note, ...rest } = row;
  return { ...rest, text: `${row.text}  <- ${note}` };
}

function columnsOf(output: Output<unknown>): string[] | undefined {
  const columns = (output.rows ?? []).toReversed().find(({ columns }) => columns)?.columns;
  return columns?.filter(({ hidden }) => !hidden).map(({ title, field }) => title ?? field);
}

function notesOf(output: Output<unknown>, outcome: Outcome, input: JsonObject, paths: Paths): string[] {
  const notes = remarksOf(output, outcome.value, input).map(({ text }) => text);
  const { page, next, changed = [] } = outcome;
  for (const path of changed) notes.push(`changed since the first page: ${shownPath(path, paths)}`);
  const line = cutLine(undefined, next, page?.answer ? `answer:${page.answer}` : undefined);
  return line === undefined ? notes : [...notes, line];
}

/** Rows came level by level; each belongs below its parent. */
function inTreeOrder(units: readonly Unit[], drawn: readonly Row[][]): Row[] {
  const children = new Map<Unit | undefined, number[]>();
  const shown = new Set(units);
  for (const [index, unit] of units.entries()) {
    const parent = unit.parent && shown.has(unit.parent) ? unit.parent : undefined;
    const list = children.get(parent);
    if (list) list.push(index);
    else children.set(parent, [index]);
  }
  const ordered: Row[] = [];
  const open = (children.get(undefined) ?? []).toReversed();
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    ordered.push(...drawn[index]!);
    open.push(...(children.get(units[index]!) ?? []).toReversed());
  }
  return ordered;
}

/** A string line by line, anything else as indented JSON. */
function plainRows({ value }: Outcome): Row[] {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => ({ text: line }));
}
