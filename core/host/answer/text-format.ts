/** Writes answers as text. It starts with the base of relative paths, followed by the rows, the notices and the continuation. */

import { valueAt } from "../contract/json-pointer.ts";
import type { Json, Row } from "../contract/outcome.ts";
import { atomsOf, isAtom, isUncut } from "../rows/atoms.ts";
import { columnTitle, drawBatches, drawHeading, drawRow, isLongText, shownColumns } from "../rows/draw.ts";
import { allNotices, type Cut, cutLine, failureText, type NoticeLine, noticesOf } from "../rows/notices.ts";
import type { AnswerRow } from "../rows/row.ts";
import { bodyLines, headingEnd, plainCost, shortenRow, shortenText } from "../rows/size.ts";
import { sourcesIn } from "../rows/split.ts";
import type { AnswerContext, AnswerFormat, EncodedPage } from "./answer-context.ts";
import { MAX_TRIES, MIN_ROW_CHARS, missingParents, type PageRows } from "./budget.ts";
import { jsonFormat } from "./json-format.ts";
import { nextPage } from "./page.ts";
import { createTextWriter, type Detail, printable, type TextWriter } from "./text-rows.ts";

/** The approximate length of the last line. */
const LAST_LINE_CHARS = 260;
/** Marks lines that aren't rows. */
const MARK = "!!! ";

export const textFormat = {
  async page(context, chars) {
    const { call, outcome } = context;
    const { rows, notices } = call.tool.output;
    // Nothing is declared, so only JSON can show everything.
    if (!outcome.failed && rows === undefined && notices === undefined) return await jsonFormat.page(context, chars);
    const all = await context.rows(chars);
    if (outcome.failed && !(context.isDeclared && all.all.rows.length > 0)) return failurePage(context, chars);
    if (typeof outcome.value === "number") return { text: `${outcome.value}\n`, value: outcome.value, isCut: false };
    const page = await textPage(context, all, chars);
    // The answer has none of the declared fields, so we write it as JSON.
    return page.text === "" && isUndrawn(context) ? await jsonFormat.page(context, chars) : page;
  },
} satisfies AnswerFormat;

function isUndrawn({ output, outcome: { value } }: AnswerContext): boolean {
  const isEmpty = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  return !isEmpty && (output.rows ?? []).length > 0 && sourcesIn(output, value).length === 0;
}

async function textPage(context: AnswerContext, rows: PageRows, chars: number): Promise<EncodedPage> {
  const { call, outcome, output, environment } = context;
  const { rootLine, paths } = environment;
  // If there are no rows, the answer only consists of the notices.
  const mark = rows.all.rows.length > 0 ? MARK : "";
  const notices = noticeLines(allNotices(output, outcome, call.input), chars / 2, mark);
  for (const path of outcome.changed ?? [])
    notices.push(`${MARK}changed since the first page: ${printable(paths.display(path))}`);
  const around = notices.reduce((sum, line) => sum + line.length + 1, 0) + (rootLine?.length ?? 0) + 1;
  const isBrief = output.brief && typeof call.input.max_tokens === "number";
  let free = chars - around - (chars === Number.POSITIVE_INFINITY ? 0 : LAST_LINE_CHARS);
  for (let tries = 1; ; tries++) {
    let written = await writeRows(context, rows, "rows", free);
    for (const detail of isBrief ? (["lines", "counts"] as const) : [])
      if (!written.isWhole) written = await writeRows(context, rows, detail, free);
    const page = written.isWhole ? undefined : await nextPage(context, rows, written.shown);
    const { next, saved } = page ?? { next: outcome.next, saved: undefined };
    const cut = written.lines ?? cutOf(context, rows, written.shown, page?.of);
    const last = cutLine(cut, { next, saved });
    const root = written.hasPlaces && rootLine !== undefined ? [rootLine] : [];
    const drawn = written.writer.lines();
    const lines = [...root, ...drawn, ...notices, ...(last === undefined ? [] : [`${MARK}${last}`])];
    const text = lines.length === 0 ? "" : `${lines.join("\n")}\n`;
    // Some tools have cursors that are longer than the space we reserve.
    if (text.length <= chars || written.shown.length <= 1 || tries === MAX_TRIES)
      return { text, value: outcome.value, isCut: page !== undefined, next, saved };
    const used = drawn.reduce((sum, line) => sum + line.length + 1, 0);
    free = Math.min(free, used) - (text.length - chars);
  }
}

function failurePage({ outcome, output, call }: AnswerContext, chars: number): EncodedPage {
  const errors = noticesOf(output, outcome.value, call.input).filter(({ tone }) => tone === "error");
  const said = errors.length > 0 ? errors.map(({ text }) => text).join("\n") : failureText(outcome);
  const reason = outcome.reason ?? said;
  const short = reason.length > chars ? shortenText(reason, chars, "ends") : reason;
  return { text: `${short.split("\n").map(printable).join("\n")}\n`, value: outcome.value, isCut: false };
}

interface Written {
  writer: TextWriter;
  shown: AnswerRow[];
  isWhole: boolean;
  /** The visible length, if the page ends inside a long string. */
  lines?: Cut;
  /** True if any row has a location. */
  hasPlaces: boolean;
}

async function writeRows(context: AnswerContext, rows: PageRows, detail: Detail, chars: number): Promise<Written> {
  const { call, outcome, output, environment, slice } = context;
  const { tool, input } = call;
  const at = { answer: outcome.value, input, paths: environment.paths };
  const table = (output.rows ?? []).find(({ columns }) => columns);
  const isRequested = (names: readonly string[]) => names.some((name) => input[name] !== undefined);
  const titles =
    table &&
    shownColumns(table)
      ?.filter(({ textFor }) => textFor === undefined || isRequested(textFor))
      .map(columnTitle);
  const named = new Set(Object.values(input).filter((value) => typeof value === "string"));
  const isNew = (row: Row | undefined) => row?.location !== undefined && !named.has(row.location.display);
  const writer = createTextWriter(tool.view, { chars, detail, titles, named });
  const written: Written = { writer, shown: [], isWhole: false, hasPlaces: false };
  const placed = new Set<AnswerRow>();
  const put = (row: AnswerRow, own?: Row[], suffix = ""): boolean => {
    const lines = drawRow(row, at, own, "cells");
    for (const line of lines) line.text += suffix;
    const heading = row.emptyGroup ? undefined : drawHeading(row, at);
    written.hasPlaces ||= lines.some(isNew) || isNew(heading);
    return writer.add(row, lines, heading);
  };
  for await (const batch of drawBatches(tool, rows.all.rows, at, slice)) {
    for (const [row, own] of batch) {
      // A parent from an earlier page is repeated above its rows.
      for (const parent of missingParents(row, placed)) if (put(parent, undefined, " …")) placed.add(parent);
      // There is no point in rendering thousands of lines that won't fit.
      const isTooLong =
        detail === "rows" && !own && isLongText(row) && row.value.length - headingEnd(row) > writer.left + 1;
      if (!isTooLong && put(row, own)) {
        placed.add(row);
        written.shown.push(row);
        continue;
      }
      const isFirst = written.shown.length === 0;
      if (isAtom(row) && !isFirst) return written;
      if (isUncut(row) || (isFirst && row.emptyGroup)) {
        writer.left = Number.POSITIVE_INFINITY;
        put(row, own);
        written.shown.push(row);
        return written;
      }
      const short = shortenAsText(row, writer.left, isFirst, outcome.value);
      const drawn = short && row.source.lines ? await tool.lines?.([short], outcome.value, input) : undefined;
      if (!short) return written;
      if (!put(short, drawn?.[0])) {
        if (!isFirst) return written;
        // A page without rows would be returned again and again.
        writer.left = Number.POSITIVE_INFINITY;
        put(short, drawn?.[0]);
      }
      written.shown.push(short);
      if (typeof row.value === "string")
        written.lines = { shown: bodyLines(short), of: bodyLines(row), unit: ["line", "lines"] };
      return written;
    }
  }
  return { ...written, isWhole: true };
}

/** Makes the first row of a page, or a long string, fit by removing lines or fields. */
function shortenAsText(row: AnswerRow, chars: number, isFirst: boolean, answer: Json): AnswerRow | undefined {
  if (isFirst) return shortenRow(row, Math.max(chars - 40, MIN_ROW_CHARS), plainCost, atomsOf(row, answer));
  return chars < 80 || typeof row.value !== "string" ? undefined : shortenRow(row, chars - 40, plainCost);
}

function noticeLines(notices: readonly NoticeLine[], chars: number, mark: string): string[] {
  const lines: string[] = [];
  let left = chars;
  for (const [index, { text }] of notices.entries()) {
    const short = text.length > left ? shortenText(text, left, "ends") : text;
    if (short === "" || left <= 0) return [...lines, `${mark}${notices.length - index} more notices`];
    for (const line of short.split("\n")) lines.push(`${mark}${printable(line)}`);
    left -= short.length;
  }
  return lines;
}

/** Returns which of the `of` rows are visible, or undefined if all of them are. */
function cutOf(
  { output, outcome }: AnswerContext,
  { all }: PageRows,
  rows: readonly AnswerRow[],
  of: number | undefined,
): Cut | undefined {
  if (of === undefined && !outcome.page && !outcome.next) return undefined;
  const { unit = ["row", "rows"], total } = all.rows[0]?.source ?? output.rows?.at(-1) ?? {};
  const shown = rows.filter(({ emptyGroup }) => !emptyGroup).length;
  const counted = total === undefined ? undefined : valueAt(outcome.value, total);
  const whole = typeof counted === "number" ? counted : (of ?? outcome.page?.of);
  if (whole === undefined) return { shown, unit };
  return of !== undefined || whole > shown ? { shown, of: whole, unit } : undefined;
}
