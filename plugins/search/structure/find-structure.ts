/**
 * Implements structural search. First ripgrep finds the files that contain the words of the pattern, and then workers match
 * their syntax trees.
 */
import { type Context, JigError, type TimeSlice } from "../../../core/host/plugin-api.ts";
import { MAX_ROWS } from "../content/collect-rows.ts";
import { findMatches } from "../content/find-matches.ts";
import type { SearchRequest } from "../content/request.ts";
import { addCount, emptyCounts, type SearchResult } from "../content/search-result.ts";
import { isOfLanguage, STRUCTURE_LANGUAGES, type StructureLanguage, structureLanguage } from "./structure-languages.ts";
import type { FileMatches, StructureAnswer, StructureJob } from "./structure-worker.ts";

export interface Structure {
  structure: string;
  language: string;
}

/** The number of files in each job. */
const BATCH = 40;
/** The number of jobs that run in parallel. */
const AT_ONCE = 3;
/** The number of unread files that we explain in a warning. */
const MAX_PROBLEMS = 5;

/** Finds all matches. @throws INVALID_ARGUMENT if there is no grammar for the language, or if the pattern doesn't parse */
export async function findStructure(
  wanted: Structure,
  request: SearchRequest,
  context: Context,
  slice: TimeSlice,
): Promise<SearchResult> {
  const started = context.clock.monotonic();
  const until = started + request.timeoutMs;
  const { query, mode } = request;
  const isRows = mode === "rows" || mode === "groups" || mode === "members" || mode === "summary";
  const { found, candidates, job } = await structureFiles(wanted, request, context, slice);
  const counts = emptyCounts();
  const rows: SearchResult["rows"] = [];
  const problems: string[] = [];
  let timedOut = found.timedOut;
  const take = ({ path, count, problem, rows: own }: FileMatches) => {
    if (problem !== undefined) problems.push(`${context.workspace.display(path)}: ${problem}`);
    addCount(counts, path, count, query.maxCount);
    if (isRows && rows.length < MAX_ROWS) rows.push(...own.slice(0, MAX_ROWS - rows.length));
  };
  const options = { before: query.before, after: query.after, limit: isRows ? (query.maxCount ?? MAX_ROWS) : 0 };
  for await (const files of batches(candidates, context, (paths) => ({ ...job, paths, rows: options }))) {
    files.forEach(take);
    if (context.clock.monotonic() > until) {
      timedOut = true;
      break;
    }
  }
  return {
    ...counts,
    rows: mode === "summary" ? rows.slice(0, 10) : rows,
    timedOut,
    incomplete: found.incomplete || problems.length > 0,
    broken: found.broken,
    warnings: [...found.warnings, ...problemsOf(problems)],
    ...(found.autoNoIgnore === undefined ? {} : { autoNoIgnore: found.autoNoIgnore }),
  };
}

function problemsOf(problems: readonly string[]): string[] {
  if (problems.length === 0) return [];
  const more = problems.length > MAX_PROBLEMS ? ` and ${problems.length - MAX_PROBLEMS} more` : "";
  return [`Not searched: ${problems.slice(0, MAX_PROBLEMS).join("; ")}${more}`];
}

/** Finds the files that may contain a match, sorted by path. They contain all words of the pattern, but don't necessarily match. */
export async function structureFiles(
  { structure, language: name }: Structure,
  request: SearchRequest,
  context: Context,
  slice: TimeSlice,
): Promise<{ found: SearchResult; candidates: string[]; job: Omit<StructureJob, "paths"> }> {
  const language = structureLanguage(name);
  if (!language)
    throw new JigError("INVALID_ARGUMENT", `No grammar for the language ${JSON.stringify(name)}`, {
      hint: `Write one of ${STRUCTURE_LANGUAGES.map(({ id }) => id).join(", ")}`,
    });
  const job = { structure, language: language.id };
  const { literals } = await context.worker<StructureAnswer>(
    "structure",
    { ...job, paths: [] },
    { signal: context.signal },
  );
  const [literal] = literals;
  const { query } = request;
  const files: SearchRequest = {
    ...request,
    mode: "files",
    cursor: undefined,
    limit: undefined,
    query: {
      ...query,
      patterns: [literal ?? "\\S"],
      fixedStrings: literal !== undefined,
      caseMode: "sensitive",
      before: 0,
      after: 0,
      maxCount: undefined,
      includeGlobs: globsOf(query.includeGlobs, query.types, language, request.files !== undefined),
    },
  };
  const found = await findMatches(files, context, slice);
  const candidates = [...found.files.keys()].filter((path) => isOfLanguage(path, language)).sort();
  return { found, candidates, job };
}

function globsOf(
  written: readonly string[],
  types: readonly string[],
  { extensions }: StructureLanguage,
  named: boolean,
): readonly string[] {
  return written.length > 0 || types.length > 0 || named ? written : extensions.map((each) => `*.${each}`);
}

/**
 * Runs jobs for all files and yields the results in path order. The jobs run in parallel, but it does not matter which one
 * finishes first.
 */
export async function* batches(
  paths: readonly string[],
  context: Context,
  jobOf: (paths: string[]) => StructureJob,
): AsyncGenerator<FileMatches[], void> {
  const parts: string[][] = [];
  for (let at = 0; at < paths.length; at += BATCH) parts.push(paths.slice(at, at + BATCH));
  const open: Promise<StructureAnswer>[] = [];
  const start = () => {
    const part = parts.shift();
    if (!part) return;
    const running = context.worker<StructureAnswer>("structure", jobOf(part), { signal: context.signal });
    // This job may fail while we are still waiting for an earlier one, whose error takes precedence. It must not become an
    // unhandled rejection.
    running.catch(() => {});
    open.push(running);
  };
  for (let count = 0; count < AT_ONCE; count++) start();
  for (let next = open.shift(); next; next = open.shift()) {
    const { files } = await next;
    start();
    yield files;
  }
}
