/** Finds the rows of a search: the first by path, line and column, the same on every run, with an exact total (design §5 search 6). */

import type { Query } from "./request.ts";
import { searchArguments } from "./rg-arguments.ts";
import { type RgEvent, type RgText, readCounts, readEvents } from "./rg-events.ts";
import { type Deadline, type RunContext, refuseBadRequest, runRg } from "./rg-run.ts";
import { FileRows, type MatchRow } from "./rows.ts";
import type { Target } from "./scope.ts";
import type { Warnings } from "./warnings.ts";

/** No answer holds more rows. */
export const MOST_ROWS = 10_000;
/** Bytes of paths on one command line: far below what any system takes. */
const MOST_PATH_BYTES = 100_000;

export interface Search {
  context: RunContext;
  query: Query;
  targets: readonly Target[];
  deadline: Deadline;
  warnings: Warnings;
  /** Sees the rows of each file as they are found, in no particular order. */
  onRows?: (rows: MatchRow[]) => void;
}

export interface Counts {
  /** Occurrences by absolute path, at most `maxCount` each. */
  files: Map<string, number>;
  total: number;
  /** Some file has more than `maxCount`. */
  cut: boolean;
}

export interface Collected extends Counts {
  /** Sorted; fewer than `total` where cut. */
  rows: MatchRow[];
}

/** Occurrences of each file. Memory grows with files that match, not with matches. */
export async function countMatches(search: Search): Promise<Counts> {
  const counts: Counts = { files: new Map(), total: 0, cut: false };
  const { maxCount } = search.query;
  const limit = maxCount === undefined ? undefined : maxCount + 1;
  for (const target of search.targets) {
    if (target.explicit) {
      // Only the event stream says that a named file is binary, so its matches must not count.
      await streamRows(search, target, limit, 0, () => true, counts);
      continue;
    }
    await runOn(search, target, "count", limit, (stdout) =>
      readCounts(stdout, (path, count) => addCount(counts, absolute(target, path.toString("utf8")), count, maxCount)),
    );
  }
  return counts;
}

/** Rows of a search: at most `most`, the first ones, and the counts of all. */
export async function collectRows(search: Search, most = MOST_ROWS): Promise<Collected> {
  const counts: Counts = { files: new Map(), total: 0, cut: false };
  const { maxCount } = search.query;
  const limit = Math.min(maxCount ?? Number.POSITIVE_INFINITY, most) + 1;
  const rows: MatchRow[] = [];
  const take = (found: MatchRow[]) => {
    for (const row of found) rows.push(row);
    search.onRows?.(found);
    return rows.length <= most;
  };
  let full = false;
  for (const target of search.targets) {
    full = !(await streamRows(search, target, limit, most + 1, take, counts));
    if (full) break;
  }
  if (!full) return { ...counts, rows: sortRows(rows) };
  // Too many to hold: count all, pick the files in path order, and read only those. The count has the last word: it reads
  // files to their end, where rows that were read so far may turn out to be of a binary file.
  const counted = await countMatches(search);
  const first = search.deadline.expired ? undefined : await firstRows(search, counted, most);
  const known = search.deadline.expired && counted.total < counts.total ? counts : counted;
  return { ...known, rows: first ?? sortRows(rows).slice(0, most) };
}

/** The first `most` rows by path of files already counted; undefined where the time ran out. */
export async function firstRows(search: Search, counts: Counts, most: number): Promise<MatchRow[] | undefined> {
  const rows: MatchRow[] = [];
  const paths: string[] = [];
  let expected = 0;
  for (const path of [...counts.files.keys()].sort()) {
    if (expected >= most) break;
    expected += counts.files.get(path)!;
    paths.push(path);
  }
  const limit = Math.min(search.query.maxCount ?? Number.POSITIVE_INFINITY, most) + 1;
  for (const chunk of chunksOf(paths)) {
    const target: Target = { cwd: cwdOf(search, chunk[0]!), paths: chunk, explicit: true, noIgnore: true, without: [] };
    const take = (found: MatchRow[]) => {
      for (const row of found) rows.push(row);
      return true;
    };
    await streamRows(search, target, limit, most, take, undefined);
    if (search.deadline.expired) return undefined;
  }
  return sortRows(rows).slice(0, most);
}

/**
 * Streams the rows of one target file by file: `keep` rows of a file at most, of which `limit` matching lines are read.
 * False where `take` wanted no more.
 */
async function streamRows(
  search: Search,
  target: Target,
  limit: number | undefined,
  keep: number,
  take: (rows: MatchRow[]) => boolean,
  counts: Counts | undefined,
): Promise<boolean> {
  const { query, warnings } = search;
  const most = Math.min(query.maxCount ?? Number.POSITIVE_INFINITY, keep);
  const options = { before: query.before, after: query.after, limit: most };
  let wanted = true;
  let file: FileRows | undefined;
  let uncounted = 0;
  const finish = (done: FileRows, binary: boolean) => {
    if (binary) return warnings.binary(done.path);
    if (done.replaced) warnings.replaced(done.path);
    if (uncounted > 0) warnings.add(`Lines too long to show in: ${done.path} (${uncounted} matches counted only)`);
    if (counts) addCount(counts, done.path, done.seen + uncounted, query.maxCount);
    if (done.rows.length > 0) wanted = take(done.rows);
  };
  const handle = (event: RgEvent) => {
    if (event.type === "begin") {
      const path = absolute(target, pathOf(event.data.path, warnings));
      // Roots may overlap: a file counts once.
      file = counts?.files.has(path) ? undefined : new FileRows(path, options);
      uncounted = 0;
    } else if (event.type === "match") file?.match(event.data);
    else if (event.type === "context") file?.context(event.data);
    else if (event.type === "oversized") uncounted += event.data.occurrences;
    else if (event.type === "end" && file) {
      finish(file, event.data.binary_offset !== null);
      file = undefined;
    }
  };
  for (const paths of target.explicit ? chunksOf(target.paths) : [target.paths]) {
    await runOn(search, { ...target, paths }, "json", limit, async (stdout, stop) => {
      for await (const events of readEvents(stdout)) {
        for (const event of events) if (wanted) handle(event);
        if (!wanted) return stop();
      }
    });
    if (!wanted) return false;
  }
  return true;
}

async function runOn(
  search: Search,
  target: Target,
  mode: "json" | "count",
  limit: number | undefined,
  read: (stdout: AsyncIterable<Uint8Array>, stop: () => void) => Promise<void>,
): Promise<void> {
  if (target.paths.length === 0) return;
  const { excludeGlobs } = search.query;
  const query = { ...search.query, noIgnore: target.noIgnore, excludeGlobs: [...excludeGlobs, ...target.without] };
  // Relative paths: rg writes thousands of them.
  const paths = target.paths.map((path) => `.${path.slice(target.cwd.length)}`);
  const run = { args: searchArguments(query, mode, paths, limit), cwd: target.cwd, gather: mode === "count" };
  const end = await runRg(search.context, run, search.deadline, read);
  if (end.code === 2) await refuseBadRequest(search.context, query, target.cwd);
  search.warnings.complaints(end.complaints.map((line) => line.replace("rg: ./", `rg: ${target.cwd}/`)));
}

function addCount(counts: Counts, path: string, count: number, maxCount: number | undefined): void {
  if (counts.files.has(path) || count === 0) return;
  const capped = Math.min(count, maxCount ?? count);
  if (capped < count) counts.cut = true;
  counts.files.set(path, capped);
  counts.total += capped;
}

/** By path, line, column; paths compare by UTF-16 unit, the same in every locale. */
function sortRows(rows: MatchRow[]): MatchRow[] {
  return rows.sort((a, b) =>
    a.file === b.file ? a.line_number - b.line_number || a.column - b.column : a.file < b.file ? -1 : 1,
  );
}

/** rg prints `./src/a.cs` where it was given `.` or `./src`. */
function absolute(target: Target, printed: string): string {
  return target.cwd + printed.slice(1);
}

function* chunksOf(paths: readonly string[]): Generator<string[]> {
  let chunk: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    bytes += Buffer.byteLength(path) + 1;
    chunk.push(path);
    if (bytes >= MOST_PATH_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
  }
  if (chunk.length > 0) yield chunk;
}

function cwdOf(search: Search, path: string): string {
  return search.targets.find(({ cwd }) => path.startsWith(`${cwd}/`))?.cwd ?? search.targets[0]!.cwd;
}

function pathOf(path: RgText, warnings: Warnings): string {
  if ("text" in path) return path.text;
  const name = Buffer.from(path.bytes, "base64").toString("utf8");
  warnings.add(`File name is not UTF-8: ${name}`);
  return name;
}
