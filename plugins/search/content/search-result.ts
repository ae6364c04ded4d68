/** The result of a search before it takes the shape of a mode: counts, rows, and results of each query. */

import type { Part as PartOfAnswer } from "../../../core/host/plugin-api.ts";
import type { Target } from "../ripgrep/query.ts";
import type { MatchRow } from "./match-rows.ts";

export interface Counts {
  /** Occurrences by absolute path: at most `maxCount` each if only counts are wanted, else all. */
  files: Map<string, number>;
  total: number;
  /** Files that have more than `maxCount`. */
  overfull: number;
  /** Some file was not read to its end, so that it may have more than was counted. */
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
  /** Where each part begins. */
  parts?: PartOfAnswer[];
  /** Files that changed since the part before. */
  changed?: string[];
  /** The base of relative paths, if earlier parts set it. */
  base?: string;
  timedOut: boolean;
  /** Something could not be read: there may be more. */
  incomplete: boolean;
  /** rg broke off. */
  broken: boolean;
  warnings: string[];
  /** Why ignore rules were switched off although the call did not say so. */
  autoNoIgnore?: string;
  /** Answered from an earlier search whose files have not changed since. */
  cacheHit?: boolean;
  /** The counts of a bare total, so that it can also answer a later question. */
  raw?: RawCounts;
  /** The counts are those of an earlier `total_only` run. */
  derived?: boolean;
}

/** rg's output as bytes: a tenth of the size of a map, for an answer that may never need one. */
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
