/**
 * Cuts a page from an answer. It contains the rows that `limit` and `cursor` select, or otherwise as many as the budget of the
 * frontend allows.
 */

import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import { copyWith, valueAt, withoutValueAt, withValueAt } from "../contract/json-pointer.ts";
import type { Json, JsonObject, Outcome } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { joinAnswer } from "../rows/join.ts";
import type { AnswerCall, AnswerRow, AnswerTool, SplitAnswer } from "../rows/row.ts";
import { jsonSize, lineCount, rowSizes } from "../rows/size.ts";
import { splitAnswer } from "../rows/split.ts";
import type { AnswerContext, AnswerEnvironment, EncodedPage } from "./answer-context.ts";
import { CUT_CHARS, fitRows, MAX_TRIES, type PageRows, shrinkEnvelope } from "./budget.ts";
import { changedSince } from "./changed-files.ts";
import { decodeCursor, encodeCursor, readPaging, requestHash } from "./cursor.ts";
import { saveAnswer } from "./save.ts";
import type { SavedHead, SavedPage } from "./saved-answers.ts";

type AnswerStore = Pick<AnswerEnvironment, "store" | "paths">;

/** Runs the tool, or continues from its saved answer. `run` receives the tool's own input, which has no paging parameters. */
export async function pagedOutcome(
  call: AnswerCall,
  answers: AnswerStore,
  run: (input: JsonObject) => Promise<Outcome>,
): Promise<Outcome> {
  const { tool } = call;
  const { parameter = "cursor", by } = tool.output.next ?? {};
  const { own, cursor, limit = Number.POSITIVE_INFINITY } = readPaging(call);
  const runFrom = async (from: number, before?: SavedPage) => {
    // There is no saved answer, so we run the tool again and skip the earlier rows.
    const outcome = await run(passesLimit(tool, limit) ? { ...own, limit: from + limit } : own);
    return outcome.failed ? outcome : await runPage(call, outcome, { from, limit, before }, answers);
  };
  if (!cursor) return await runFrom(0);
  if (cursor.hash !== requestHash(call)) {
    throw new JigError("INVALID_ARGUMENT", `"${parameter}" belongs to another request`, {
      hint: "Repeat the arguments of the previous page, and change only what its next says",
      details: { parameter },
    });
  }
  const { id, offset } = cursor;
  const page = id === undefined ? undefined : await answers.store.page(id, tool.output.rows ?? [], offset, limit);
  if (page && offset < page.head.of) return await withChanged(pageOf(call, { id, offset, ...page }), page);
  // If the call has side effects, we must not repeat it just to show the rest of its answer.
  if (!tool.repeatable) {
    throw new JigError("UNAVAILABLE", `The answer that "${parameter}" continues is no longer kept`, {
      hint: `Nothing was done. Omit "${parameter}" to start over`,
    });
  }
  // After the last saved row, the tool has to continue.
  if (page) return await runFrom(0, page);
  // We continue from the tool's own cursor or row number. If there is neither, we can only skip rows.
  const again = await runFrom((cursor.own === undefined && by !== "offset") || by === "page" ? offset : 0);
  return again.failed ? again : { ...again, value: withWarning(again.value) };
}

/** Returns true if the tool declares a `limit` parameter that should get the value. */
function passesLimit({ output, parameters }: AnswerTool, limit: number): boolean {
  return output.next?.limit?.passed === true && Number.isFinite(limit) && !parameters.includes("limit");
}

const NOT_SAVED =
  "The first page's answer is no longer kept: this page comes from a new search, and files that changed since are not listed";

function withWarning(value: Json): Json {
  if (!isObject(value)) return value;
  return copyWith(value, "warnings", [...(Array.isArray(value.warnings) ? value.warnings : []), NOT_SAVED]);
}

interface Range {
  from: number;
  limit: number;
  /** The previous saved page of a tool that continues by itself. Its files are checked for later pages too. */
  before: SavedPage | undefined;
}

/** Runs a new call. The answer is saved if rows are left over, or if the tool can't make its next page without it. */
async function runPage(
  call: AnswerCall,
  outcome: Outcome,
  { from, limit, before }: Range,
  { store, paths }: AnswerStore,
): Promise<Outcome> {
  const isWhole = from === 0 && !before && ownNext(call.tool, outcome.next) === undefined;
  if (isWhole && limit === Number.POSITIVE_INFINITY) return outcome;
  const slice = new TimeSlice();
  // The tool may have used up its time slice already.
  await slice.pause();
  const { envelope, rows } = await splitAnswer(call.tool.output, outcome.value, slice);
  if (isWhole && rows.length <= limit) return outcome;
  const files = before?.files ?? [];
  const id = await saveAnswer(call, outcome, { envelope, rows }, { store, paths, slice, files });
  const { next, changed, media, parts } = outcome;
  const end = from + limit;
  const page = pageOf(call, {
    id,
    offset: from,
    head: { of: rows.length, next, changed },
    parts: { envelope, rows: rows.slice(from, end) },
    cursors: outcome.cursors?.slice(from, end),
  });
  if (media) page.media = media;
  if (parts && from === 0) page.parts = parts;
  return before ? await withChanged(page, before) : page;
}

async function withChanged(outcome: Outcome, { files, head }: SavedPage): Promise<Outcome> {
  const found = await changedSince(files, head.at);
  const changed = new Set([...(outcome.changed ?? []), ...found]);
  if (changed.size > 0) outcome.changed = [...changed];
  return outcome;
}

interface PagePlace extends Pick<SavedPage, "parts" | "cursors"> {
  id: string | undefined;
  offset: number;
  head: Pick<SavedHead, "of" | "next" | "changed">;
}

function pageOf(call: AnswerCall, { id, offset, head, parts, cursors }: PagePlace): Outcome {
  const { output } = call.tool;
  const { next: rule } = output;
  const { of, next: last, changed } = head;
  const end = offset + parts.rows.length;
  const outcome: Outcome = { value: joinAnswer(output, parts), page: { answer: id ?? "", offset, of } };
  if (cursors) outcome.cursors = cursors;
  if (changed) outcome.changed = changed;
  if (end < of) {
    outcome.next = nextArguments(call, { id, offset, end, own: cursors?.at(-1) });
    outcome.value = withCut(output, outcome.value, { next: outcome.next, end, of });
  } else if (last) {
    outcome.next = nextOfTool(call, last, id, of);
    if (outcome.next !== last) outcome.value = withNext(output, outcome.value, outcome.next);
  }
  if (rule?.by === "offset" && rule.firstLine !== undefined)
    outcome.value = withValueAt(outcome.value, rule.firstLine, firstOffset(call, offset) + offset);
  return outcome;
}

/** Returns the tool's own continuation if it fits into our cursor. */
function ownNext({ output }: AnswerTool, next: JsonObject | undefined): { own?: string } | undefined {
  const rule = output.next;
  const value = rule && next?.[rule.parameter];
  if (rule?.by === "offset" && typeof value === "number") return {};
  if (rule?.by === "cursors" && typeof value === "string" && !decodeCursor(value)) return { own: value };
  return undefined;
}

/**
 * Puts the tool's own continuation into a cursor of the saved answer, so that the next page also knows about the files on this
 * one.
 */
function nextOfTool(call: AnswerCall, last: JsonObject, id: string | undefined, of: number): JsonObject {
  const found = ownNext(call.tool, last);
  if (!found) return last;
  const parameter = found.own === undefined ? "cursor" : (call.tool.output.next?.parameter ?? "cursor");
  return { ...last, [parameter]: encodeCursor({ id, offset: of, hash: requestHash(call), ...found }) };
}

/** Returns the row number at which the saved answer begins, for tools that use row numbers for paging. */
function firstOffset({ tool, input }: AnswerCall, offset: number): number {
  const given = tool.output.next && input[tool.output.next.parameter];
  return Math.max(0, (typeof given === "number" ? given : 0) - offset);
}

function nextArguments(
  call: AnswerCall,
  { id, offset, end, own }: { id: string | undefined; offset: number; end: number; own: string | undefined },
): JsonObject {
  const rule = call.tool.output.next;
  const cursor = { id, offset: end, hash: requestHash(call) };
  if (rule?.by === "cursors" && own !== undefined) return { [rule.parameter]: encodeCursor({ ...cursor, own }) };
  if (rule?.by === "offset") return { [rule.parameter]: firstOffset(call, offset) + end, cursor: encodeCursor(cursor) };
  const parameter = rule?.by === "page" ? rule.parameter : "cursor";
  const part = rule?.resumes ? toolCursor(call.input[parameter]) : undefined;
  return { [parameter]: encodeCursor({ ...cursor, own: part }) };
}

/** Returns the tool's own cursor, which finds the same place again if the saved answer no longer exists. */
function toolCursor(written: Json | undefined): string | undefined {
  const cursor = decodeCursor(written);
  return cursor ? cursor.own : typeof written === "string" && written !== "" ? written : undefined;
}

/** Updates the fields in which the answer itself says that it was cut, for example `/truncated`. */
function withCut(output: Output<unknown>, value: Json, { next, end, of }: Omit<NextPage, "saved">): Json {
  let answer = isObject(value) ? withValueAt(value, output.cut ?? "/truncated", true) : value;
  if (output.reason !== undefined) answer = withoutValueAt(answer, output.reason);
  answer = withNext(output, answer, next);
  return output.next?.remaining === undefined ? answer : withValueAt(answer, output.next.remaining, of - end);
}

/** Updates the field in which the answer itself says how to continue. It becomes null if nothing is left. */
function withNext({ next: rule }: Output<unknown>, value: Json, next: JsonObject | undefined): Json {
  const to = rule && next?.[rule.parameter];
  const answer = rule?.at === undefined ? value : withValueAt(value, rule.at, to ?? null);
  if (rule?.by !== "line" || rule.lastLine === undefined || typeof to !== "number") return answer;
  return withValueAt(answer, rule.lastLine, to - 1);
}

export interface NextPage {
  next: JsonObject | undefined;
  /** The whole answer as `answer:<id>`. */
  saved?: string | undefined;
  /** The first row that isn't shown, and the total number of rows. */
  end: number;
  of: number;
}

/**
 * Saves the whole answer and determines how to continue after the rows that are shown. Answers that are read by lines continue
 * at a line and not at a row.
 */
export async function nextPage(context: AnswerContext, rows: PageRows, shown: readonly AnswerRow[]): Promise<NextPage> {
  const { call, outcome } = context;
  const { offset = 0, of = rows.all.rows.length } = outcome.page ?? {};
  const id = await context.save(rows);
  const end = offset + shown.length;
  const place = { saved: id === undefined ? undefined : `answer:${id}`, end, of };
  const line = nextLine(context, shown, rows.all.rows);
  if (line) return { ...place, next: line.next };
  if (end >= of) return { ...place, next: outcome.next };
  const goesOn = context.isDeclared && !outcome.failed && (id !== undefined || call.tool.repeatable);
  const own = outcome.cursors?.[shown.length - 1];
  return { ...place, next: goesOn ? nextArguments(call, { id, offset, end, own }) : undefined };
}

/** Returns how to continue an answer that is read by lines. For all other answers it returns undefined. */
function nextLine(
  { call, outcome, output: { next: rule } }: AnswerContext,
  shown: readonly AnswerRow[],
  all: readonly AnswerRow[],
): { next: JsonObject | undefined } | undefined {
  if (rule?.by !== "line" || shown.length === 0 || shown.some(({ value }) => typeof value !== "string"))
    return undefined;
  const count = lineCount(shown);
  if (count >= lineCount(all)) return { next: undefined };
  const first = (rule.firstLine && valueAt(outcome.value, rule.firstLine)) ?? call.input[rule.parameter];
  const reset = Object.entries(rule.reset ?? {}).filter(([name]) => call.input[name] !== undefined);
  const line = (typeof first === "number" ? first : 1) + count;
  return { next: { [rule.parameter]: line, ...Object.fromEntries(reset) } };
}

/** Adds our notices to a page: the continuation, the saved answer and the changed files. */
export function withPageFields(
  { outcome }: AnswerContext,
  value: Json,
  { next, saved }: Pick<NextPage, "next" | "saved">,
  without: readonly string[] = [],
): Json {
  if (!isObject(value)) return value;
  const left = saved !== undefined && without.length > 0 ? [...without] : undefined;
  const fields: JsonObject = { next, answer: saved, without: left, changed: outcome.changed };
  return Object.entries(fields).reduce(
    (whole, [name, field]) => (field === undefined ? whole : copyWith(whole, name, field)),
    value,
  );
}

/** Returns the answer with only some of its rows. Its own fields are updated accordingly. */
export async function cutTo(context: AnswerContext, rows: PageRows, taken: SplitAnswer) {
  const page = await nextPage(context, rows, taken.rows);
  const value = withCut(context.output, joinAnswer(context.output, taken), page);
  const { next, saved } = page;
  return { value: withPageFields(context, value, page, rows.without), isCut: true, next, saved };
}

/**
 * Used for formats whose length isn't known before encoding. It starts with the size in JSON and then adjusts the number of
 * rows.
 */
export async function measuredPage(
  context: AnswerContext,
  chars: number,
  encode: (value: Json, parts: SplitAnswer) => Promise<string>,
): Promise<EncodedPage> {
  const { output, outcome, slice } = context;
  const { value, next } = outcome;
  const rows = await context.rows(chars);
  const size = rowSizes(rows.all.rows, chars * 3) + jsonSize(rows.all.envelope, chars * 3);
  if (size <= chars * 3) {
    const text = await encode(withPageFields(context, value, { next }), rows.all);
    if (text.length <= chars) return { text, value, isCut: false, next };
  }
  const hasLookup = output.rows?.some(({ lookup }) => lookup !== undefined);
  const cutText = async (taken: SplitAnswer) => {
    const cut = await cutTo(context, rows, taken);
    // Rows that refer to a lookup table have new indexes after the cut.
    const parts = hasLookup ? await splitAnswer(output, cut.value, slice) : taken;
    return { ...cut, text: await encode(cut.value, parts) };
  };
  const all = rows.compact.rows;
  const envelope = shrinkEnvelope(rows.compact, chars - CUT_CHARS);
  const empty = (await encode(envelope, { envelope, rows: [] })).length + CUT_CHARS;
  let share = 1;
  let best: EncodedPage | undefined;
  /**
   * The shortest page that has at least one row, even if it is too long. A page without a row would lead to the same page again
   * and again.
   */
  let least: EncodedPage | undefined;
  let rowsBefore = all.length;
  // If the cursor is long, a few more attempts may be needed.
  for (let tries = 0; tries < MAX_TRIES || (!best && rowsBefore > 1 && tries < 3 * MAX_TRIES); tries++) {
    const free = jsonSize(envelope, chars) + Math.max(0, chars - empty) * share;
    const taken = fitRows({ envelope, rows: all }, free);
    rowsBefore = taken.rows.length;
    const page = await cutText(taken);
    const { length } = page.text;
    if (taken.rows.length > 0 && length < (least?.text.length ?? Number.POSITIVE_INFINITY)) least = page;
    if (length <= chars) {
      best = page;
      if (length > chars * 0.8 || taken.rows.length === all.length) break;
    } else if (best) break;
    share *= ((chars - empty) / Math.max(1, length - empty)) * 0.95;
  }
  return best ?? least ?? (await cutText({ envelope, rows: [] }));
}
