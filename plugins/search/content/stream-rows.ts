/** Reads rows from the event stream of ripgrep. */

import { linesOf, occurrencesIn, type RgEvent, readEvents } from "../ripgrep/events.ts";
import type { Target } from "../ripgrep/query.ts";
import { FileRows, type MatchRow } from "./match-rows.ts";
import { addCount, type Counts } from "./search-result.ts";
import { absolutePath, decodePath, pathChunks, runTarget, type SearchRun } from "./search-run.ts";

/**
 * Streams the rows of a target, file by file. @param keep rows to keep per file @param limit matching lines per file @returns
 * false if `take` stopped it
 */
export async function streamRows(
  search: SearchRun,
  target: Target,
  limit: number | undefined,
  keep: number,
  take: (rows: MatchRow[]) => boolean,
  counts: Counts | undefined,
): Promise<boolean> {
  const { query, warnings, slice } = search;
  const most = Math.min(query.maxCount ?? Number.POSITIVE_INFINITY, keep);
  const options = (path: string) => {
    const { path: begun, rows = 0 } = search.skip ?? {};
    const skip = path === begun ? rows : 0;
    const limit = path === begun ? most - rows : Math.min(most, keep - rows);
    return { before: query.before, after: query.after, limit, skip, query: search.label };
  };
  // We still have to count the rows that we don't keep.
  const cap = keep === 0 ? query.maxCount : undefined;
  let wanted = true;
  let file: FileRows | undefined;
  let uncounted = 0;
  /** The files from an earlier attempt, because a retry finds them again. */
  const seen = new Set<string>();
  const finish = (done: FileRows, binary: boolean) => {
    seen.add(done.path);
    if (binary) return warnings.binary(done.path);
    if (done.replaced) warnings.replaced(done.path);
    if (uncounted > 0)
      warnings.add(`Lines too long to show in: ${done.path} (matches counted, not shown: ${uncounted})`);
    if (counts) {
      addCount(counts, done.path, done.seen + uncounted, cap);
      if (cap === undefined && done.seen > (query.maxCount ?? done.seen)) counts.overfull++;
      if (limit !== undefined && done.events >= limit) counts.unread = true;
    }
    if (done.rows.length > 0) wanted = take(done.rows);
  };
  const handle = (event: RgEvent) => {
    if (event.type === "begin") {
      const path = absolutePath(target, decodePath(event.data.path));
      if ("bytes" in event.data.path) warnings.add(`File name is not UTF-8: ${path}`);
      // If roots overlap, a file may come up twice, but it should only be counted once.
      file = seen.has(path) || counts?.files.has(path) ? undefined : new FileRows(path, options(path));
      uncounted = 0;
    } else if (event.type === "match") {
      if (file?.wantsLines) file.match(linesOf(event));
      else file?.count(occurrencesIn(event));
    } else if (event.type === "context") {
      if (file?.wantsLines) file.context(linesOf(event));
    } else if (event.type === "oversized") uncounted += event.data.occurrences;
    else if (event.type === "end" && file) {
      finish(file, event.data.binary_offset !== null);
      file = undefined;
    }
  };
  for (const paths of target.explicit ? pathChunks(target.paths) : [target.paths]) {
    // Spawning a process with a thousand arguments uses up an entire time slice.
    if (slice.over) await slice.pause();
    await runTarget(search, { ...target, paths }, "json", limit, async (stdout, stop) => {
      for await (const events of readEvents(stdout)) {
        for (const event of events) if (wanted) handle(event);
        if (!wanted) return stop();
        if (slice.over) await slice.pause();
      }
    });
    if (!wanted) return false;
  }
  return true;
}
