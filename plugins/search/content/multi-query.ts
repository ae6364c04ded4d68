/**
 * Runs multiple queries. We walk the tree just once to find the files with any match at all, and then search only those for
 * each query.
 */

import { slashed } from "../../../core/host/plugin-api.ts";
import type { Target } from "../ripgrep/query.ts";
import { explicitTargets } from "./collect-rows.ts";
import { countMatches } from "./count-matches.ts";
import type { MatchRow } from "./match-rows.ts";
import { type Counts, type QueryResult, sumCounts } from "./search-result.ts";
import { absolutePath, runTarget, type SearchRun } from "./search-run.ts";
import { sortInSlices } from "./sliced-arrays.ts";

export async function runEachQuery<Part>(
  search: SearchRun,
  find: (one: SearchRun) => Promise<Part>,
): Promise<QueryResult<Part>[]> {
  const { patterns } = search.query;
  if (patterns.length === 1) return [{ query: patterns[0]!, part: await find(search) }];
  const walked = search.targets.filter(({ explicit }) => !explicit);
  const named = search.targets.filter(({ explicit }) => explicit);
  const targets = [...named, ...explicitTargets(search, await matchingFiles(search, walked))];
  const found: QueryResult<Part>[] = [];
  for (const query of patterns) {
    const one = { ...search, query: { ...search.query, patterns: [query] }, targets, label: query };
    found.push({ query, part: await find(one) });
  }
  return found;
}

/** Counts the matches of each query, and of all of them combined. */
export async function countEachQuery(search: SearchRun): Promise<{ all: Counts; each: QueryResult<Counts>[] }> {
  const each = await runEachQuery(search, countMatches);
  return { all: sumCounts(each.map(({ part }) => part)), each };
}

/**
 * Merges the rows of several queries and sorts them by path, line and column. Rows at the same place are in the order of the
 * queries.
 */
export async function mergeRows(
  lists: readonly MatchRow[][],
  { slice }: Pick<SearchRun, "slice">,
): Promise<MatchRow[]> {
  if (lists.length === 1) return lists[0]!;
  const byFile = Map.groupBy(lists.flat(), ({ file }) => file);
  const files = await sortInSlices([...byFile], slice, ([file]) => file);
  // The sort is stable, so rows at the same place remain in the order of the queries.
  return files.flatMap(([, rows]) => rows.sort((a, b) => a.line_number - b.line_number || a.column - b.column));
}

/** Finds the files in which at least one query may match. */
async function matchingFiles(search: SearchRun, targets: readonly Target[]): Promise<string[]> {
  const { caseMode } = search.query;
  // Smart case applies to each query on its own. We have to be lenient here, because otherwise a capital in one query would
  // make all others case-sensitive.
  const query = { ...search.query, caseMode: caseMode === "smart" ? ("insensitive" as const) : caseMode };
  const files = new Set<string>();
  for (const target of targets) {
    await runTarget({ ...search, query }, target, "files", undefined, async (stdout) => {
      let rest = "";
      const decoder = new TextDecoder();
      for await (const chunk of stdout) {
        const parts = (rest + decoder.decode(chunk, { stream: true })).split("\0");
        rest = parts.pop()!;
        for (const part of parts) files.add(absolutePath(target, slashed(part)));
        if (search.slice.over) await search.slice.pause();
      }
    });
  }
  return await sortInSlices([...files], search.slice, (path) => path);
}
