/**
 * Collects the first rows of a query in the order of their paths, along with an exact total. The result is deterministic, even
 * though ripgrep reports files in any order.
 */

import type { Target } from "../ripgrep/query.ts";
import { countMatches } from "./count-matches.ts";
import type { MatchRow } from "./match-rows.ts";
import { type Counts, emptyCounts } from "./search-result.ts";
import { pathChunks, type SearchRun } from "./search-run.ts";
import { sortInSlices } from "./sliced-arrays.ts";
import { streamRows } from "./stream-rows.ts";

export const MAX_ROWS = 10_000;

/** If there are at most this many rows, a single pass is enough. Otherwise we count first, which takes a second pass. */
const ONE_PASS_ROWS = 2000;

/** The number of rows that we keep in case the time runs out before we can read the first ones. */
const MAX_SAMPLED_ROWS = 1000;

export interface CollectedRows extends Counts {
  /** The sorted rows. There are fewer than `total` if the result was cut off. */
  rows: MatchRow[];
}

/** Collects the first `most` rows, but counts all of them. */
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
  // Either there are too many rows to keep, or some file was not read to its end. In both cases we count everything again. This
  // count is more reliable because it reads files to the end, and only then does ripgrep know whether a file is binary.
  const counted = await countMatches({ ...search, query: { ...search.query, maxCount: undefined } });
  if (search.deadline.expired) {
    return { ...(counted.total < counts.total ? counts : counted), rows: rows.slice(0, most) };
  }
  const overfull = maxCount === undefined ? 0 : [...counted.files.values()].filter((count) => count > maxCount).length;
  const exact = { ...counted, overfull };
  if (!full) return { ...exact, rows: rows.filter(({ file }) => counted.files.has(file)).slice(0, most) };
  // There is no time left to read the first rows, so we use some that we have already seen. We only kept a few of them, since
  // otherwise there would be two full sets in memory.
  const met = rows.slice(0, MAX_SAMPLED_ROWS);
  for (const list of [rows, batches]) list.length = 0;
  // Now we can select files in the order of their paths and read only those.
  const paths = await sortInSlices([...counted.files.keys()], search.slice, (path) => path);
  const first = await readRows(search, firstOf(paths, most, counted, maxCount), most);
  return { ...exact, paths, rows: search.deadline.expired && first.length === 0 ? met : first };
}

/** Returns the shortest prefix of the sorted files that has `most` rows. */
function firstOf(paths: readonly string[], most: number, { files }: Counts, maxCount: number | undefined): string[] {
  let expected = 0;
  let end = 0;
  for (; end < paths.length && expected < most; end++) {
    const count = files.get(paths[end]!)!;
    expected += Math.min(count, maxCount ?? count);
  }
  return paths.slice(0, end);
}

/** Reads at most `most` rows of the sorted files in all, and at most `each` per file. Returns fewer if it runs out of time. */
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

/** Groups files by workspace root. All of them are known to match. */
export function explicitTargets(search: SearchRun, paths: readonly string[]): Target[] {
  const byRoot = Map.groupBy(paths, (path) => cwdOf(search, path));
  return [...byRoot].flatMap(([cwd, own]) =>
    [...pathChunks(own)].map((chunk) => ({ cwd, paths: chunk, explicit: true, noIgnore: true, without: [] })),
  );
}

/**
 * Sorts by path, line and column. Because each batch comes from a single file and is already sorted, we only have to order the
 * batches.
 */
async function inOrder(batches: readonly MatchRow[][], { slice }: SearchRun): Promise<MatchRow[]> {
  return (await sortInSlices(batches, slice, (batch) => batch[0]!.file)).flat();
}

function cwdOf({ targets }: SearchRun, path: string): string {
  return targets.find(({ cwd }) => path.startsWith(`${cwd}/`))?.cwd ?? targets[0]!.cwd;
}
