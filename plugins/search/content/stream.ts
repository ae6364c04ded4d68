/** One run of rg after another, read as they stream: the rows of files, and their counts. */

import { JigError, slashed } from "../../../core/host/plugin-api.ts";
import type { Turns } from "../pace/turns.ts";
import { type RgMode, searchArguments, unmapped } from "../ripgrep/arguments.ts";
import { type RgEvent, type RgText, readEvents } from "../ripgrep/events.ts";
import { type Query, spelled, type Target } from "../ripgrep/query.ts";
import { type Deadline, MOST_MEMORY, type RunContext, refuseBadRequest, runRg } from "../ripgrep/run-ripgrep.ts";
import type { Warnings } from "../ripgrep/warnings.ts";
import { FileRows, type MatchRow } from "./rows.ts";

/** Bytes of paths on one command line: far below what any system takes. */
const MOST_PATH_BYTES = 100_000;
const MEGABYTE = 1024 * 1024;
/** Files up to this size take less than `MOST_MEMORY`, however they are read. */
const GIANT = 256 * MEGABYTE;

export interface Search {
  context: RunContext;
  query: Query;
  targets: readonly Target[];
  deadline: Deadline;
  warnings: Warnings;
  turns: Turns;
  /** Of several queries this one: its rows say so. */
  label?: string;
  /** So many rows of this file were given before: they are passed over, and not held. */
  given?: { path: string; rows: number };
  /** Sees the rows of each file as they are found, in no particular order. */
  onRows?: (rows: MatchRow[]) => void;
}

export interface Counts {
  /** Occurrences by absolute path: at most `maxCount` each where only counts are asked for, else all. */
  files: Map<string, number>;
  total: number;
  /** Files that have more than `maxCount`. */
  overfull: number;
  /** Some file was not read to its end, so that it may have more than was counted. */
  unread?: boolean;
}

export function noCounts(): Counts {
  return { files: new Map(), total: 0, overfull: 0 };
}

/**
 * Streams the rows of one target file by file: `keep` rows of a file at most, of which `limit` matching lines are read.
 * False where `take` wanted no more.
 */
export async function streamRows(
  search: Search,
  target: Target,
  limit: number | undefined,
  keep: number,
  take: (rows: MatchRow[]) => boolean,
  counts: Counts | undefined,
): Promise<boolean> {
  const { query, warnings, turns } = search;
  const most = Math.min(query.maxCount ?? Number.POSITIVE_INFINITY, keep);
  const options = (path: string) => {
    const { path: begun, rows = 0 } = search.given ?? {};
    const skip = path === begun ? rows : 0;
    const limit = path === begun ? most - rows : Math.min(most, keep - rows);
    return { before: query.before, after: query.after, limit, skip, query: search.label };
  };
  // Rows are counted beyond those that are kept.
  const cap = keep === 0 ? query.maxCount : undefined;
  let wanted = true;
  let file: FileRows | undefined;
  let uncounted = 0;
  /** A second attempt meets the files of the first again. */
  const seen = new Set<string>();
  const finish = (done: FileRows, binary: boolean) => {
    seen.add(done.path);
    if (binary) return warnings.binary(done.path);
    if (done.replaced) warnings.replaced(done.path);
    if (uncounted > 0) warnings.add(`Lines too long to show in: ${done.path} (${uncounted} matches counted only)`);
    if (counts) {
      addCount(counts, done.path, done.seen + uncounted, cap);
      if (cap === undefined && done.seen > (query.maxCount ?? done.seen)) counts.overfull++;
      if (limit !== undefined && done.events >= limit) counts.unread = true;
    }
    if (done.rows.length > 0) wanted = take(done.rows);
  };
  const handle = (event: RgEvent) => {
    if (event.type === "begin") {
      const path = absolute(target, pathOf(event.data.path));
      if ("bytes" in event.data.path) warnings.add(`File name is not UTF-8: ${path}`);
      // Roots may overlap: a file counts once.
      file = seen.has(path) || counts?.files.has(path) ? undefined : new FileRows(path, options(path));
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
    // Starting a program with a thousand words takes a turn by itself.
    if (turns.over) await turns.pass();
    await runOn(search, { ...target, paths }, "json", limit, async (stdout, stop) => {
      for await (const events of readEvents(stdout)) {
        for (const event of events) if (wanted) handle(event);
        if (!wanted) return stop();
        if (turns.over) await turns.pass();
      }
    });
    if (!wanted) return false;
  }
  return true;
}

export async function runOn(
  search: Search,
  target: Target,
  mode: RgMode,
  limit: number | undefined,
  read: (stdout: AsyncIterable<Uint8Array>, stop: () => void) => Promise<void>,
): Promise<void> {
  if (target.paths.length === 0) return;
  const { excludeGlobs } = search.query;
  const query = { ...search.query, noIgnore: target.noIgnore, excludeGlobs: [...excludeGlobs, ...target.without] };
  const attempt = (asked: Query, paths: readonly string[], unmappedRead = false) => {
    const written = paths.map((path) => spelled(target, path));
    const args = searchArguments(asked, mode, written, limit);
    const run = { args: unmappedRead ? unmapped(args) : args, cwd: target.cwd, gather: mode !== "json" };
    return runRg(search.context, run, search.deadline, read);
  };
  let end = await attempt(query, target.paths);
  // The rest of the tree must not be lost for one monstrous file.
  if (end.outOfMemory) {
    const maxFilesize = Math.min(query.maxFilesize ?? GIANT, GIANT);
    const paths = await withoutGiants(search, target);
    end = paths.length === 0 ? { complaints: [], code: 0 } : await attempt({ ...query, maxFilesize }, paths);
  }
  // Only where files are mapped does one that shrinks end rg; then all is read again, the costly way.
  else if (end.code === null && query.multiline) end = await attempt(query, target.paths, true);
  if (end.code === null) search.warnings.broken = true;
  if (end.code === 2) await refuseBad(search, query, target.cwd);
  search.warnings.complaints(end.complaints.map((line) => line.replace("rg: ./", `rg: ${target.cwd}/`)));
}

/** Says which of several patterns rg refuses. */
async function refuseBad({ context }: Search, query: Query, cwd: string): Promise<void> {
  for (const pattern of query.patterns) {
    try {
      await refuseBadRequest(context, { ...query, patterns: [pattern] }, cwd);
    } catch (error) {
      if (query.patterns.length === 1 || !(error instanceof JigError) || error.code !== "PATTERN_INVALID") throw error;
      const message = `${error.message} (in ${JSON.stringify(pattern.slice(0, 200))})`;
      throw JigError.fromData({ ...error.toData(), message });
    }
  }
}

/** What is left to search without files that may take too much memory. rg itself searches what is named outright, whatever its size. */
async function withoutGiants({ context, warnings }: Search, { explicit, paths }: Target): Promise<string[]> {
  const limits = `over ${GIANT / MEGABYTE} MB, and searching takes more than ${MOST_MEMORY / MEGABYTE} MB of memory`;
  warnings.incomplete = true;
  if (!explicit) warnings.add(`Left out: files ${limits}`);
  const left: string[] = [];
  for (const path of paths) {
    const size = explicit
      ? await context.files.stat(path).then(
          (stat) => stat.size,
          () => 0,
        )
      : 0;
    if (size > GIANT) warnings.add(`Left out: ${path} (${limits})`);
    else left.push(path);
  }
  return left;
}

export function addCount(counts: Counts, path: string, count: number, maxCount: number | undefined): void {
  if (counts.files.has(path) || count === 0) return;
  const capped = Math.min(count, maxCount ?? count);
  if (capped < count) counts.overfull++;
  counts.files.set(path, capped);
  counts.total += capped;
}

/** rg prints `./src/a.cs` where it was given `.` or `./src`. */
export function absolute(target: Target, printed: string): string {
  return printed.startsWith(".") ? target.cwd + slashed(printed.slice(1)) : slashed(printed);
}

export function* chunksOf(paths: readonly string[]): Generator<string[]> {
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

function pathOf(path: RgText): string {
  return "text" in path ? path.text : Buffer.from(path.bytes, "base64").toString("utf8");
}
