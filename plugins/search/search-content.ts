/** Searches the text of files with ripgrep (spec 004). */
import {
  type Context,
  checkOutputFile,
  type Json,
  type JsonObject,
  type Outcome,
  type ResolvedPath,
  saveOutputFile,
  toJigError,
} from "../../core/host/plugin-api.ts";
import type { Answers } from "./answers.ts";
import { collectRows, firstRows } from "./collect.ts";
import { countMatches, countTotal } from "./count.ts";
import { envelopeOf, type Found, SAMPLES } from "./envelope.ts";
import { dropEscapes, globsAgainstEscapes, literalGlob } from "./links.ts";
import { type Query, type SearchRequest, toRequest } from "./request.ts";
import { Deadline } from "./rg-run.ts";
import type { MatchRow } from "./rows.ts";
import { resolveScope, type Target } from "./scope.ts";
import { fileText, formatted } from "./search-format.ts";
import type { SearchInput } from "./search-input.ts";
import { rowOf } from "./search-view.ts";
import { withoutHidingRules } from "./smart-ignore.ts";
import type { Search } from "./stream.ts";
import { Turns } from "./turns.ts";
import { Warnings } from "./warnings.ts";

export { fit } from "./search-fit.ts";
export { view } from "./search-view.ts";

const MOST_EARLY_ROWS = 1000;

export default async function searchContent(input: SearchInput, context: Context): Promise<Outcome> {
  const started = context.clock.monotonic();
  const request = toRequest(input);
  const turns = new Turns(context.clock);
  // Known to be writable before anything is searched: an answer that cannot be saved costs nothing.
  const extension = request.format === "toon" ? ".toon" : ".json";
  const target = request.outputFile && (await checkOutputFile(context, request.outputFile, extension));
  const found = await find(request, context, turns, target || undefined);
  const elapsed = Math.round(context.clock.monotonic() - started);
  const answer = await envelopeOf(found, request, elapsed, turns);
  if (answer.failed) return answer;
  const saved = target ? await save(context, target, await fileText(answer.value, request.format, turns)) : undefined;
  if (saved && request.mode === "total" && saved.file_saved === false) return { value: saved, failed: true };
  const value = saved ? withSaved(answer.value, saved, request, found) : answer.value;
  return { value: await formatted(value, request.format, turns) };
}

/** A full disk must not cost the answer: it is told beside it. */
async function save(context: Context, target: ResolvedPath, text: string): Promise<JsonObject> {
  try {
    await saveOutputFile(context, target, text);
    return { output_file: target.display, file_saved: `Results saved to ${target.absolute}` };
  } catch (error) {
    return { output_file: target.display, file_saved: false, file_save_error: toJigError(error).advice };
  }
}

function withSaved(value: Json, saved: JsonObject, request: SearchRequest, found: Found): Json {
  const answer = typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  if (!request.suppressOutput || saved.file_saved === false) return answer ? { ...answer, ...saved } : value;
  const short: JsonObject = { success: true, count: answer?.count ?? found.total, ...saved };
  if (answer?.truncated === true) short.truncated = true;
  if (found.warnings.length > 0) short.warnings = found.warnings;
  return short;
}

async function find(
  request: SearchRequest,
  context: Context,
  turns: Turns,
  output: ResolvedPath | undefined,
): Promise<Found> {
  const started = context.clock.monotonic();
  const startedAt = context.clock.now();
  const warnings = new Warnings();
  const { query } = request;
  const targets = (await resolveScope(context, request, warnings)).map((target) => withoutFile(target, output));
  const kind =
    request.mode === "total" || request.mode === "counts" ? "counts" : request.mode === "summary" ? "summary" : "rows";
  const identity = { query, targets, kind } as const;
  const answers = await context.service<Answers>();
  const recalled = await answers.recall(identity, request.mode);
  if (recalled) return recalled;
  const search: Search = {
    context,
    query,
    targets: query.followSymlinks ? await confined(targets, query, context, warnings) : targets,
    deadline: new Deadline(request.timeoutMs),
    warnings,
    turns,
    onRows: early(context),
  };
  let part = await findIn(search, request);
  const hiding = await withoutHidingRules(search, part);
  if (hiding) part = { ...(await findIn({ ...search, targets: hiding.targets }, request)), ...hiding.note };
  if (query.followSymlinks) part = await dropEscapes(context, part, warnings);
  const timedOut = search.deadline.expired;
  const cut = part.cut || warnings.broken;
  const found: Found = { ...part, cut, timedOut, incomplete: warnings.incomplete, warnings: warnings.list() };
  answers.offer(identity, request.mode, found, startedAt, context.clock.monotonic() - started);
  return found;
}

/** Gives the first rows away as they are found: nobody watches more than these scroll by. */
function early(context: Context): (rows: MatchRow[]) => void {
  let left = MOST_EARLY_ROWS;
  return (rows) => {
    if (left <= 0) return;
    const shown = rows.slice(0, left);
    left -= shown.length;
    // They are of one file.
    const display = context.workspace.display(shown[0]!.file);
    context.rows(shown.map((row) => rowOf(row, display)));
  };
}

type Part = Omit<Found, "timedOut" | "incomplete" | "warnings">;

async function findIn(search: Search, { mode, query }: SearchRequest): Promise<Part> {
  if (mode === "rows" || mode === "groups") return await collectRows(search);
  // What links lead to must be looked at file by file.
  if (mode === "total" && !query.followSymlinks) return { ...(await countTotal(search)), rows: [] };
  const counts = await countMatches(search);
  return { ...counts, rows: mode === "summary" ? ((await firstRows(search, counts, SAMPLES)) ?? []) : [] };
}

/** The file that the last answer was saved to must not answer the next question. */
function withoutFile(target: Target, file: ResolvedPath | undefined): Target {
  return file?.root.path === target.cwd ? { ...target, without: [literalGlob(`/${file.relative}`)] } : target;
}

async function confined(targets: Target[], query: Query, context: Context, warnings: Warnings): Promise<Target[]> {
  const kept: Target[] = [];
  for (const target of targets) {
    const globs = target.explicit ? [] : await globsAgainstEscapes(context, target, query.hidden, warnings);
    kept.push({ ...target, without: [...target.without, ...globs] });
  }
  return kept;
}
