/** One page of an answer: the part that a call asks for by `limit` and `cursor`, taken from what the tool answers now or from what was kept. */
import { lstatSync } from "node:fs";
import { JigError } from "../contract/errors.ts";
import type { Json, JsonObject, Outcome, Row, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import { putTogether } from "./compose.ts";
import { type Cursor, readCursor, requestHash, writeCursor } from "./cursor.ts";
import type { FileStamp, KeptAnswers, KeptPage } from "./kept.ts";
import { copyWith, isObject, withValueAt } from "./pointer.ts";
import { remarksOf } from "./remarks.ts";
import { drawHeading, drawUnit, type Paths, titleOf } from "./rows.ts";
import { paging } from "./standard-parameters.ts";
import { Turns } from "./turns.ts";
import { type Parts, readingOrder, takeApart, type Unit } from "./units.ts";

/** Changed files named on one page. */
const MOST_CHANGED = 200;

/** What paging needs to know of a tool. */
export interface PagedTool {
  plugin: string;
  name: string;
  title: string;
  output: Output<unknown>;
  view: ViewKind;
  /** A call of it may be made again to show what comes next. */
  repeatable: boolean;
  /** Its own parameters: what it calls `limit` or `cursor` itself is left to it. */
  parameters: readonly string[];
  /** What its module draws for rows that are declared so. */
  lines?: (units: readonly Unit[], answer: Json, input: JsonObject) => Promise<(Row[] | undefined)[]>;
}

/** A call as it was made: what stays the same for all its pages. */
export interface PagedCall {
  tool: PagedTool;
  input: JsonObject;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

/** Runs the tool, or goes on with what was kept of it. `run` gets the input without what the host sees to. */
export async function pagedOutcome(
  call: PagedCall,
  kept: KeptAnswers,
  paths: Paths,
  run: (input: JsonObject) => Promise<Outcome>,
): Promise<Outcome> {
  const { tool, input } = call;
  const { own, cursor, limit } = paging(tool, input);
  if (!cursor) {
    const outcome = await run(own);
    return limit === undefined || outcome.failed ? outcome : await firstRows(call, outcome, 0, limit, kept, paths);
  }
  if (cursor.hash !== hashOf(tool, input)) throw foreign(tool);
  const page =
    cursor.id === undefined
      ? undefined
      : kept.page(cursor.id, tool.output, cursor.offset, limit ?? Number.POSITIVE_INFINITY);
  if (page) return await continued(call, cursor, page);
  if (!tool.repeatable) throw gone(tool);
  const outcome = await run(own);
  if (outcome.failed) return outcome;
  // A cursor behind each row has brought us there; else the rows before are passed over.
  const from = cursor.own === undefined || tool.output.next?.by === "page" ? cursor.offset : 0;
  const again = await firstRows(call, outcome, from, limit ?? Number.POSITIVE_INFINITY, kept, paths);
  return { ...again, value: withWarning(again.value) };
}

const GONE =
  "The first page's answer is no longer kept: this page is of a new search, and files that changed since are not named";

function withWarning(value: Json): Json {
  if (!isObject(value)) return value;
  return copyWith(value, "warnings", [...(Array.isArray(value.warnings) ? value.warnings : []), GONE]);
}

/** What has effects is never done twice, least of all to show the rest of what it said. */
function gone(tool: PagedTool): JigError {
  const { parameter = "cursor" } = tool.output.next ?? {};
  return new JigError("UNAVAILABLE", `The answer that "${parameter}" goes on with is no longer kept`, {
    hint: `Nothing was done. Without "${parameter}" the call is made anew`,
  });
}

function foreign(tool: PagedTool): JigError {
  const { parameter = "cursor" } = tool.output.next ?? {};
  return new JigError("INVALID_ARGUMENT", `"${parameter}" belongs to another request`, {
    hint: "Repeat the arguments of the page before, and change only what its next says",
    details: { parameter },
  });
}

export function hashOf(tool: PagedTool, input: JsonObject): string {
  const { next, format } = tool.output;
  const shaping = ["cursor", "limit", "max_tokens", next?.parameter ?? "", format?.parameter ?? ""];
  return requestHash(tool.name, input, shaping);
}

/** The first rows of an outcome; what they leave is kept. */
async function firstRows(
  call: PagedCall,
  outcome: Outcome,
  from: number,
  limit: number,
  kept: KeptAnswers,
  paths: Paths,
): Promise<Outcome> {
  const turns = new Turns();
  const parts = await takeApart(call.tool.output, outcome.value, turns);
  if (from === 0 && parts.units.length <= limit) return outcome;
  const units = parts.units.slice(from, from + limit);
  const id = await keepAll(call, outcome, parts, kept, paths);
  return pageOf(
    call,
    { rest: parts.rest, units },
    {
      id,
      offset: from,
      of: parts.units.length,
      ...(outcome.cursors ? { cursors: outcome.cursors.slice(from, from + limit) } : {}),
      ...(outcome.next ? { last: outcome.next } : {}),
      ...(outcome.changed ? { changed: outcome.changed } : {}),
    },
  );
}

async function continued(call: PagedCall, cursor: Cursor, { head, files, parts, cursors }: KeptPage): Promise<Outcome> {
  const outcome = pageOf(call, parts, {
    id: cursor.id,
    offset: cursor.offset,
    of: head.of,
    ...(cursors ? { cursors } : {}),
    ...(head.next ? { last: head.next } : {}),
    ...(head.changed ? { changed: head.changed } : {}),
  });
  const changed = await changedSince(files, head.at);
  if (changed.length > 0) outcome.changed = [...new Set([...(outcome.changed ?? []), ...changed])];
  return outcome;
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

function pageOf(call: PagedCall, parts: Parts, { id, offset, of, cursors, last, changed }: PageParts): Outcome {
  const { output } = call.tool;
  const end = offset + parts.units.length;
  const outcome: Outcome = { value: putTogether(output, parts), page: { answer: id ?? "", offset, of } };
  if (cursors) outcome.cursors = cursors;
  if (changed) outcome.changed = changed;
  if (end < of) {
    outcome.next = nextAfter(call, { id, end, own: cursors?.at(-1) });
    outcome.value = withCut(output, outcome.value, outcome.next, { end, of });
  } else if (last) outcome.next = last;
  return outcome;
}

/** The arguments that go on behind the row number `end`. */
export function nextAfter(
  { tool, input }: PagedCall,
  { id, end, own }: { id: string | undefined; end: number; own: string | undefined },
): JsonObject {
  const rule = tool.output.next;
  const cursor = { id, offset: end, hash: hashOf(tool, input) };
  if (rule?.by === "cursors" && own !== undefined) return { [rule.parameter]: writeCursor({ ...cursor, own }) };
  if (rule?.by === "offset") {
    const from =
      typeof input[rule.parameter] === "number" && !readCursor(input.cursor) ? (input[rule.parameter] as number) : 0;
    return { [rule.parameter]: from + end, cursor: writeCursor(cursor) };
  }
  const parameter = rule?.by === "page" ? rule.parameter : "cursor";
  const part = rule?.resumes ? partAsked(input[parameter]) : undefined;
  return { [parameter]: writeCursor(part === undefined ? cursor : { ...cursor, own: part }) };
}

/** The tool's own cursor that led to the part of its answer which is paged: should the kept answer be gone, that part is asked again. */
function partAsked(written: Json | undefined): string | undefined {
  const cursor = readCursor(written);
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
  const rule = output.next;
  if (rule?.at !== undefined)
    answer = withValueAt(answer, rule.at, (next?.[rule.parameter] as Json | undefined) ?? null);
  if (rule?.remaining !== undefined) answer = withValueAt(answer, rule.remaining, of - end);
  return answer;
}

/** Keeps the whole of an outcome. undefined where it cannot be kept. */
export async function keepAll(
  call: PagedCall,
  outcome: Outcome,
  parts: Parts,
  kept: KeptAnswers,
  paths: Paths,
): Promise<string | undefined> {
  const { tool, input, startedAt } = call;
  const head = {
    plugin: tool.plugin,
    tool: tool.name,
    title: tool.title,
    hash: hashOf(tool, input),
    at: startedAt,
    of: parts.units.length,
    rest: parts.rest,
    ...(outcome.next ? { next: outcome.next } : {}),
    ...(outcome.changed ? { changed: outcome.changed } : {}),
  };
  const files = await stampsOf(call, outcome, parts, paths);
  return await kept.keep(head, files, tool.output, parts, outcome.cursors, textLines(call, outcome, parts, paths));
}

/** The whole answer as lines of text, drawn row by row: nothing of it is cut, and no line is merged away. */
async function* textLines(
  { tool, input }: PagedCall,
  outcome: Outcome,
  parts: Parts,
  paths: Paths,
): AsyncGenerator<string> {
  const turns = new Turns();
  let group: string | undefined;
  const units = readingOrder(parts.units);
  for (let at = 0; at < units.length; at += 256) {
    const batch = units.slice(at, at + 256);
    const drawn = tool.lines ? await tool.lines(batch, outcome.value, input) : [];
    for (const [index, unit] of batch.entries()) {
      const rows = drawUnit(unit, outcome.value, input, paths, drawn[index]);
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
    await turns.look();
  }
  for (const { text } of remarksOf(tool.output, outcome.value, input)) yield `!!! ${text}\n`;
}

/** The files that the rows speak of, as they are now. */
async function stampsOf({ input }: PagedCall, outcome: Outcome, { units }: Parts, paths: Paths): Promise<FileStamp[]> {
  const turns = new Turns();
  const seen = new Set<string>(outcome.files);
  for (const unit of units) {
    for (const row of unit.source.location ? drawUnit(unit, outcome.value, input, paths) : []) {
      if (row.location) seen.add(paths.absolute(row.location.absolute));
    }
    const pause = turns.step();
    if (pause) await pause;
  }
  const stamps: FileStamp[] = [];
  for (const path of seen) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat) stamps.push([path, stat.size, stat.mtimeMs, stat.ctimeMs]);
    const pause = turns.step();
    if (pause) await pause;
  }
  return stamps;
}

/** Files that are not what they were, or were changed while the answer was made. */
async function changedSince(files: readonly FileStamp[], startedAt: number): Promise<string[]> {
  const turns = new Turns();
  const changed: string[] = [];
  for (const [path, size, mtimeMs, ctimeMs] of files) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    const same = stat && stat.size === size && stat.mtimeMs === mtimeMs && stat.ctimeMs === ctimeMs;
    if (!same || ctimeMs > startedAt) changed.push(path);
    if (changed.length >= MOST_CHANGED) break;
    const pause = turns.step();
    if (pause) await pause;
  }
  return changed;
}
