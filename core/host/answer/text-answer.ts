/** An answer as text: where paths are from, the rows, what it says about itself, and how to go on. */
import type { JsonObject, Outcome, Row, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import { shortened } from "./long-text.ts";
import type { PagedCall } from "./pages.ts";
import { valueAt } from "./pointer.ts";
import { cutLine, failureText, remarksOf } from "./remarks.ts";
import { drawHeading, drawUnit, type Paths, shownPath } from "./rows.ts";
import { createTextWriter } from "./text-writer.ts";
import type { Turns } from "./turns.ts";
import type { Parts, Unit } from "./units.ts";
import { type Form, printable, type TextWriter } from "./writer.ts";

export interface TextRequest {
  call: PagedCall;
  outcome: Outcome;
  output: Output<unknown>;
  parts: Parts;
  view: ViewKind;
  paths: Paths;
  rootLine: string | undefined;
  /** A shorter form is better than fewer rows. */
  brief: boolean;
  room: number;
  turns: Turns;
}

interface GoOn {
  next: JsonObject | undefined;
  kept: string | undefined;
  end: number;
  of: number;
}

export interface TextAnswer {
  text: string;
  cut: boolean;
  extras: { next?: JsonObject; kept?: string };
}

/** Rows drawn at once where the tool's module draws them. */
const BATCH = 256;
/** What the last line takes at the most, about. */
const LAST_LINE = 260;

/** `goOn` is asked for where not all rows fit. */
export async function textAnswer(
  request: TextRequest,
  goOn: (shown: readonly Unit[]) => Promise<GoOn>,
): Promise<TextAnswer> {
  const { outcome, output, call, room } = request;
  if (outcome.failed) return failed(request);
  if (typeof outcome.value === "string" && output.rows?.length === 0)
    return { text: outcome.value.toWellFormed(), cut: false, extras: {} };
  if (typeof outcome.value === "number") return { text: `${outcome.value}\n`, cut: false, extras: {} };
  // Marked where they stand among rows; alone they are the answer.
  const mark = request.parts.units.length > 0 ? "!!! " : "";
  const remarks = remarksOf(output, outcome.value, call.input).map(({ text }) => `${mark}${printable(text)}`);
  for (const path of outcome.changed ?? [])
    remarks.push(`!!! changed since the first page: ${printable(shownPath(path, request.paths))}`);
  const around = remarks.reduce((sum, line) => sum + line.length + 1, 0) + (request.rootLine?.length ?? 0) + 1;
  const forms: Form[] = request.brief && output.brief ? ["rows", "lines", "counts"] : ["rows"];
  let best: Written | undefined;
  for (const form of forms) {
    best = await written(request, form, room - around - (room === Number.POSITIVE_INFINITY ? 0 : LAST_LINE));
    if (best.shown.length === request.parts.units.length && !best.shortened) break;
  }
  const { writer, shown, places } = best!;
  const whole = shown.length === request.parts.units.length && !best!.shortened;
  const next = whole ? undefined : await goOn(shown);
  const last = whole
    ? cutLine(partOf(request), outcome.next, undefined)
    : cutLine(
        { shown: shown.length, of: totalOf(request, next!.of) ?? next!.of, unit: unitOf(request) },
        next!.next,
        next!.kept,
      );
  const root = places && request.rootLine !== undefined ? [request.rootLine] : [];
  const lines = [...root, ...writer.lines(), ...remarks, ...(last === undefined ? [] : [`!!! ${last}`])];
  const going = whole ? outcome.next : next!.next;
  return {
    text: lines.length === 0 ? "" : `${lines.join("\n")}\n`,
    cut: !whole,
    extras: { ...(going ? { next: going } : {}), ...(next?.kept === undefined ? {} : { kept: next.kept }) },
  };
}

interface Written {
  writer: TextWriter;
  shown: Unit[];
  shortened: boolean;
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
  const shown: Unit[] = [];
  let places = false;
  for (let at = 0; at < parts.units.length; at += BATCH) {
    const batch = parts.units.slice(at, at + BATCH);
    const drawn =
      call.tool.lines && batch.some(({ source }) => source.lines)
        ? await call.tool.lines(batch, outcome.value, call.input)
        : [];
    for (const [index, unit] of batch.entries()) {
      const rows = drawUnit(unit, outcome.value, call.input, paths, drawn[index]);
      const heading = unit.bare ? undefined : drawHeading(unit, outcome.value, call.input, paths);
      places ||= rows.some(isNew) || isNew(heading);
      if (!writer.add(unit, rows, heading)) {
        const short = shortUnit(unit, writer.room);
        if (short && writer.add(short, drawUnit(short, outcome.value, call.input, paths), heading)) shown.push(short);
        return { writer, shown, shortened: short !== undefined, places };
      }
      shown.push(unit);
    }
    await turns.look();
  }
  return { writer, shown, shortened: false, places };
}

function shortUnit(unit: Unit, room: number): Unit | undefined {
  if (typeof unit.row !== "string" || room < 80) return undefined;
  const { text } = shortened(unit.row, room - 40, unit.source.keep ?? "ends");
  return text === "" ? undefined : { ...unit, row: text };
}

function failed({ outcome, room, output, call }: TextRequest): TextAnswer {
  const remarks = remarksOf(output, outcome.value, call.input).filter(({ tone }) => tone === "error");
  const said =
    outcome.reason ?? (remarks.length > 0 ? remarks.map(({ text }) => text).join("\n") : failureText(outcome));
  const { text } = said.length > room ? shortened(said, room, "ends") : { text: said };
  return { text: `${text.split("\n").map(printable).join("\n")}\n`, cut: false, extras: {} };
}

/** Where the tool itself, or a limit, gave only a part. */
function partOf(request: TextRequest): Parameters<typeof cutLine>[0] {
  const { page, next } = request.outcome;
  if (!page && !next) return undefined;
  const shown = request.parts.units.filter(({ bare }) => !bare).length;
  const of = totalOf(request, page?.of);
  return of === undefined || of > shown
    ? { shown, ...(of === undefined ? {} : { of }), unit: unitOf(request) }
    : undefined;
}

function totalOf({ output, outcome, parts }: TextRequest, known: number | undefined): number | undefined {
  const source = parts.units[0]?.source ?? output.rows?.at(-1);
  const told = source?.total === undefined ? undefined : valueAt(outcome.value, source.total);
  return typeof told === "number" ? told : known;
}

function unitOf({ parts, output }: TextRequest): [string, string] {
  return (parts.units[0]?.source ?? output.rows?.at(-1))?.unit ?? ["row", "rows"];
}
