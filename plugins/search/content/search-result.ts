/** Declares the results of a search in every mode, which are counts, rows and the breakdown by query. */

import type { Part as PartOfAnswer } from "../../../core/host/plugin-api.ts";
import type { Target } from "../ripgrep/query.ts";
import type { MatchRow } from "./match-rows.ts";

export interface Counts {
  /** The number of occurrences by absolute path. If only counts are requested, it is limited to `maxCount` for each file. */
  files: Map<string, number>;
  total: number;
  /** The number of files that exceed `maxCount`. */
  overfull: number;
  /** True if some file was not read to its end, so there may be more matches than we know of. */
  unread?: boolean;
  /** The same paths in sorted order, if an earlier step had to sort them anyway. */
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

/** A result before it takes the shape of a particular mode. */
export interface SearchResult extends Counts {
  rows: MatchRow[];
  /** Only set for multiple queries. */
  byQuery?: QueryResult<number>[];
  /** The cursor after the last row, if there are more. */
  next?: string;
  /** The places at which the parts start. */
  parts?: PartOfAnswer[];
  /** The files that were modified since the previous part. */
  changed?: string[];
  /** The base directory for relative paths, if an earlier part determined it. */
  base?: string;
  timedOut: boolean;
  /** True if something could not be read, so there may be more matches. */
  incomplete: boolean;
  /** True if ripgrep stopped early. */
  broken: boolean;
  warnings: string[];
  /** Set if ignore rules were turned off although that was not requested. It contains the reason. */
  autoNoIgnore?: string;
  /** True if the result is from the cache. All files were verified to be unchanged. */
  cacheHit?: boolean;
  /** The counts that make up the total. We keep them because other modes can use them again. */
  raw?: RawCounts;
  /** True if the result was computed from an earlier `total_only` run. */
  derived?: boolean;
}

/** The raw output of ripgrep. It is about a tenth of the size of the corresponding map, which may never be needed at all. */
export interface RawCounts {
  target: Target;
  chunks: Uint8Array[];
}

/** The result of a single query. */
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
