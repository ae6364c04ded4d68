/** The answers of spec 004, mode by mode, from what was found; they are the same whatever the output format. */
import type { Json, JsonObject } from "../../core/host/plugin-api.ts";
import { MOST_ROWS } from "./collect.ts";
import type { RawCounts } from "./count.ts";
import type { SearchRequest } from "./request.ts";
import type { MatchRow } from "./rows.ts";
import { mapInTurns, sortInTurns, type Turns } from "./turns.ts";

/** What a search found, before it takes the shape of a mode. */
export interface Found {
  rows: MatchRow[];
  files: Map<string, number>;
  total: number;
  /** `max_count` cut some file. */
  cut: boolean;
  timedOut: boolean;
  incomplete: boolean;
  warnings: string[];
  /** Why ignore rules were switched off without being asked. */
  autoNoIgnore?: string;
  /** Answered from an earlier search whose files have not changed since. */
  cacheHit?: boolean;
  /** What a bare total was made of, for an earlier answer to serve a later question. */
  raw?: RawCounts;
  /** The counts are those of an earlier `total_only` run. */
  derived?: boolean;
}

export const TOP_FILES = 10;
export const SAMPLES = 20;

/** The envelope of a mode; in total mode a bare number where that is exact. */
export async function envelopeOf(
  found: Found,
  request: SearchRequest,
  elapsedMs: number,
  turns: Turns,
): Promise<{ value: Json; failed?: boolean }> {
  const { timedOut } = found;
  if (request.mode === "total") return totalOf(found, request);
  const base = request.optimizePaths ? commonDirectory([...found.files.keys()]) : "";
  const short = (path: string) => (base === "" ? path : path.slice(base.length + 1));
  const named = base === "" ? {} : { base };
  const notes: JsonObject = {};
  if (timedOut) notes.timed_out = true;
  if (found.autoNoIgnore !== undefined) {
    notes.auto_no_ignore = true;
    notes.auto_no_ignore_reason = found.autoNoIgnore;
  }
  if (found.cacheHit) notes.cache_hit = true;
  if (found.warnings.length > 0) notes.warnings = found.warnings;
  const head = (count: number, truncated: boolean): JsonObject => ({
    success: true,
    count,
    total_matches: found.total,
    truncated,
    elapsed_ms: elapsedMs,
    ...notes,
    ...named,
  });
  const lessThanAll = found.cut || timedOut || found.rows.length < found.total;
  switch (request.mode) {
    case "counts":
      return {
        value: {
          success: true,
          count_only: true,
          total_matches: found.total,
          ...(found.cut || timedOut ? { truncated: true } : {}),
          elapsed_ms: elapsedMs,
          ...(found.derived ? { derived_from_total_only: true } : {}),
          ...notes,
          ...named,
          file_counts: await countsOf(found, short, turns),
        },
      };
    case "summary":
      return { value: { ...head(found.total, found.cut || timedOut), summary: await summaryOf(found, short, turns) } };
    case "groups":
      return { value: { ...head(found.rows.length, lessThanAll), files: await groupsOf(found, short, turns) } };
    default: {
      const { rows } = found;
      const results = base === "" ? rows : await mapInTurns(rows, turns, (row) => ({ ...row, file: short(row.file) }));
      return { value: { ...head(rows.length, lessThanAll), results: results as unknown as Json[] } };
    }
  }
}

/** A bare number says nothing about its quality, so it is given only where it is exact. */
function totalOf(found: Found, request: SearchRequest): { value: Json; failed?: boolean } {
  if (!found.timedOut && !found.incomplete) return { value: found.total };
  const value: JsonObject = {
    success: false,
    error: found.timedOut
      ? `Timed out after ${request.timeoutMs} ms: at least ${found.total} matches`
      : `Not everything could be read: at least ${found.total} matches`,
    code: found.timedOut ? "TIMEOUT" : "COMMAND_FAILED",
    partial_count: found.total,
  };
  if (found.warnings.length > 0) value.warnings = found.warnings;
  return { value, failed: true };
}

type Short = (path: string) => string;

/** An object for any keys: a file may be named `__proto__`. */
export function dictionary<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

async function sortedFiles(found: Found, turns: Turns): Promise<[string, number][]> {
  return await sortInTurns([...found.files], turns, ([path]) => path);
}

async function countsOf(found: Found, short: Short, turns: Turns): Promise<Json> {
  const counts = dictionary<number>();
  await mapInTurns(await sortedFiles(found, turns), turns, ([path, count]) => {
    counts[short(path)] = count;
  });
  return counts;
}

async function summaryOf(found: Found, short: Short, turns: Turns): Promise<Json> {
  const types = dictionary<number>();
  const top: [path: string, matches: number][] = [];
  await mapInTurns(await sortedFiles(found, turns), turns, (file) => {
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
    sample_matches: found.rows.slice(0, SAMPLES).map((row) => ({
      file: short(row.file),
      line: row.line_number,
      text: row.match_text,
    })),
  };
}

async function groupsOf(found: Found, short: Short, turns: Turns): Promise<Json> {
  const groups = dictionary<{ match_count: number; matches: Omit<MatchRow, "file">[] }>();
  await mapInTurns(found.rows, turns, ({ file, ...row }) => {
    const path = short(file);
    groups[path] ??= { match_count: found.files.get(file) ?? 0, matches: [] };
    groups[path].matches.push(row);
  });
  return groups as unknown as Json;
}

/** The deepest directory that holds all paths, without its final slash; "" where there is none. */
export function commonDirectory(paths: readonly string[]): string {
  let base: string | undefined;
  for (const path of paths) {
    const directory = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (base === undefined) base = directory;
    while (base !== "" && directory !== base && !directory.startsWith(`${base}/`)) {
      base = base.slice(0, Math.max(0, base.lastIndexOf("/")));
    }
  }
  return base ?? "";
}

/** Said where an answer is cut to `MOST_ROWS`. */
export const ROW_LIMIT = MOST_ROWS;
