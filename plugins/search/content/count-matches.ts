/** Counts occurrences: of each file, or in all with memory that does not grow with the files that match either. */

import type { TimeSlice } from "../../../core/host/plugin-api.ts";
import { readCounts } from "../ripgrep/events.ts";
import { addCount, type Counts, emptyCounts, type RawCounts } from "./search-result.ts";
import { absolutePath, runTarget, type SearchRun } from "./search-run.ts";
import { streamRows } from "./stream-rows.ts";

/** Maximum output kept in memory. Above it, counting by file runs a second search. */
const MOST_RAW_BYTES = 8 * 1024 * 1024;

/** Occurrences of each file. */
export async function countMatches(search: SearchRun): Promise<Counts> {
  const counts = emptyCounts();
  const { maxCount } = search.query;
  for (const target of search.targets) {
    if (target.explicit) {
      // Only the event stream says that a named file is binary, so its matches must not count.
      await streamRows(search, target, limitOf(maxCount), 0, () => true, counts);
      continue;
    }
    await runTarget(search, target, "count", limitOf(maxCount), (stdout) =>
      readCounts(stdout, search.slice, (bytes, start, end, count) =>
        addCount(counts, absolutePath(target, bytes.toString("utf8", start, end)), count, maxCount),
      ),
    );
  }
  return counts;
}

/** The total of occurrences. `files` is empty, and `raw` holds the counts, if no file can occur twice. */
export async function countTotal(search: SearchRun): Promise<Counts & { raw?: RawCounts }> {
  const { maxCount } = search.query;
  const [target, ...others] = search.targets;
  if (!target || others.length > 0 || target.explicit || target.paths.length > 1) return await countMatches(search);
  const counts = emptyCounts();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const hold = async function* (stdout: AsyncIterable<Uint8Array>) {
    for await (const chunk of stdout) {
      bytes += chunk.length;
      if (bytes <= MOST_RAW_BYTES) chunks.push(chunk);
      yield chunk;
    }
  };
  await runTarget(search, target, "count", limitOf(maxCount), async (stdout) => {
    // Called again where rg had to be started again.
    Object.assign(counts, { total: 0, overfull: 0 });
    chunks.length = 0;
    bytes = 0;
    await readCounts(hold(stdout), search.slice, (_bytes, _start, _end, count) => {
      const capped = Math.min(count, maxCount ?? count);
      if (capped < count) counts.overfull++;
      counts.total += capped;
    });
  });
  return bytes <= MOST_RAW_BYTES ? { ...counts, raw: { target, chunks } } : counts;
}

/** The counts of each file that a total was made of. */
export async function parseCounts(
  { target, chunks }: RawCounts,
  maxCount: number | undefined,
  slice: TimeSlice,
): Promise<Counts> {
  const counts = emptyCounts();
  async function* stored() {
    yield* chunks;
  }
  await readCounts(stored(), slice, (bytes, start, end, count) =>
    addCount(counts, absolutePath(target, bytes.toString("utf8", start, end)), count, maxCount),
  );
  return counts;
}

/** One more than needed: the extra one shows that something was cut. */
function limitOf(maxCount: number | undefined): number | undefined {
  return maxCount === undefined ? undefined : maxCount + 1;
}
