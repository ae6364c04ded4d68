/** Builds the answer for each mode from the result of a search. */

import type { Json, JsonObject, TimeSlice } from "../../../core/host/plugin-api.ts";
import type { Member } from "./enclosing-members.ts";
import { commonDirectory } from "./find-matches.ts";
import type { MatchRow } from "./match-rows.ts";
import type { SearchRequest } from "./request.ts";
import type { SearchResult } from "./search-result.ts";
import { mapInSlices, sortInSlices } from "./sliced-arrays.ts";

export const TOP_FILES = 10;

/** Returns the envelope for a mode. If a total is exact, it is just a number. */
export async function envelopeOf(
  found: SearchResult,
  request: SearchRequest,
  elapsedMs: number,
  slice: TimeSlice,
  members: readonly Member[],
): Promise<{ value: Json; failed?: boolean; reason?: string }> {
  const { mode } = request;
  if (mode === "total") return totalOf(found, request);
  const base = request.optimizePaths ? (found.base ?? commonDirectory([...found.files.keys()])) : "";
  const short = (path: string) => (base === "" || !path.startsWith(`${base}/`) ? path : path.slice(base.length + 1));
  const lessThanAll = isCut(found) || found.rows.length < found.total;
  const tail = { elapsed_ms: elapsedMs, ...notesOf(found), ...(base === "" ? {} : { base }) };
  const head = (count: number, truncated: boolean): JsonObject => ({
    success: true,
    count,
    total_matches: found.total,
    truncated,
    ...tail,
  });
  const cut = isCut(found) ? { truncated: true } : {};
  switch (mode) {
    case "counts": {
      const about = { success: true, count_only: true, total_matches: found.total, ...cut };
      return { value: { ...about, ...tail, file_counts: await countsOf(found, short, slice) } };
    }
    case "files": {
      const files = (await sortedFiles(found, slice)).map(([path]) => short(path));
      const about = { success: true, files_only: true, count: files.length, total_files: files.length };
      return { value: { ...about, total_matches: found.total, ...cut, ...tail, paths: files } };
    }
    case "summary":
      return { value: { ...head(found.total, isCut(found)), summary: await summaryOf(found, short, slice) } };
    case "groups":
      return { value: { ...head(found.rows.length, lessThanAll), files: await groupsOf(found, short, slice) } };
    case "members": {
      const shown = members.map((member) => ({ ...member, file: short(member.file) }));
      return { value: { ...head(found.rows.length, lessThanAll), members: shown } };
    }
    default: {
      const { rows } = found;
      const results = base === "" ? rows : await mapInSlices(rows, slice, (row) => ({ ...row, file: short(row.file) }));
      return { value: { ...head(rows.length, lessThanAll), results } };
    }
  }
}

function isCut({ overfull, timedOut, broken }: SearchResult): boolean {
  return overfull > 0 || timedOut || broken;
}

function notesOf(found: SearchResult): JsonObject {
  const notes: JsonObject = {};
  if (found.timedOut) notes.timed_out = true;
  if (found.timedOut || found.incomplete || found.broken) notes.at_least = true;
  if (found.overfull > 0) notes.overfull_files = found.overfull;
  if (found.byQuery) notes.queries = found.byQuery.map(({ query, part }) => ({ query, total_matches: part }));
  if (found.autoNoIgnore !== undefined) {
    notes.auto_no_ignore = true;
    notes.auto_no_ignore_reason = found.autoNoIgnore;
  }
  if (found.derived) notes.derived_from_total_only = true;
  if (found.cacheHit) notes.cache_hit = true;
  if (found.warnings.length > 0) notes.warnings = found.warnings;
  return notes;
}

/** There is no way to mark a plain number as incomplete, so we only return one if it is exact. */
function totalOf(found: SearchResult, request: SearchRequest): { value: Json; failed?: boolean; reason?: string } {
  if (!found.timedOut && !found.incomplete && !found.broken) return { value: found.total };
  const error = found.timedOut
    ? `Timed out after ${request.timeoutMs} ms: at least ${found.total} matches`
    : `Not everything could be read: at least ${found.total} matches`;
  const value: JsonObject = {
    success: false,
    error,
    code: found.timedOut ? "TIMEOUT" : "COMMAND_FAILED",
    partial_count: found.total,
  };
  if (found.warnings.length > 0) value.warnings = found.warnings;
  return { value, failed: true, reason: [error, ...found.warnings].join("\n") };
}

type Shorten = (path: string) => string;

/** Creates an object that is safe to use with any key, since a file might be called `__proto__`. */
function dictionary<Value>(): Record<string, Value> {
  return Object.create(null);
}

async function sortedFiles(found: SearchResult, slice: TimeSlice): Promise<[string, number][]> {
  return await sortInSlices([...found.files], slice, ([path]) => path);
}

async function countsOf(found: SearchResult, short: Shorten, slice: TimeSlice): Promise<Json> {
  const counts = dictionary<number>();
  await mapInSlices(await sortedFiles(found, slice), slice, ([path, count]) => {
    counts[short(path)] = count;
  });
  return counts;
}

async function summaryOf(found: SearchResult, short: Shorten, slice: TimeSlice): Promise<Json> {
  const types = dictionary<number>();
  const top: [path: string, matches: number][] = [];
  await mapInSlices(await sortedFiles(found, slice), slice, (file) => {
    const [path, count] = file;
    const type = /[^/\\](\.[^./\\]+)$/.exec(path)?.[1] ?? "(none)";
    types[type] = (types[type] ?? 0) + count;
    if (top.length === TOP_FILES && count <= top.at(-1)![1]) return;
    const at = top.findIndex(([, less]) => less < count);
    top.splice(at < 0 ? top.length : at, 0, file);
    top.length = Math.min(top.length, TOP_FILES);
  });
  return {
    total_files: found.files.size,
    top_files: top.map(([path, matches]) => ({ file: short(path), matches })),
    file_types: Object.fromEntries(Object.entries(types).sort((a, b) => b[1] - a[1])),
    sample_matches: found.rows.map((row) => ({
      file: short(row.file),
      line: row.line_number,
      text: row.match_text,
      ...(row.query === undefined ? {} : { query: row.query }),
    })),
  };
}

async function groupsOf(found: SearchResult, short: Shorten, slice: TimeSlice): Promise<Json> {
  const groups = dictionary<{ match_count: number; matches: Omit<MatchRow, "file">[] }>();
  await mapInSlices(found.rows, slice, ({ file, ...row }) => {
    const path = short(file);
    groups[path] ??= { match_count: found.files.get(file) ?? 0, matches: [] };
    groups[path].matches.push(row);
  });
  return groups;
}
