/** Finds the rows of a search: the first by path, line and column, the same on every run, with an exact total (design §5 search 6). */
import { countMatches } from "./count.ts";
import type { MatchRow } from "./rows.ts";
import type { Target } from "./scope.ts";
import { type Counts, chunksOf, type Search, streamRows } from "./stream.ts";
import { sortInTurns } from "./turns.ts";

/** No answer holds more rows. */
export const MOST_ROWS = 10_000;

export interface Collected extends Counts {
  /** Sorted; fewer than `total` where cut. */
  rows: MatchRow[];
}

/** Rows of a search: at most `most`, the first ones, and the counts of all. */
export async function collectRows(search: Search, most = MOST_ROWS): Promise<Collected> {
  const counts: Counts = { files: new Map(), total: 0, cut: false };
  const { maxCount } = search.query;
  const limit = Math.min(maxCount ?? Number.POSITIVE_INFINITY, most) + 1;
  const batches: MatchRow[][] = [];
  let size = 0;
  const take = (found: MatchRow[]) => {
    batches.push(found);
    size += found.length;
    search.onRows?.(found);
    return size <= most;
  };
  let full = false;
  for (const target of search.targets) {
    full = !(await streamRows(search, target, limit, most + 1, take, counts));
    if (full) break;
  }
  if (!full) return { ...counts, rows: await inOrder(batches, search) };
  // Too many to hold: count all, pick the files in path order, and read only those. The count has the last word: it reads
  // files to their end, where rows that were read so far may turn out to be of a binary file.
  const counted = await countMatches(search);
  const first = search.deadline.expired ? undefined : await firstRows(search, counted, most);
  const known = search.deadline.expired && counted.total < counts.total ? counts : counted;
  return { ...known, rows: first ?? (await inOrder(batches, search)).slice(0, most) };
}

/** The first `most` rows by path of files already counted; undefined where the time ran out. */
export async function firstRows(search: Search, counts: Counts, most: number): Promise<MatchRow[] | undefined> {
  const batches: MatchRow[][] = [];
  const paths: string[] = [];
  let expected = 0;
  for (const path of await sortInTurns([...counts.files.keys()], search.turns, (path) => path)) {
    if (expected >= most) break;
    expected += counts.files.get(path)!;
    paths.push(path);
  }
  const limit = Math.min(search.query.maxCount ?? Number.POSITIVE_INFINITY, most) + 1;
  for (const chunk of chunksOf(paths)) {
    const target: Target = { cwd: cwdOf(search, chunk[0]!), paths: chunk, explicit: true, noIgnore: true, without: [] };
    const take = (found: MatchRow[]) => batches.push(found) > 0;
    await streamRows(search, target, limit, most, take, undefined);
    if (search.deadline.expired) return undefined;
  }
  return (await inOrder(batches, search)).slice(0, most);
}

/** By path, line, column: each batch is one whole file, in order. */
async function inOrder(batches: readonly MatchRow[][], { turns }: Search): Promise<MatchRow[]> {
  return (await sortInTurns(batches, turns, (batch) => batch[0]!.file)).flat();
}

function cwdOf(search: Search, path: string): string {
  return search.targets.find(({ cwd }) => path.startsWith(`${cwd}/`))?.cwd ?? search.targets[0]!.cwd;
}
