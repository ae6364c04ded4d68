/** Search results in every mode: counts, rows and the per-query breakdown. */

import type { Part as PartOfAnswer } from "../../../core/host/plugin-api.ts";
import type { Target } from "../ripgrep/query.ts";
import type { MatchRow } from "./match-rows.ts";

export interface Counts {
  /** Occurrences by absolute path, capped at `maxCount` each when only counts are requested. */
  files: Map<string, number>;
  total: number;
  /** How many files exceed `maxCount` */
  overfull: number;
  /** Some file was not read to its end, so there may be more matches than we know of. */
  unread?: boolean;
  /** The same paths, sorted, provided that an earlier step had to sort them anyway. */
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
  /** Multiple queries only */
  byQuery?: QueryResult<number>[];
  /** Cursor after the last row, if there are more */
  next?: string;
  /** Where each part starts */
  parts?: PartOfAnswer[];
  /** Files modified since the previous part */
  changed?: string[];
  /** Base directory for relative paths, if an earlier part determined it. */
  base?: string;
  timedOut: boolean;
  /** Something could not be read, hence there may be more matches. */
  incomplete: boolean;
  /** rg stopped early. */
  broken: boolean;
  warnings: string[];
  /** Set if ignore rules were turned off without being requested. Gives the reason. */
  autoNoIgnore?: string;
  /** Served from the cache. All files were verified to be unchanged. */
  cacheHit?: boolean;
  /** The counts that went into the total. Kept around because other modes can reuse them. */
  raw?: RawCounts;
  /** Computed from an earlier `total_only` run. */
  derived?: boolean;
}

/** rg's raw output. It is about a tenth of the size of the equivalent map, which may never be needed at all. */
export interface RawCounts {
  target: Target;
  chunks: Uint8Array[];
}

/** The result of a query on its own */
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
