/**
 * Remembers the file list of an answer that's longer than a page. We don't verify anything until a cursor actually comes
 * back; at that point, modification times tell us which files were changed since the search began. Long lists are handled by
 * a worker.
 */

import type { Capabilities } from "../../../core/host/plugin-api.ts";
import type { QueryResult } from "./search-result.ts";

/** The part of a saved search that is repeated on every further page. */
export interface SavedSearchHead {
  /** The hash of the search. */
  request: string;
  /** When the search began, in ms since the epoch */
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
  /** Absolute, sorted, NUL-separated. A single string is a lot cheaper to post to a thread than many. */
  paths: string;
  /** Matches per file */
  counts: Uint32Array;
}

interface ReadSavedSearch {
  kind: "read";
  id: string;
  /** First file to return, and how many matches to cover */
  from: number;
  most: number;
  /** Row limit per file */
  each: number;
}

export interface SavedFiles {
  head: SavedSearchHead;
  paths: string[];
  counts: number[];
  /** No more files after this */
  last: boolean;
  /** Over all files, not just this page's */
  changed: string[];
}

interface Stored {
  head: SavedSearchHead;
  paths: string;
  counts: number[];
}

const MAX_SAVED = 50;
const MAX_AGE_MS = 7 * 86_400_000;
/** Cap on the changed files we list */
const MAX_CHANGED = 200;

/** Both a worker's context and a call's will do. */
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

/** Read a saved search. If it is not saved anymore, then this returns undefined. */
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

/** Finds files that were modified or removed since. Goes folder by folder, such that each is listed just once. */
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
      // a listing doesn't follow links
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
