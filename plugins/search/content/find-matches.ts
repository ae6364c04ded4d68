/** Finds matches, in the form of rows, counts or a total. It uses an earlier result again as long as that is still valid. */

import type { Context, TimeSlice } from "../../../core/host/plugin-api.ts";
import { globsOfEscapingLinks } from "../ripgrep/link-globs.ts";
import type { Query, Target } from "../ripgrep/query.ts";
import { SearchDeadline } from "../ripgrep/search-deadline.ts";
import { findWaitedPipe, IGNORE_FILES, watchForPipe } from "../ripgrep/waited-pipes.ts";
import { Warnings } from "../ripgrep/warnings.ts";
import { collectRows, MAX_ROWS } from "./collect-rows.ts";
import { countTotal } from "./count-matches.ts";
import { overrideIgnoreRules } from "./ignore-override.ts";
import { dropLinkEscapes } from "./link-escapes.ts";
import { maxRowsPerFile, readPage, requestHash, saveForNextPages } from "./match-page.ts";
import type { MatchRow } from "./match-rows.ts";
import { countEachQuery, mergeRows, runEachQuery } from "./multi-query.ts";
import { namedIn, namerOf } from "./remote-roots.ts";
import type { Mode, SearchRequest } from "./request.ts";
import { resolveTargets } from "./resolve-targets.ts";
import type { ResultCache } from "./result-cache.ts";
import { sampleRows } from "./sample-rows.ts";
import { type Counts, type QueryResult, type SearchResult, sumCounts } from "./search-result.ts";
import type { SearchRun } from "./search-run.ts";
import { warnUnmatchedFilters } from "./unmatched-filters.ts";

type Part = Omit<SearchResult, "timedOut" | "incomplete" | "broken" | "warnings">;

/** The limit on rows if members are requested. It is low because we have to parse every file that is involved. */
const MAX_ENCLOSED = 500;
const MAX_EARLY_ROWS = 1000;
/** Even if there is a `limit`, we collect at least this many rows, so that the next few pages cost nothing. */
const FEWEST_ROWS = 200;
const PAGES_AHEAD = 5;
/** The schemes of paths that are not below any root. */
const ROOTLESS = /^(?:answer|repo):/;

export async function findMatches(request: SearchRequest, context: Context, slice: TimeSlice): Promise<SearchResult> {
  const started = context.clock.monotonic();
  const startedAt = context.clock.now();
  const { query, mode, cursor } = request;
  const warnings = new Warnings();
  const targets = await resolveTargets(context, request, warnings);
  const most = mode === "members" ? MAX_ENCLOSED : rowsFor(request);
  const identity = { query, targets, kind: kindOf(mode) } as const;
  const cache = await context.service<ResultCache>();
  const partial = targets.some(({ fetched }) => fetched) || warnings.incomplete;
  const cached = cursor === undefined && !partial ? await cache.get(identity, mode) : undefined;
  if (cached) return cached;
  const search = {
    context,
    query,
    targets: query.followSymlinks ? await confine(targets, query, context, warnings) : targets,
    // Some of the time was already spent on fetching the candidates.
    deadline: new SearchDeadline(Math.max(1, request.timeoutMs - (context.clock.monotonic() - started))),
    warnings,
    slice,
    onRows: early(context, namerOf(targets, context.workspace)),
  };
  const part = await endedByPipes(search, () =>
    cursor === undefined
      ? firstPart(search, mode, most, { startedAt, request: requestHash(query, targets) })
      : nextPart(search, cursor, requestHash(query, targets), most),
  );
  const timedOut = search.deadline.expired;
  if (timedOut) await warnWaitedPipe(search);
  const { incomplete, broken } = warnings;
  const messages = warnings.list().map((message) => namedIn(message, targets, context.workspace));
  const found: SearchResult = {
    ...named(part, request, targets, context),
    timedOut,
    incomplete,
    broken,
    warnings: messages,
  };
  // Results with a cursor cannot be cached, because they are only valid while the files of the cursor are saved.
  if (cursor === undefined && found.next === undefined && !partial) {
    cache.put(identity, mode, found, startedAt, context.clock.monotonic() - started);
  }
  return found;
}

/**
 * Few people read more than the first pages, so we do not collect everything in advance. Later pages read the remaining files
 * on demand.
 */
function rowsFor({ limit, outputFile }: SearchRequest): number {
  if (limit === undefined || outputFile !== undefined) return MAX_ROWS;
  return Math.min(MAX_ROWS, Math.max(FEWEST_ROWS, limit * PAGES_AHEAD));
}

function kindOf(mode: Mode): "counts" | "summary" | "rows" | "members" {
  if (mode === "total" || mode === "counts" || mode === "files") return "counts";
  return mode === "summary" || mode === "members" ? mode : "rows";
}

type FullSearch = SearchRun & { context: Context };

async function firstPart(
  search: FullSearch,
  mode: Mode,
  most: number,
  identity: { startedAt: number; request: string },
): Promise<Part> {
  let part = await findIn(search, mode, most);
  const hiding = await overrideIgnoreRules(search, part);
  if (hiding) part = { ...(await findIn({ ...search, targets: hiding.targets }, mode, most)), ...hiding.note };
  if (search.query.followSymlinks) part = await dropLinkEscapes(search.context, part, search.warnings);
  if (part.total === 0 && mode !== "total" && !search.deadline.expired) await warnUnmatchedFilters(search);
  if (part.rows.length < most || search.deadline.expired || mode === "summary") return part;
  const each = maxRowsPerFile(search.query);
  const rows = [...part.files.values()].reduce((sum, count) => sum + Math.min(count, each), 0);
  if (rows <= most) return part;
  const { total, overfull, byQuery, autoNoIgnore } = part;
  if (search.slice.over) await search.slice.pause();
  const base = commonDirectory(endsOf(part));
  const pages = await saveForNextPages(search, part, {
    ...identity,
    total,
    overfull,
    base,
    ...(byQuery ? { byQuery } : {}),
    ...(autoNoIgnore === undefined ? {} : { autoNoIgnore }),
  });
  return { ...part, base, ...pages };
}

async function nextPart(search: FullSearch, cursor: string, request: string, most: number): Promise<Part> {
  const { head, ...rest } = await readPage(search, cursor, request, most);
  const { total, overfull, base, byQuery, autoNoIgnore } = head;
  const part: Part = {
    ...rest,
    base,
    overfull,
    total,
    ...(byQuery ? { byQuery } : {}),
    ...(autoNoIgnore === undefined ? {} : { autoNoIgnore }),
  };
  return search.query.followSymlinks
    ? { ...(await dropLinkEscapes(search.context, part, search.warnings)), total }
    : part;
}

async function findIn(search: FullSearch, mode: Mode, most: number): Promise<Part> {
  if (mode === "rows" || mode === "groups" || mode === "members") {
    const each = await runEachQuery(search, (one) => collectRows(one, most));
    const rows = await mergeRows(
      each.map(({ part }) => part.rows),
      search,
    );
    return { ...sumCounts(each.map(({ part }) => part)), rows: rows.slice(0, most), ...totals(each) };
  }
  const { patterns, followSymlinks } = search.query;
  // If there are links, we have to check each file.
  if (mode === "total" && !followSymlinks && patterns.length === 1) return { ...(await countTotal(search)), rows: [] };
  const { all, each } = await countEachQuery(search);
  return { ...all, rows: mode === "summary" ? await sampleRows(search, all) : [], ...totals(each) };
}

/** Returns the folders in which ripgrep opens ignore files. */
function walkedFolders({ targets }: FullSearch): string[] {
  return [...new Set(targets.filter(({ noIgnore, explicit }) => !noIgnore && !explicit).map(({ cwd }) => cwd))];
}

/** Runs the search. @throws NOT_A_FILE as soon as we find out that it hangs on a named pipe */
async function endedByPipes(search: FullSearch, run: () => Promise<Part>): Promise<Part> {
  const end = watchForPipe("rg", walkedFolders(search), IGNORE_FILES, search.context, () => search.deadline.end());
  const part = await run().finally(end);
  const fault = end();
  if (fault) throw fault;
  return part;
}

/** If the time limit is short, the search ends before we look for pipes. */
async function warnWaitedPipe(search: FullSearch): Promise<void> {
  const { context, warnings } = search;
  for (const folder of walkedFolders(search)) {
    const pipe = await findWaitedPipe(folder, IGNORE_FILES, context, context.signal);
    if (pipe !== undefined)
      return warnings.add(`${pipe} is not a regular file: ripgrep would open it and wait for a writer. Remove it`);
  }
}

function totals(each: readonly QueryResult<Counts>[]): { byQuery?: QueryResult<number>[] } {
  return each.length === 1 ? {} : { byQuery: each.map(({ query, part }) => ({ query, part: part.total })) };
}

/** Converts internal paths (of saved answers or fetched files) back to the names that the caller used. */
function named(part: Part, { files }: SearchRequest, targets: readonly Target[], { workspace }: Context): Part {
  const fetchedName = namerOf(targets, workspace);
  if (!fetchedName && !files?.some((path) => ROOTLESS.test(path))) return part;
  const name = (path: string) => {
    if (fetchedName) return fetchedName(path);
    const display = workspace.display(path);
    return ROOTLESS.test(display) ? display : path;
  };
  // Because `base` would be an internal path as well, we compute it again from the names.
  const { base, changed, ...rest } = part;
  return {
    ...rest,
    ...(fetchedName || base === undefined ? {} : { base }),
    // A file at a fixed version never changes.
    ...(changed ? { changed: changed.filter((path) => name(path) === path) } : {}),
    files: new Map([...part.files].map(([path, count]) => [name(path), count])),
    rows: part.rows.map((row) => ({ ...row, file: name(row.file) })),
  };
}

/** Reports the first rows early, but no others, because a user cannot read more than that while the search is still running. */
function early(context: Context, name = (path: string) => path): (rows: MatchRow[]) => void {
  let left = MAX_EARLY_ROWS;
  return (rows) => {
    if (left <= 0) return;
    const shown = rows.slice(0, left);
    left -= shown.length;
    context.rows(() => shown.map((row) => ({ ...row, file: name(row.file) })));
  };
}

async function confine(targets: Target[], query: Query, context: Context, warnings: Warnings): Promise<Target[]> {
  const confined: Target[] = [];
  for (const target of targets) {
    const globs = target.explicit ? [] : await globsOfEscapingLinks(context, target, query.hidden, warnings);
    confined.push({ ...target, without: [...target.without, ...globs] });
  }
  return confined;
}

/** Returns the smallest and the largest path. All paths between them start with the prefix that these two have in common. */
function endsOf({ files, paths }: Counts): readonly string[] {
  return paths ? [paths[0] ?? "", paths.at(-1) ?? ""] : [...files.keys()];
}

/** Returns the deepest directory that contains every path, without a trailing slash, or "" if there is no such directory. */
export function commonDirectory(paths: readonly string[]): string {
  const [first = ""] = paths;
  let base = first.slice(0, Math.max(0, first.lastIndexOf("/")));
  for (const path of paths) {
    while (base !== "" && !(path[base.length] === "/" && path.startsWith(base))) {
      base = base.slice(0, Math.max(0, base.lastIndexOf("/")));
    }
  }
  return base;
}
