/** Counts occurrences, either for each file or in total. The total only needs constant memory. */

import type { TimeSlice } from "../../../core/host/plugin-api.ts";
import { readCounts } from "../ripgrep/events.ts";
import { addCount, type Counts, emptyCounts, type RawCounts } from "./search-result.ts";
import { absolutePath, runTarget, type SearchRun } from "./search-run.ts";
import { streamRows } from "./stream-rows.ts";

/** The amount of raw output that we keep. If there is more, counting by file takes a second search. */
const MAX_RAW_BYTES = 8 * 1024 * 1024;

export async function countMatches(search: SearchRun): Promise<Counts> {
  const counts = emptyCounts();
  const { maxCount } = search.query;
  for (const target of search.targets) {
    if (target.explicit) {
      // Matches in binary files do not count, but if files were named explicitly, only the event stream tells us which of them
      // are binary.
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

/** Counts the total. `files` stays empty unless a file might occur twice, because the counts are in `raw` instead. */
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
    // This function is called again whenever ripgrep has to be restarted.
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

/** Recovers the counts for each file from the output that a total was computed from. */
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

/** Returns a limit that is larger by one, so that we notice if there is more. */
function limitOf(maxCount: number | undefined): number | undefined {
  return maxCount === undefined ? undefined : maxCount + 1;
}
