/** Runs ripgrep once for each target. If a run fails, we try again without the cause of the failure. */

import { JigError, slashed, type TimeSlice } from "../../../core/host/plugin-api.ts";
import { type RgMode, searchArguments, unmapped } from "../ripgrep/command-line.ts";
import type { RgText } from "../ripgrep/events.ts";
import { commandLinePath, type Query, type Target } from "../ripgrep/query.ts";
import { MAX_MEMORY, type RunContext, refuseBadRequest, runRg } from "../ripgrep/run-ripgrep.ts";
import type { SearchDeadline } from "../ripgrep/search-deadline.ts";
import type { Warnings } from "../ripgrep/warnings.ts";
import type { MatchRow } from "./match-rows.ts";

/** The maximum number of bytes of paths on a command line, which is far below the limit of any system. */
const MAX_PATH_BYTES = 100_000;
const MEGABYTE = 1024 * 1024;
/** A file of up to this size never needs `MAX_MEMORY`, whatever the mode is. */
const GIANT = 256 * MEGABYTE;

export interface SearchRun {
  context: RunContext;
  query: Query;
  targets: readonly Target[];
  deadline: SearchDeadline;
  warnings: Warnings;
  slice: TimeSlice;
  /** The label for the rows, if there are several queries. */
  label?: string;
  /** The rows of this file that were on earlier pages. */
  skip?: { path: string; rows: number };
  /** Called once for each file, with all of its rows. The files arrive in no particular order. */
  onRows?: (rows: MatchRow[]) => void;
}

export async function runTarget(
  search: SearchRun,
  target: Target,
  mode: RgMode,
  limit: number | undefined,
  read: (stdout: AsyncIterable<Uint8Array>, stop: () => void) => Promise<void>,
): Promise<void> {
  if (target.paths.length === 0) return;
  const { excludeGlobs } = search.query;
  const query = { ...search.query, noIgnore: target.noIgnore, excludeGlobs: [...excludeGlobs, ...target.without] };
  const attempt = (query: Query, paths: readonly string[], unmappedRead = false) => {
    const written = paths.map((path) => commandLinePath(target, path));
    const args = searchArguments(query, mode, written, limit);
    const run = { args: unmappedRead ? unmapped(args) : args, cwd: target.cwd, spool: mode !== "json" };
    return runRg(search.context, run, search.deadline, read);
  };
  let end = await attempt(query, target.paths);
  // One huge file should not prevent us from searching the rest of the tree.
  if (end.outOfMemory) {
    const maxFilesize = Math.min(query.maxFilesize ?? GIANT, GIANT);
    const paths = await withoutGiants(search, target);
    end = paths.length === 0 ? { stderr: [], code: 0 } : await attempt({ ...query, maxFilesize }, paths);
  }
  // A mapped file shrank and ripgrep crashed, so we read everything again without mmap.
  else if (end.code === null && query.multiline) end = await attempt(query, target.paths, true);
  if (end.code === null) search.warnings.broken = true;
  if (end.code === 2) await refuseBad(search, query, target.cwd);
  search.warnings.addStderr(end.stderr.map((line) => line.replace("rg: ./", `rg: ${target.cwd}/`)));
}

/**
 * Finds out which of several patterns is bad, because ripgrep itself does not say.
 * @throws PATTERN_INVALID for that pattern
 */
async function refuseBad({ context }: SearchRun, query: Query, cwd: string): Promise<void> {
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

/**
 * Leaves out files that could exhaust memory. We have to do this ourselves, since ripgrep searches explicitly named files no
 * matter how large they are.
 */
async function withoutGiants({ context, warnings }: SearchRun, { explicit, paths }: Target): Promise<string[]> {
  const limits = `over ${GIANT / MEGABYTE} MB, and searching takes more than ${MAX_MEMORY / MEGABYTE} MB of memory`;
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

/** Makes a printed path absolute. Note that ripgrep prints `./src/a.cs` if it is given `.` or `./src`. */
export function absolutePath(target: Target, printed: string): string {
  return printed.startsWith(".") ? target.cwd + slashed(printed.slice(1)) : slashed(printed);
}

export function* pathChunks(paths: readonly string[]): Generator<string[]> {
  let chunk: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    bytes += Buffer.byteLength(path) + 1;
    chunk.push(path);
    if (bytes >= MAX_PATH_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
  }
  if (chunk.length > 0) yield chunk;
}

export function decodePath(path: RgText): string {
  return "text" in path ? path.text : Buffer.from(path.bytes, "base64").toString("utf8");
}
