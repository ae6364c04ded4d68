/**
 * Saves the list of files of an answer that is longer than a page. We don't check anything until a cursor actually comes back.
 * At that point, modification times tell us which files have changed since the search began. Long lists are handled by a
 * worker.
 */

import type { Capabilities } from "../../../core/host/plugin-api.ts";
import type { QueryResult } from "./search-result.ts";

/** The part of a saved search that is repeated on every further page. */
export interface SavedSearchHead {
  /** The hash of the search. */
  request: string;
  /** The time at which the search began, in ms since the epoch. */
  startedAt: number;
  total: number;
  overfull: number;
  base: string;
  byQuery?: QueryResult<number>[];
  autoNoIgnore?: string;
}

export type SavedSearchJob = SaveSearch | ReadSavedSearch;

export interface SaveSearch {
  kind: "save";
  id: string;
  head: SavedSearchHead;
  /** The absolute paths, which are sorted and separated by NUL. A single string is a lot cheaper to post to a thread than many. */
  paths: string;
  /** The number of matches in each file. */
  counts: Uint32Array;
}

interface ReadSavedSearch {
  kind: "read";
  id: string;
  /** The first file to return, and the number of matches to cover. */
  from: number;
  most: number;
  /** The maximum number of rows for each file. */
  each: number;
}

export interface SavedFiles {
  head: SavedSearchHead;
  paths: string[];
  counts: number[];
  /** True if there are no more files after this. */
  last: boolean;
  /** The changed files, from all pages and not just this one. */
  changed: string[];
}

interface Stored {
  head: SavedSearchHead;
  paths: string;
  counts: number[];
}

const MAX_SAVED = 50;
const MAX_AGE_MS = 7 * 86_400_000;
/** The maximum number of changed files that we list. */
const MAX_CHANGED = 200;

/** Both the context of a worker and that of a call fit this type. */
type SavedSearchContext = Pick<Capabilities, "files" | "cache" | "clock"> & { signal: AbortSignal };

export default async function savedSearch(
  job: SavedSearchJob,
  context: SavedSearchContext,
): Promise<SavedFiles | undefined> {
  if (job.kind === "read") return await readSavedSearch(job, context);
  await saveSearch(job, context);
  return undefined;
}

export async function saveSearch(job: SaveSearch, context: SavedSearchContext): Promise<void> {
  context.signal.throwIfAborted();
  const stored: Stored = { head: job.head, paths: job.paths, counts: [...job.counts] };
  await context.cache.write(keyOf(job.id), new TextEncoder().encode(JSON.stringify(stored)));
  await dropOld(context);
}

/** Reads a saved search. Returns undefined if it is not saved anymore. */
async function readSavedSearch(
  { id, from, most, each }: ReadSavedSearch,
  context: SavedSearchContext,
): Promise<SavedFiles | undefined> {
  const bytes = await context.cache.read(keyOf(id));
  if (!bytes) return undefined;
  const { head, counts, ...stored } = JSON.parse(new TextDecoder().decode(bytes)) as Stored;
  const paths = stored.paths.split("\0");
  const changed = await changedSince(head.startedAt, paths, context);
  let end = from;
  for (let expected = 0; end < paths.length && expected < most; end++) expected += Math.min(counts[end]!, each);
  const last = end >= paths.length;
  return { head, paths: paths.slice(from, end), counts: counts.slice(from, end), last, changed };
}

/** Finds files that were modified or removed since then. We go folder by folder, so that each one is listed just once. */
async function changedSince(
  startedAt: number,
  paths: readonly string[],
  { files, signal }: SavedSearchContext,
): Promise<string[]> {
  const changed = new Set<string>();
  const byFolder = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf("/")) || "/");
  for (const [folder, inside] of byFolder) {
    signal.throwIfAborted();
    const names = inside.map((path) => path.slice(path.lastIndexOf("/") + 1));
    const found = await files.list(folder, { names }).catch(() => []);
    const entries = new Map(found.map((entry) => [entry.path, entry]));
    for (const path of inside) {
      const entry = entries.get(path);
      // A listing doesn't follow links.
      const stat = entry?.kind === "link" ? await files.stat(path).catch(() => undefined) : entry;
      if (!stat || Math.max(stat.mtimeMs, entry?.ctimeMs ?? 0) > startedAt) changed.add(path);
    }
  }
  return paths.filter((path) => changed.has(path)).slice(0, MAX_CHANGED);
}

const PREFIX = "rows-";

function keyOf(id: string): string {
  return PREFIX + id;
}

async function dropOld({ cache, clock }: SavedSearchContext): Promise<void> {
  const saved = (await cache.list()).filter(({ key }) => key.startsWith(PREFIX));
  saved.sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const [index, { key, mtimeMs }] of saved.entries()) {
    if (index >= MAX_SAVED || clock.now() - mtimeMs > MAX_AGE_MS) await cache.remove(key);
  }
}
