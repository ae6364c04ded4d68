/** The mode-independent result of a search: counts, rows, and results by query. */

import type { Part as PartOfAnswer } from "../../../core/host/plugin-api.ts";
import type { Target } from "../ripgrep/query.ts";
import type { MatchRow } from "./match-rows.ts";

export interface Counts {
  /** Occurrences by absolute path: at most `maxCount` each if only counts are requested, otherwise all. */
  files: Map<string, number>;
  total: number;
  /** Files that have more than `maxCount`. */
  overfull: number;
  /** True if a file was not read to its end, so that it may have more matches. */
  unread?: boolean;
  /** The same paths sorted, if an earlier step needed them in order. */
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

/** The result of a search, before it takes the form of a mode. */
export interface SearchResult extends Counts {
  rows: MatchRow[];
  /** For each query, if there are several. */
  byQuery?: QueryResult<number>[];
  /** The cursor after the last row, if there are more. */
  next?: string;
  /** The start of each part. */
  parts?: PartOfAnswer[];
  /** Files that changed since the previous part. */
  changed?: string[];
  /** The base of relative paths, if earlier parts set it. */
  base?: string;
  timedOut: boolean;
  /** True if something could not be read, so that there may be more matches. */
  incomplete: boolean;
  /** True if rg ended early. */
  broken: boolean;
  warnings: string[];
  /** Why ignore rules were turned off although not requested. */
  autoNoIgnore?: string;
  /** True if taken from an earlier search whose files have not changed since. */
  cacheHit?: boolean;
  /** The raw counts of a total, so that it can be reused for other modes. */
  raw?: RawCounts;
  /** True if the counts are from an earlier `total_only` run. */
  derived?: boolean;
}

/** rg's output as bytes, a tenth of the size of a map, which may never be needed. */
export interface RawCounts {
  target: Target;
  chunks: Uint8Array[];
}

/** The result of each query, as if it were the only one. */
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
