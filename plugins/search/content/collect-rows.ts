/** Finds the first rows of a query by path, line and column, along with an exact total. The result is deterministic. */

import type { Target } from "../ripgrep/query.ts";
import { countMatches } from "./count-matches.ts";
import type { MatchRow } from "./match-rows.ts";
import { type Counts, emptyCounts } from "./search-result.ts";
import { pathChunks, type SearchRun } from "./search-run.ts";
import { sortInSlices } from "./sliced-arrays.ts";
import { streamRows } from "./stream-rows.ts";

/** Maximum number of rows in a result. */
export const MAX_ROWS = 10_000;

/** Up to this number, rows are collected in a single pass, because counting them first would require a second one. */
const ONE_PASS_ROWS = 2000;

/** Number of rows to keep in case the time runs out before the first ones have been read. */
const MAX_SAMPLED_ROWS = 1000;

export interface CollectedRows extends Counts {
  /** The rows in sorted order. If the result was cut off, there are fewer than `total`. */
  rows: MatchRow[];
}

/** Returns the first `most` rows of a search, and counts all of them. */
export async function collectRows(search: SearchRun, most: number): Promise<CollectedRows> {
  const counts = emptyCounts();
  const { maxCount } = search.query;
  const held = Math.max(most, ONE_PASS_ROWS);
  const limit = Math.min(maxCount ?? Number.POSITIVE_INFINITY, held) + 1;
  const batches: MatchRow[][] = [];
  let size = 0;
  const take = (found: MatchRow[]) => {
    batches.push(found);
    size += found.length;
    search.onRows?.(found);
    return size <= held;
  };
  let full = false;
  for (const target of search.targets) {
    full = !(await streamRows(search, target, limit, held + 1, take, counts));
    if (full) break;
  }
  const rows = await inOrder(batches, search);
  if (!full && !counts.unread) return { ...counts, rows: rows.slice(0, most) };
  // Either there are too many rows to keep, or some files were not read completely, so count all of them. This count is
  // the more reliable one, because it reads files to the end, and only then is it known whether a file is binary.
  const counted = await countMatches({ ...search, query: { ...search.query, maxCount: undefined } });
  if (search.deadline.expired) {
    return { ...(counted.total < counts.total ? counts : counted), rows: rows.slice(0, most) };
  }
  const overfull = maxCount === undefined ? 0 : [...counted.files.values()].filter((count) => count > maxCount).length;
  const exact = { ...counted, overfull };
  if (!full) return { ...exact, rows: rows.filter(({ file }) => counted.files.has(file)).slice(0, most) };
  // There is no time to read the first rows, so return some of those that were already found. Only a few are kept, to
  // avoid having two full sets in memory.
  const met = rows.slice(0, MAX_SAMPLED_ROWS);
  for (const list of [rows, batches]) list.length = 0;
  // Select files in path order and read only those.
  const paths = await sortInSlices([...counted.files.keys()], search.slice, (path) => path);
  const first = await readRows(search, firstOf(paths, most, counted, maxCount), most);
  return { ...exact, paths, rows: search.deadline.expired && first.length === 0 ? met : first };
}

/** Returns the sorted files up to the one that completes `most` rows. */
function firstOf(paths: readonly string[], most: number, { files }: Counts, maxCount: number | undefined): string[] {
  let expected = 0;
  let end = 0;
  for (; end < paths.length && expected < most; end++) {
    const count = files.get(paths[end]!)!;
    expected += Math.min(count, maxCount ?? count);
  }
  return paths.slice(0, end);
}

/**
 * Reads the first `most` rows of the sorted files, with at most `each` rows per file. Returns fewer if the time runs
 * out.
 */
export async function readRows(
  search: SearchRun,
  paths: readonly string[],
  most: number,
  each = most,
): Promise<MatchRow[]> {
  const batches: MatchRow[][] = [];
  const read = Math.min(search.query.maxCount ?? Number.POSITIVE_INFINITY, each) + 1;
  for (const target of explicitTargets(search, paths)) {
    await streamRows(search, target, read, each, (found) => batches.push(found) > 0, undefined);
    if (search.deadline.expired) break;
  }
  return (await inOrder(batches, search)).slice(0, most);
}

/** Groups files that are known to match by workspace root. */
export function explicitTargets(search: SearchRun, paths: readonly string[]): Target[] {
  const byRoot = Map.groupBy(paths, (path) => cwdOf(search, path));
  return [...byRoot].flatMap(([cwd, own]) =>
    [...pathChunks(own)].map((chunk) => ({ cwd, paths: chunk, explicit: true, noIgnore: true, without: [] })),
  );
}

/** Sorts rows by path, line and column. Each batch contains one file whose rows are already in order. */
async function inOrder(batches: readonly MatchRow[][], { slice }: SearchRun): Promise<MatchRow[]> {
  return (await sortInSlices(batches, slice, (batch) => batch[0]!.file)).flat();
}

function cwdOf({ targets }: SearchRun, path: string): string {
  return targets.find(({ cwd }) => path.startsWith(`${cwd}/`))?.cwd ?? targets[0]!.cwd;
}
