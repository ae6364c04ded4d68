/** One page of an answer: the part that a call asks for by `limit` and `cursor`, taken from what the tool answers now or from what was kept. */

import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/json.ts";
import { copyWith, withoutValueAt, withValueAt } from "../contract/json-pointer.ts";
import type { Json, JsonObject, Outcome } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { STANDARD_PARAMETERS } from "../manifest/standard-parameters.ts";
import { drawHeading, drawRow, longText, type Paths, titleOf } from "../rows/draw.ts";
import { joinAnswer } from "../rows/join.ts";
import { noticesOf } from "../rows/notices.ts";
import type { SplitAnswer } from "../rows/row.ts";
import { readingOrder, splitAnswer } from "../rows/split.ts";
import { changedSince, stampsOf } from "./changed-files.ts";
import { type Cursor, decodeCursor, encodeCursor, hashRequest } from "./cursor.ts";
import { renderedBatches } from "./drawn-batches.ts";
import { charsInParts } from "./json-format.ts";
import type { AnswerCall, AnswerTool } from "./paged-tool.ts";
import type { FileStamp, SavedAnswers, SavedPage } from "./saved-answers.ts";
import { readPaging } from "./standard-parameters.ts";

/** Runs the tool, or goes on with what was kept of it. `run` gets the input without what the host sees to. */
export async function pagedOutcome(
  call: AnswerCall,
  kept: SavedAnswers,
  paths: Paths,
  run: (input: JsonObject) => Promise<Outcome>,
): Promise<Outcome> {
  const { tool, input } = call;
  const { own, cursor, limit } = readPaging(tool, input);
  const most = limit ?? Number.POSITIVE_INFINITY;
  if (!cursor) {
    const outcome = await run(own);
    return outcome.failed ? outcome : await firstRows({ call, outcome, from: 0, limit: most }, kept, paths);
  }
  if (cursor.hash !== requestHash(tool, input)) throw foreign(tool);
  const page = cursor.id === undefined ? undefined : await kept.page(cursor.id, tool.output, cursor.offset, most);
  if (page && cursor.offset < page.head.of) return await continued(call, cursor, page);
  if (!tool.repeatable) throw gone(tool);
  const outcome = await run(own);
  if (outcome.failed) return outcome;
  // Behind the last row of what was kept the tool itself goes on.
  if (page) return await firstRows({ call, outcome, from: 0, limit: most, before: page }, kept, paths);
  // A cursor behind each row, or a number, has brought us there; else the rows before are passed over.
  const { by } = tool.output.next ?? {};
  const from = (cursor.own === undefined && by !== "offset") || by === "page" ? cursor.offset : 0;
  const again = await firstRows({ call, outcome, from, limit: most }, kept, paths);
  return { ...again, value: withWarning(again.value) };
}

const GONE =
  "The first page's answer is no longer kept: this page is of a new search, and files that changed since are not named";

function withWarning(value: Json): Json {
  if (!isObject(value)) return value;
  return copyWith(value, "warnings", [...(Array.isArray(value.warnings) ? value.warnings : []), GONE]);
}

/** What has effects is never done twice, least of all to show the rest of what it said. */
function gone(tool: AnswerTool): JigError {
  const { parameter = "cursor" } = tool.output.next ?? {};
  return new JigError("UNAVAILABLE", `The answer that "${parameter}" goes on with is no longer kept`, {
    hint: `Nothing was done. Without "${parameter}" the call starts from the beginning`,
  });
}

function foreign(tool: AnswerTool): JigError {
  const { parameter = "cursor" } = tool.output.next ?? {};
  return new JigError("INVALID_ARGUMENT", `"${parameter}" belongs to another request`, {
    hint: "Repeat the arguments of the page before, and change only what its next says",
    details: { parameter },
  });
}

export function requestHash(tool: AnswerTool, input: JsonObject): string {
  const { next, format } = tool.output;
  const shaping = [...Object.keys(STANDARD_PARAMETERS), next?.parameter ?? "", format?.parameter ?? ""];
  return hashRequest(tool.name, input, shaping);
}

interface FirstRows {
  call: AnswerCall;
  outcome: Outcome;
  from: number;
  limit: number;
  /** The page before, where the tool goes on by itself: its files are looked at on all pages that follow. */
  before?: SavedPage;
}

/** The first rows of an outcome; what they leave is kept, and what must be known on the tool's own next page. */
async function firstRows(
  { call, outcome, from, limit, before }: FirstRows,
  kept: SavedAnswers,
  paths: Paths,
): Promise<Outcome> {
  const goesOn = ownNext(call, outcome.next) !== undefined;
  if (from === 0 && limit === Number.POSITIVE_INFINITY && !goesOn && !before) return outcome;
  const turns = new TimeSlice();
  // The tool has just had the thread for as long as it may.
  await turns.pause();
  const parts = await splitAnswer(call.tool.output, outcome.value, turns);
  if (from === 0 && parts.rows.length <= limit && !goesOn && !before) return outcome;
  const units = parts.rows.slice(from, from + limit);
  const id = await saveAnswer(call, outcome, parts, {
    kept,
    paths,
    turns,
    ...(before ? { before: before.files } : {}),
  });
  const page = pageOf(
    call,
    { envelope: parts.envelope, rows: units },
    {
      id,
      offset: from,
      of: parts.rows.length,
      ...(outcome.cursors ? { cursors: outcome.cursors.slice(from, from + limit) } : {}),
      ...(outcome.next ? { last: outcome.next } : {}),
      ...(outcome.changed ? { changed: outcome.changed } : {}),
    },
  );
  if (outcome.media) page.media = outcome.media;
  if (outcome.parts && from === 0) page.parts = outcome.parts;
  return before ? await withChanged(page, before) : page;
}

/** How the tool goes on by itself, where that can be told with the cursor of what was kept. */
function ownNext({ tool }: AnswerCall, next: JsonObject | undefined): { own?: string } | undefined {
  const rule = tool.output.next;
  const value = rule && next?.[rule.parameter];
  if (rule?.by === "offset" && typeof value === "number") return {};
  if (rule?.by === "cursors" && typeof value === "string" && !decodeCursor(value)) return { own: value };
  return undefined;
}

async function withChanged(outcome: Outcome, { files, head }: SavedPage): Promise<Outcome> {
  const seen = await changedSince(files, head.at);
  const changed = new Set([...(outcome.changed ?? []), ...seen]);
  if (changed.size > 0) outcome.changed = [...changed];
  return outcome;
}

async function continued(call: AnswerCall, cursor: Cursor, page: SavedPage): Promise<Outcome> {
  const { head, parts, cursors } = page;
  const outcome = pageOf(call, parts, {
    id: cursor.id,
    offset: cursor.offset,
    of: head.of,
    ...(cursors ? { cursors } : {}),
    ...(head.next ? { last: head.next } : {}),
    ...(head.changed ? { changed: head.changed } : {}),
  });
  return await withChanged(outcome, page);
}

interface PageParts {
  id: string | undefined;
  offset: number;
  of: number;
  cursors?: string[];
  /** What the tool said of going on behind the last row of all, and of files that changed before. */
  last?: JsonObject;
  changed?: string[];
}

function pageOf(call: AnswerCall, parts: SplitAnswer, { id, offset, of, cursors, last, changed }: PageParts): Outcome {
  const { output } = call.tool;
  const end = offset + parts.rows.length;
  const outcome: Outcome = { value: joinAnswer(output, parts), page: { answer: id ?? "", offset, of } };
  if (cursors) outcome.cursors = cursors;
  if (changed) outcome.changed = changed;
  if (end < of) {
    outcome.next = nextArguments(call, { id, offset, end, own: cursors?.at(-1) });
    outcome.value = withCut(output, outcome.value, outcome.next, { end, of });
  } else if (last) Object.assign(outcome, withLast(call, outcome.value, last, { id, of }));
  if (output.next?.by === "offset" && output.next.firstLine !== undefined)
    outcome.value = withValueAt(outcome.value, output.next.firstLine, firstGiven(call, offset) + offset);
  return outcome;
}

/** The tool's own way on, with the cursor of what was kept: then its next page knows which files were answered before. */
function withLast(
  call: AnswerCall,
  value: Json,
  last: JsonObject,
  { id, of }: { id: string | undefined; of: number },
): { next: JsonObject; value: Json } {
  const goesOn = ownNext(call, last);
  const { next: rule } = call.tool.output;
  if (!goesOn || !rule) return { next: last, value };
  const cursor = encodeCursor({ id, offset: of, hash: requestHash(call.tool, call.input), ...goesOn });
  const next = { ...last, [goesOn.own === undefined ? "cursor" : rule.parameter]: cursor };
  const told = rule.at === undefined ? value : withValueAt(value, rule.at, next[rule.parameter] ?? null);
  return { next, value: told };
}

/** With `offset`: the number of the first row of what was kept, where a page of it begins at `offset`. */
function firstGiven({ tool, input }: AnswerCall, offset: number): number {
  const given = input[tool.output.next!.parameter];
  return Math.max(0, (typeof given === "number" ? given : 0) - offset);
}

/** The arguments that go on behind the row number `end`. */
export function nextArguments(
  call: AnswerCall,
  { id, offset, end, own }: { id: string | undefined; offset: number; end: number; own: string | undefined },
): JsonObject {
  const { tool, input } = call;
  const rule = tool.output.next;
  const cursor = { id, offset: end, hash: requestHash(tool, input) };
  if (rule?.by === "cursors" && own !== undefined) return { [rule.parameter]: encodeCursor({ ...cursor, own }) };
  if (rule?.by === "offset") {
    return { [rule.parameter]: firstGiven(call, offset) + end, cursor: encodeCursor(cursor) };
  }
  const parameter = rule?.by === "page" ? rule.parameter : "cursor";
  const part = rule?.resumes ? partAsked(input[parameter]) : undefined;
  return { [parameter]: encodeCursor(part === undefined ? cursor : { ...cursor, own: part }) };
}

/** The tool's own cursor that led to the part of its answer which is paged: should the kept answer be gone, that part is asked again. */
function partAsked(written: Json | undefined): string | undefined {
  const cursor = decodeCursor(written);
  return cursor ? cursor.own : typeof written === "string" && written !== "" ? written : undefined;
}

/** The answer's own fields for a cut, in step with it. */
export function withCut(
  output: Output<unknown>,
  value: Json,
  next: JsonObject | undefined,
  { end, of }: { end: number; of: number },
): Json {
  let answer = isObject(value) ? withValueAt(value, output.cut ?? "/truncated", true) : value;
  if (output.reason !== undefined) answer = withoutValueAt(answer, output.reason);
  const rule = output.next;
  if (rule?.at !== undefined)
    answer = withValueAt(answer, rule.at, (next?.[rule.parameter] as Json | undefined) ?? null);
  if (rule?.remaining !== undefined) answer = withValueAt(answer, rule.remaining, of - end);
  return answer;
}

interface Keeping {
  kept: SavedAnswers;
  paths: Paths;
  turns: TimeSlice;
  /** Of the parts before. */
  before?: readonly FileStamp[];
}

/** Keeps the whole of an outcome. undefined where it cannot be kept. */
export async function saveAnswer(
  call: AnswerCall,
  outcome: Outcome,
  parts: SplitAnswer,
  { kept, paths, turns, before = [] }: Keeping,
): Promise<string | undefined> {
  const { tool, input, startedAt } = call;
  const head = {
    plugin: tool.plugin,
    tool: tool.name,
    title: tool.title,
    hash: requestHash(tool, input),
    at: startedAt,
    of: parts.rows.length,
    rest: parts.envelope,
    ...(outcome.next ? { next: outcome.next } : {}),
    ...(outcome.changed ? { changed: outcome.changed } : {}),
  };
  const known = new Set(before.map(([path]) => path));
  const files = [
    ...before,
    ...(await stampsOf(call.input, outcome, parts, paths, turns)).filter(([path]) => !known.has(path)),
  ];
  const text = (turns: TimeSlice) => textLines(call, outcome, parts, paths, turns);
  // A plugin draws while it is there: it may be reloaded or gone behind its answer.
  const whole = tool.lines !== undefined;
  return await kept.keep({ head, files, cursors: outcome.cursors }, tool.output, parts, text, { turns, whole });
}

/** Lines of text have no jumps: to make some for each of ten thousand rows takes longer than all else. */
function unlinked(source: RowSource): RowSource {
  const { heading } = source;
  return { ...source, links: [], ...(heading ? { heading: { ...heading, links: [] } } : {}) };
}

/** The whole answer as lines of text, drawn row by row: nothing of it is cut, and no line is merged away. */
async function* textLines(
  { tool, input }: AnswerCall,
  outcome: Outcome,
  parts: SplitAnswer,
  paths: Paths,
  turns: TimeSlice,
): AsyncGenerator<string> {
  let group: string | undefined;
  const bySource = new Map((tool.output.rows ?? []).map((source) => [source, unlinked(source)]));
  for await (const batch of renderedBatches(tool, readingOrder(parts.rows), outcome.value, input, turns)) {
    for (const [whole, own] of batch) {
      const unit = { ...whole, source: bySource.get(whole.source) ?? whole.source };
      const long = tool.view === "source" ? longText(unit, outcome.value, input, paths, own) : undefined;
      if (long) {
        if (long.title !== undefined) yield `--- ${long.title}\n`;
        yield* charsInParts(long.text);
        continue;
      }
      const rows = drawRow(unit, outcome.value, input, paths, own, false);
      if (tool.view === "source") {
        const title = titleOf(rows, drawHeading(unit, outcome.value, input, paths));
        if (title !== undefined) yield `--- ${title}\n`;
        for (const { text } of rows) yield `${text}\n`;
        continue;
      }
      const heading = unit.key === group ? undefined : drawHeading(unit, outcome.value, input, paths);
      group = unit.key;
      if (heading) yield `${heading.text}\n`;
      for (const { text, location, depth = 0 } of rows) {
        const place = location && !text.includes(location.display) ? `${location.display}:${location.startLine}: ` : "";
        yield `${"  ".repeat(depth)}${place}${text}\n`;
      }
    }
  }
  for (const { text } of noticesOf(tool.output, outcome.value, input)) yield `!!! ${text}\n`;
}
