/** Counts occurrences, either by file or in total. The total takes a constant amount of memory. */

import type { TimeSlice } from "../../../core/host/plugin-api.ts";
import { readCounts } from "../ripgrep/events.ts";
import { addCount, type Counts, emptyCounts, type RawCounts } from "./search-result.ts";
import { absolutePath, runTarget, type SearchRun } from "./search-run.ts";
import { streamRows } from "./stream-rows.ts";

/** Amount of output to keep in memory. If there is more, counting by file requires a second search. */
const MAX_RAW_BYTES = 8 * 1024 * 1024;

/** Counts occurrences by file. */
export async function countMatches(search: SearchRun): Promise<Counts> {
  const counts = emptyCounts();
  const { maxCount } = search.query;
  for (const target of search.targets) {
    if (target.explicit) {
      // Only the event stream reports whether a named file is binary. The matches in a binary file must not be counted.
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

/** Counts the total. If no file can occur twice, `files` is empty and `raw` contains the counts. */
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
      if (bytes <= MAX_RAW_BYTES) chunks.push(chunk);
      yield chunk;
    }
  };
  await runTarget(search, target, "count", limitOf(maxCount), async (stdout) => {
    // This is called again if rg has to be restarted.
    Object.assign(counts, { total: 0, overfull: 0 });
    chunks.length = 0;
    bytes = 0;
    await readCounts(hold(stdout), search.slice, (_bytes, _start, _end, count) => {
      const capped = Math.min(count, maxCount ?? count);
      if (capped < count) counts.overfull++;
      counts.total += capped;
    });
  });
  return bytes <= MAX_RAW_BYTES ? { ...counts, raw: { target, chunks } } : counts;
}

/** Parses the counts by file that a total was computed from. */
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

/** Adds one to the limit, in order to notice if there are more matches. */
function limitOf(maxCount: number | undefined): number | undefined {
  return maxCount === undefined ? undefined : maxCount + 1;
}
