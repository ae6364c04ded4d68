/** An answer as text: where paths are from, the rows, what it says about itself, and how to go on. */

import { valueAt } from "../contract/json-pointer.ts";
import type { JsonObject, Outcome, Row, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { drawHeading, drawRow, isLongText, type Paths } from "../rows/draw.ts";
import { allNotices, type Cut, cutLine, failureText, noticesOf } from "../rows/notices.ts";
import type { AnswerRow, SplitAnswer } from "../rows/row.ts";
import { headingEnd, shortenRow } from "../rows/size.ts";
import { parentsOf } from "./budget.ts";
import { renderedBatches } from "./drawn-batches.ts";
import { countLines, shortenText } from "./long-text.ts";
import type { AnswerCall } from "./paged-tool.ts";
import { createTextWriter } from "./text-rows.ts";
import { type Form, printable, type TextWriter } from "./writer.ts";

export interface TextRequest {
  call: AnswerCall;
  outcome: Outcome;
  output: Output<unknown>;
  parts: SplitAnswer;
  view: ViewKind;
  paths: Paths;
  rootLine: string | undefined;
  /** The rows are those of the tool's declaration. */
  declared: boolean;
  /** A shorter form is better than fewer rows. */
  brief: boolean;
  room: number;
  turns: TimeSlice;
}

interface GoOn {
  next: JsonObject | undefined;
  saved: string | undefined;
  end: number;
  of: number;
}

export interface TextAnswer {
  text: string;
  cut: boolean;
  extras: { next?: JsonObject; saved?: string };
}

/** What the last line takes at the most, about. */
const LAST_LINE = 260;

/** `goOn` is asked for where not all rows fit. */
export async function textAnswer(
  request: TextRequest,
  goOn: (shown: readonly AnswerRow[]) => Promise<GoOn>,
): Promise<TextAnswer> {
  const { outcome, output, call, room } = request;
  if (outcome.failed && !(request.declared && request.parts.rows.length > 0)) return failed(request);
  if (typeof outcome.value === "number") return { text: `${outcome.value}\n`, cut: false, extras: {} };
  // Marked where they stand among rows; alone they are the answer.
  const mark = request.parts.rows.length > 0 ? "!!! " : "";
  const remarks = remarkLines(allNotices(output, outcome, call.input), room / 2, mark);
  for (const path of outcome.changed ?? [])
    remarks.push(`!!! changed since the first page: ${printable(request.paths.display(path))}`);
  const around = remarks.reduce((sum, line) => sum + line.length + 1, 0) + (request.rootLine?.length ?? 0) + 1;
  const forms: Form[] = request.brief && output.brief ? ["rows", "lines", "counts"] : ["rows"];
  let best: Written | undefined;
  for (const form of forms) {
    best = await written(request, form, room - around - (room === Number.POSITIVE_INFINITY ? 0 : LAST_LINE));
    if (best.whole) break;
  }
  const { writer, shown, places, whole } = best!;
  const next = whole ? undefined : await goOn(shown);
  const last = whole
    ? cutLine(partOf(request), outcome.next, undefined)
    : cutLine(best!.lines ?? shownOf(request, shown, next!), next!.next, next!.saved);
  const root = places && request.rootLine !== undefined ? [request.rootLine] : [];
  const lines = [...root, ...writer.lines(), ...remarks, ...(last === undefined ? [] : [`!!! ${last}`])];
  const going = whole ? outcome.next : next!.next;
  return {
    text: lines.length === 0 ? "" : `${lines.join("\n")}\n`,
    cut: !whole,
    extras: { ...(going ? { next: going } : {}), ...(next?.saved === undefined ? {} : { saved: next.saved }) },
  };
}

interface Written {
  writer: TextWriter;
  shown: AnswerRow[];
  /** Nothing is missing. */
  whole: boolean;
  /** How much of a long text is shown, where that is what was cut. */
  lines?: Cut;
  /** Some row has a place. */
  places: boolean;
}

async function written(request: TextRequest, form: Form, room: number): Promise<Written> {
  const { call, outcome, parts, paths, turns } = request;
  const columns = (request.output.rows ?? []).find(({ columns }) => columns)?.columns?.filter(({ hidden }) => !hidden);
  const named = new Set(Object.values(call.input).filter((value) => typeof value === "string"));
  const isNew = (row: Row | undefined) => row?.location !== undefined && !named.has(row.location.display);
  const writer = createTextWriter(
    request.view,
    form,
    room,
    columns?.map(({ title, field }) => title ?? field),
    named,
  );
  const shown: AnswerRow[] = [];
  const placed = new Set<AnswerRow>();
  let places = false;
  for await (const batch of renderedBatches(call.tool, parts.rows, outcome.value, call.input, turns)) {
    for (const [unit, drawn] of batch) {
      const put = (each: AnswerRow, { own, mark = "" }: { own?: Row[] | undefined; mark?: string } = {}): boolean => {
        const rows = drawRow(each, outcome.value, call.input, paths, own);
        for (const row of rows) row.text += mark;
        const heading = each.emptyGroup ? undefined : drawHeading(each, outcome.value, call.input, paths);
        places ||= rows.some(isNew) || isNew(heading);
        return writer.add(each, rows, heading);
      };
      // What is on an earlier page stands in for itself, so that a row is seen where it belongs.
      for (const parent of parentsOf(unit, placed)) if (put(parent, { mark: " …" })) placed.add(parent);
      // Ten thousand lines are not drawn to find that they are too many.
      const hopeless =
        form === "rows" && !drawn && isLongText(unit) && unit.value.length - headingEnd(unit) > writer.room + 1;
      if (!hopeless && put(unit, { own: drawn })) {
        placed.add(unit);
        shown.push(unit);
        continue;
      }
      const short = shortPart(unit, writer.room, shown.length === 0);
      const own = short && unit.source.lines ? await call.tool.lines?.([short], outcome.value, call.input) : undefined;
      if (!short || !put(short, { own: own?.[0] })) return { writer, shown, whole: false, places };
      shown.push(short);
      const lines = typeof unit.value === "string" ? { lines: linesCut(unit, short) } : {};
      return { writer, shown, whole: false, places, ...lines };
    }
  }
  return { writer, shown, whole: true, places };
}

function shortPart(unit: AnswerRow, room: number, first: boolean): AnswerRow | undefined {
  if (room < 80 || unit.emptyGroup || !(first || typeof unit.value === "string")) return undefined;
  return shortenRow(unit, room - 40, (text) => text.length);
}

function linesCut(unit: AnswerRow, short: AnswerRow): Cut {
  const lines = ({ value, headLines = 0 }: AnswerRow) => countLines(value as string) - headLines;
  return { shown: lines(short), of: lines(unit), unit: ["line", "lines"] };
}

function shownOf(request: TextRequest, shown: readonly AnswerRow[], { of }: GoOn): Cut {
  const bare = shown.filter((unit) => unit.emptyGroup).length;
  const all = totalOf(request, of) ?? of;
  return { shown: shown.length - bare, of: all, unit: unitOf(request) };
}

/** Sentences about the answer in at most about `room` characters. */
function remarkLines(remarks: readonly { text: string }[], room: number, mark: string): string[] {
  const lines: string[] = [];
  let left = room;
  for (const [index, { text }] of remarks.entries()) {
    const { text: short } = text.length > left ? shortenText(text, left, "ends") : { text };
    if (short === "" || left <= 0) return [...lines, `${mark}${remarks.length - index} more remarks`];
    for (const line of short.split("\n")) lines.push(`${mark}${printable(line)}`);
    left -= short.length;
  }
  return lines;
}

function failed({ outcome, room, output, call }: TextRequest): TextAnswer {
  const remarks = noticesOf(output, outcome.value, call.input).filter(({ tone }) => tone === "error");
  const said =
    outcome.reason ?? (remarks.length > 0 ? remarks.map(({ text }) => text).join("\n") : failureText(outcome));
  const { text } = said.length > room ? shortenText(said, room, "ends") : { text: said };
  return { text: `${text.split("\n").map(printable).join("\n")}\n`, cut: false, extras: {} };
}

/** Where the tool itself, or a limit, gave only a part. */
function partOf(request: TextRequest): Parameters<typeof cutLine>[0] {
  const { page, next } = request.outcome;
  if (!page && !next) return undefined;
  const shown = request.parts.rows.filter(({ emptyGroup }) => !emptyGroup).length;
  const of = totalOf(request, page?.of);
  return of === undefined || of > shown
    ? { shown, ...(of === undefined ? {} : { of }), unit: unitOf(request) }
    : undefined;
}

function totalOf({ output, outcome, parts }: TextRequest, known: number | undefined): number | undefined {
  const source = parts.rows[0]?.source ?? output.rows?.at(-1);
  const told = source?.total === undefined ? undefined : valueAt(outcome.value, source.total);
  return typeof told === "number" ? told : known;
}

function unitOf({ parts, output }: TextRequest): [string, string] {
  return (parts.rows[0]?.source ?? output.rows?.at(-1))?.unit ?? ["row", "rows"];
}
