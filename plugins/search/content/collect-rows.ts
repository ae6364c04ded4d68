/** Finds the first rows of a query by path, line and column, with an exact total. Results are deterministic. */

import type { Target } from "../ripgrep/query.ts";
import { countMatches } from "./count-matches.ts";
import type { MatchRow } from "./match-rows.ts";
import { type Counts, emptyCounts } from "./search-result.ts";
import { pathChunks, type SearchRun } from "./search-run.ts";
import { sortInSlices } from "./sliced-arrays.ts";
import { streamRows } from "./stream-rows.ts";

/** Maximum rows of an answer. */
export const MOST_ROWS = 10_000;

/** Up to this many rows are collected in a single pass, because counting first would take another one. */
const ONE_PASS_ROWS = 2000;

/** Rows kept for the case that time runs out before the first ones are read. */
const MOST_MET = 1000;

export interface CollectedRows extends Counts {
  /** Sorted; fewer than `total` if cut. */
  rows: MatchRow[];
}

/** Returns the first rows of a search, at most `most`, and the counts of all. */
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
  // Too many to hold, or files that were not read to their end: all are counted. The count has the last word, for it reads files
  // to their end, where rows that were read so far may turn out to be of a binary file.
  const counted = await countMatches({ ...search, query: { ...search.query, maxCount: undefined } });
  if (search.deadline.expired) {
    return { ...(counted.total < counts.total ? counts : counted), rows: rows.slice(0, most) };
  }
  const overfull = maxCount === undefined ? 0 : [...counted.files.values()].filter((count) => count > maxCount).length;
  const exact = { ...counted, overfull };
  if (!full) return { ...exact, rows: rows.filter(({ file }) => counted.files.has(file)).slice(0, most) };
  // If there is no time to read the first rows, return some of those already found. Keep only some, so that two full sets are not in memory.
  const met = rows.slice(0, MOST_MET);
  for (const list of [rows, batches]) list.length = 0;
  // Select files in path order, and read only those.
  const paths = await sortInSlices([...counted.files.keys()], search.slice, (path) => path);
  const first = await readRows(search, firstOf(paths, most, counted, maxCount), most);
  return { ...exact, paths, rows: search.deadline.expired && first.length === 0 ? met : first };
}

/** Returns as many of the sorted files as have `most` rows together. */
function firstOf(paths: readonly string[], most: number, { files }: Counts, maxCount: number | undefined): string[] {
  let expected = 0;
  let end = 0;
  for (; end < paths.length && expected < most; end++) {
    const count = files.get(paths[end]!)!;
    expected += Math.min(count, maxCount ?? count);
  }
  return paths.slice(0, end);
}

/** Reads the first `most` rows of sorted files, at most `each` per file; fewer if time runs out. */
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

/** Groups files that are known to match by their workspace root. */
export function explicitTargets(search: SearchRun, paths: readonly string[]): Target[] {
  const byRoot = Map.groupBy(paths, (path) => cwdOf(search, path));
  return [...byRoot].flatMap(([cwd, own]) =>
    [...pathChunks(own)].map((chunk) => ({ cwd, paths: chunk, explicit: true, noIgnore: true, without: [] })),
  );
}

/** Sorted by path, line, column: each batch is one whole file, in order. */
async function inOrder(batches: readonly MatchRow[][], { slice }: SearchRun): Promise<MatchRow[]> {
  return (await sortInSlices(batches, slice, (batch) => batch[0]!.file)).flat();
}

function cwdOf({ targets }: SearchRun, path: string): string {
  return targets.find(({ cwd }) => path.startsWith(`${cwd}/`))?.cwd ?? targets[0]!.cwd;
}
