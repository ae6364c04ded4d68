/** Answers as text: where paths are from, the rows, what the answer says about itself, and how to go on. */

import { valueAt } from "../contract/json-pointer.ts";
import type { JsonObject, Row } from "../contract/outcome.ts";
import { drawBatches, drawHeading, drawRow, isLongText } from "../rows/draw.ts";
import { allNotices, type Cut, cutLine, failureText, type NoticeLine, noticesOf } from "../rows/notices.ts";
import type { AnswerRow } from "../rows/row.ts";
import { bodyLines, headingEnd, plainCost, shortenRow, shortenText } from "../rows/size.ts";
import type { AnswerContext, AnswerFormat, EncodedPage, PageRows } from "./answer-context.ts";
import { missingParents } from "./budget.ts";
import { jsonFormat } from "./json-format.ts";
import { nextPage } from "./page.ts";
import { createTextWriter } from "./text-rows.ts";
import { type Detail, printable, type TextWriter } from "./text-writer.ts";

/** Characters for the last line, about. */
const LAST_LINE_CHARS = 260;
/** Marks a line among rows that is none of them. */
const MARK = "!!! ";

export const textFormat = {
  async page(context, chars) {
    const { call, outcome } = context;
    const { rows, notices } = call.tool.output;
    // An answer of which nothing is declared is JSON in text too: that loses nothing.
    const hasText = outcome.failed === true || rows !== undefined || notices !== undefined;
    if (!hasText) return await jsonFormat.page(context, chars);
    const all = await context.rows(chars);
    if (outcome.failed && !(context.isDeclared && all.all.rows.length > 0)) return failurePage(context, chars);
    if (typeof outcome.value === "number") return wholePage(context, `${outcome.value}\n`);
    return await textPage(context, all, chars);
  },
} satisfies AnswerFormat;

async function textPage(context: AnswerContext, rows: PageRows, chars: number): Promise<EncodedPage> {
  const { call, outcome, output, environment } = context;
  const { rootLine, paths } = environment;
  // Without rows notices are the answer itself.
  const mark = rows.all.rows.length > 0 ? MARK : "";
  const notices = noticeLines(allNotices(output, outcome, call.input), chars / 2, mark);
  for (const path of outcome.changed ?? [])
    notices.push(`${MARK}changed since the first page: ${printable(paths.display(path))}`);
  const around = notices.reduce((sum, line) => sum + line.length + 1, 0) + (rootLine?.length ?? 0) + 1;
  const free = chars - around - (chars === Number.POSITIVE_INFINITY ? 0 : LAST_LINE_CHARS);
  const isBrief = output.brief && typeof call.input.max_tokens === "number";
  let written = await writeRows(context, rows, "rows", free);
  for (const detail of isBrief ? (["lines", "counts"] as const) : []) {
    if (written.isWhole) break;
    written = await writeRows(context, rows, detail, free);
  }
  const page = written.isWhole ? undefined : await nextPage(context, rows, written.shown);
  const next = page ? page.next : outcome.next;
  const cut = page ? (written.lines ?? cutOf(context, rows, written.shown, page.of)) : toolCut(context, rows);
  const last = cutLine(cut, next, page?.saved);
  const root = written.hasPlaces && rootLine !== undefined ? [rootLine] : [];
  const lines = [...root, ...written.writer.lines(), ...notices, ...(last === undefined ? [] : [`${MARK}${last}`])];
  const text = lines.length === 0 ? "" : `${lines.join("\n")}\n`;
  return { ...sent(context, text, next), isCut: page !== undefined, ...(page?.saved && { saved: page.saved }) };
}

function sent({ outcome }: AnswerContext, text: string, next: JsonObject | undefined): EncodedPage {
  return { text, value: outcome.value, isCut: false, ...(next && { next }) };
}

function wholePage(context: AnswerContext, text: string): EncodedPage {
  return sent(context, text, undefined);
}

/** A failure without rows. */
function failurePage(context: AnswerContext, chars: number): EncodedPage {
  const { outcome, output, call } = context;
  const errors = noticesOf(output, outcome.value, call.input).filter(({ tone }) => tone === "error");
  const reason =
    outcome.reason ?? (errors.length > 0 ? errors.map(({ text }) => text).join("\n") : failureText(outcome));
  const text = reason.length > chars ? shortenText(reason, chars, "ends") : reason;
  return wholePage(context, `${text.split("\n").map(printable).join("\n")}\n`);
}

interface Written {
  writer: TextWriter;
  shown: AnswerRow[];
  isWhole: boolean;
  /** How much of a long text is shown, where the page ends within one. */
  lines?: Cut;
  /** True where a row has a place. */
  hasPlaces: boolean;
}

/** Writes rows until one does not fit. */
async function writeRows(context: AnswerContext, rows: PageRows, detail: Detail, chars: number): Promise<Written> {
  const { call, outcome, output, environment, slice } = context;
  const { tool, input } = call;
  const at = { answer: outcome.value, input, paths: environment.paths };
  const columns = (output.rows ?? []).find(({ columns }) => columns)?.columns?.filter(({ hidden }) => !hidden);
  const titles = columns?.map(({ title, field }) => title ?? field);
  const named = new Set(Object.values(input).filter((value) => typeof value === "string"));
  const isNew = (row: Row | undefined) => row?.location !== undefined && !named.has(row.location.display);
  const writer = createTextWriter(tool.view, detail, chars, titles, named);
  const shown: AnswerRow[] = [];
  const placed = new Set<AnswerRow>();
  let hasPlaces = false;
  const put = (row: AnswerRow, own?: Row[], suffix = ""): boolean => {
    const lines = drawRow(row, at, own);
    for (const line of lines) line.text += suffix;
    const heading = row.emptyGroup ? undefined : drawHeading(row, at);
    hasPlaces ||= lines.some(isNew) || isNew(heading);
    return writer.add(row, lines, heading);
  };
  for await (const batch of drawBatches(tool, rows.all.rows, at, slice)) {
    for (const [row, own] of batch) {
      // A parent on an earlier page is repeated, so that a row is seen where it belongs.
      for (const parent of missingParents(row, placed)) if (put(parent, undefined, " …")) placed.add(parent);
      // Ten thousand lines are not drawn to find that they are too many.
      const isTooLong =
        detail === "rows" && !own && isLongText(row) && row.value.length - headingEnd(row) > writer.left + 1;
      if (!isTooLong && put(row, own)) {
        placed.add(row);
        shown.push(row);
        continue;
      }
      const short = shortenToFit(row, writer.left, shown.length === 0);
      const drawn = short && row.source.lines ? await tool.lines?.([short], outcome.value, input) : undefined;
      if (!short || !put(short, drawn?.[0])) return { writer, shown, isWhole: false, hasPlaces };
      shown.push(short);
      if (typeof row.value !== "string") return { writer, shown, isWhole: false, hasPlaces };
      const lines: Cut = { shown: bodyLines(short), of: bodyLines(row), unit: ["line", "lines"] };
      return { writer, shown, isWhole: false, hasPlaces, lines };
    }
  }
  return { writer, shown, isWhole: true, hasPlaces };
}

/** The first row of a page, or a long text, with fewer lines or fields. */
function shortenToFit(row: AnswerRow, chars: number, isFirst: boolean): AnswerRow | undefined {
  if (chars < 80 || row.emptyGroup || !(isFirst || typeof row.value === "string")) return undefined;
  return shortenRow(row, chars - 40, plainCost);
}

/** Notices in about `chars` characters. */
function noticeLines(notices: readonly NoticeLine[], chars: number, mark: string): string[] {
  const lines: string[] = [];
  let left = chars;
  for (const [index, { text }] of notices.entries()) {
    const short = text.length > left ? shortenText(text, left, "ends") : text;
    if (short === "" || left <= 0) return [...lines, `${mark}${notices.length - index} more remarks`];
    for (const line of short.split("\n")) lines.push(`${mark}${printable(line)}`);
    left -= short.length;
  }
  return lines;
}

function cutOf(context: AnswerContext, rows: PageRows, shown: readonly AnswerRow[], of: number): Cut {
  const { total = of, unit } = unitOf(context, rows);
  return { shown: shown.filter((row) => !row.emptyGroup).length, of: total, unit };
}

/** How much of an answer the tool itself gave, or a page of it holds; undefined where that is all. */
function toolCut(context: AnswerContext, rows: PageRows): Cut | undefined {
  const { page, next } = context.outcome;
  if (!page && !next) return undefined;
  const shown = rows.all.rows.filter(({ emptyGroup }) => !emptyGroup).length;
  const { total: of = page?.of, unit } = unitOf(context, rows);
  if (of === undefined) return { shown, unit };
  return of > shown ? { shown, of, unit } : undefined;
}

/** What rows are called, and how many there are as the answer's own field says. */
function unitOf({ output, outcome }: AnswerContext, rows: PageRows): { total?: number; unit: [string, string] } {
  const { unit = ["row", "rows"], total } = rows.all.rows[0]?.source ?? output.rows?.at(-1) ?? {};
  const count = total === undefined ? undefined : valueAt(outcome.value, total);
  return { unit, ...(typeof count === "number" && { total: count }) };
}
