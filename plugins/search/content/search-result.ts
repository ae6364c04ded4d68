/** The result of a search in any mode, with its counts, its rows, and the results of each query. */

import type { Part as PartOfAnswer } from "../../../core/host/plugin-api.ts";
import type { Target } from "../ripgrep/query.ts";
import type { MatchRow } from "./match-rows.ts";

export interface Counts {
  /** Number of occurrences, keyed by absolute path. If only counts are requested, it is at most `maxCount` per file. */
  files: Map<string, number>;
  total: number;
  /** Number of files that have more than `maxCount` occurrences. */
  overfull: number;
  /** True if some file was not read completely and may have more matches. */
  unread?: boolean;
  /** The same paths in sorted order, if an earlier step needed it. */
  paths?: readonly string[];
}

export function emptyCounts(): Counts {
  return { files: new Map(), total: 0, overfull: 0 };
}

export function addCount(counts: Counts, path: string, count: number, maxCount: number | undefined): void {
  if (counts.files.has(path) || count === 0) return;
  const capped = Math.min(count, maxCount ?? count);
  if (capped < count) counts.overfull++;
  counts.files.set(path, capped);
  counts.total += capped;
}

/** The result of a search before it is converted to the form of a mode. */
export interface SearchResult extends Counts {
  rows: MatchRow[];
  /** One entry per query if there are several queries. */
  byQuery?: QueryResult<number>[];
  /** The cursor after the last row, if there are more rows. */
  next?: string;
  /** The position at which each part starts. */
  parts?: PartOfAnswer[];
  /** Files that have changed since the previous part. */
  changed?: string[];
  /** The base of relative paths, if an earlier part has determined it. */
  base?: string;
  timedOut: boolean;
  /** True if there may be more matches because something could not be read. */
  incomplete: boolean;
  /** True if rg ended before it was done. */
  broken: boolean;
  warnings: string[];
  /** The reason why ignore rules were turned off without a request for it. */
  autoNoIgnore?: string;
  /** True if the result is from an earlier search and its files have not changed since. */
  cacheHit?: boolean;
  /** The raw counts that the total was computed from, so that other modes can use them. */
  raw?: RawCounts;
  /** True if the counts come from an earlier run with `total_only`. */
  derived?: boolean;
}

/** The output of rg as bytes. They take a tenth of the memory of a map, which may never be needed. */
export interface RawCounts {
  target: Target;
  chunks: Uint8Array[];
}

/** The result of each query as if it were the only one. */
export interface QueryResult<Part> {
  query: string;
  part: Part;
}

export function sumCounts(parts: readonly Counts[]): Counts {
  if (parts.length === 1) return parts[0]!;
  const files = new Map<string, number>();
  for (const part of parts) for (const [path, count] of part.files) files.set(path, (files.get(path) ?? 0) + count);
  return {
    files,
    total: parts.reduce((sum, { total }) => sum + total, 0),
    overfull: parts.reduce((sum, { overfull }) => sum + overfull, 0),
  };
}
