/**
 * Chooses sample rows for a summary. They should be from as many different files as possible, beginning with those that have
 * the most matches.
 */

import { readRows } from "./collect-rows.ts";
import type { MatchRow } from "./match-rows.ts";
import { mergeRows } from "./multi-query.ts";
import type { Counts } from "./search-result.ts";
import type { SearchRun } from "./search-run.ts";

export const SAMPLES = 20;

export async function sampleRows(search: SearchRun, { files }: Counts): Promise<MatchRow[]> {
  const top: [path: string, count: number][] = [];
  for (const entry of files) {
    if (top.length === SAMPLES && !comesBefore(entry, top.at(-1)!)) continue;
    const at = top.findIndex((other) => comesBefore(entry, other));
    top.splice(at < 0 ? top.length : at, 0, entry);
    top.length = Math.min(top.length, SAMPLES);
  }
  if (top.length === 0) return [];
  const each = Math.ceil(SAMPLES / top.length);
  const paths = top.map(([path]) => path).sort();
  const lists: MatchRow[][] = [];
  for (const query of search.query.patterns) {
    const label = search.query.patterns.length > 1 ? { label: query } : {};
    const one = { ...search, query: { ...search.query, patterns: [query] }, ...label };
    lists.push(await readRows(one, paths, each * paths.length, each));
  }
  const rows = Map.groupBy(await mergeRows(lists, search), ({ file }) => file);
  const samples: MatchRow[] = [];
  for (let round = 0; round < each; round++) {
    for (const [path] of top) {
      const row = rows.get(path)?.[round];
      if (row) samples.push(row);
    }
  }
  return samples.slice(0, SAMPLES);
}

function comesBefore([path, count]: [string, number], [otherPath, otherCount]: [string, number]): boolean {
  return count !== otherCount ? count > otherCount : path < otherPath;
}
