/**
 * Saves the files of an answer that is longer than one page, with their sizes and times, for the cursors to go on from. A worker
 * job where they are many, for it is one stat a file.
 */

import type { Capabilities } from "../../../core/host/plugin-api.ts";
import type { QueryResult } from "./search-result.ts";

/** What each further part says as the first did. */
export interface SavedSearchHead {
  /** The search that it is of. */
  request: string;
  /** When it began, milliseconds since the epoch. */
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
  /** Absolute and sorted, with NUL between them: one string is quicker to hand over than a hundred thousand. */
  paths: string;
  /** How many matches each has. */
  counts: Uint32Array;
}

interface ReadSavedSearch {
  kind: "read";
  id: string;
  /** The first file wanted, and how many matches the files wanted are to have. */
  from: number;
  most: number;
  /** Rows of one file at most. */
  each: number;
}

export interface SavedFiles {
  head: SavedSearchHead;
  paths: string[];
  counts: number[];
  /** No file follows these. */
  last: boolean;
  /** Of all files. */
  changed: string[];
}

interface Stored {
  head: SavedSearchHead;
  paths: string[];
  counts: number[];
  stamps: [size: number, mtimeMs: number][];
}

const MAX_SAVED = 50;
const MAX_AGE_MS = 7 * 86_400_000;
/** Changed files that are named. */
const MAX_CHANGED = 200;
const GONE: [number, number] = [-1, -1];

/** What it takes; a worker has it, and a call. */
type SavedSearchContext = Pick<Capabilities, "files" | "cache" | "clock"> & { signal: AbortSignal };

export default async function savedSearch(
  job: SavedSearchJob,
  context: SavedSearchContext,
): Promise<SavedFiles | undefined> {
  if (job.kind === "read") return await readSavedSearch(job, context);
  await saveSearch(job, context, () => undefined);
  return undefined;
}

/** Calls `pause` after each file. */
export async function saveSearch(
  job: SaveSearch,
  context: SavedSearchContext,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  const paths = job.paths.split("\0");
  const stamps: [number, number][] = [];
  for (const path of paths) {
    stamps.push(await stampOf(path, context));
    await pause();
  }
  const stored: Stored = { head: job.head, paths, counts: [...job.counts], stamps };
  await context.cache.write(keyOf(job.id), new TextEncoder().encode(JSON.stringify(stored)));
  await dropOld(context);
}

/** Returns undefined where it is no longer saved. */
async function readSavedSearch(
  { id, from, most, each }: ReadSavedSearch,
  context: SavedSearchContext,
): Promise<SavedFiles | undefined> {
  const bytes = await context.cache.read(keyOf(id));
  if (!bytes) return undefined;
  const { head, paths, counts, stamps } = JSON.parse(new TextDecoder().decode(bytes)) as Stored;
  const changed: string[] = [];
  for (const [index, path] of paths.entries()) {
    if (changed.length >= MAX_CHANGED) break;
    const [size, mtimeMs] = await stampOf(path, context);
    const [knownSize, knownTime] = stamps[index]!;
    if (size !== knownSize || mtimeMs !== knownTime || mtimeMs > head.startedAt || size < 0) changed.push(path);
  }
  let end = from;
  for (let expected = 0; end < paths.length && expected < most; end++) expected += Math.min(counts[end]!, each);
  const last = end >= paths.length;
  return { head, paths: paths.slice(from, end), counts: counts.slice(from, end), last, changed };
}

async function stampOf(path: string, { files, signal }: SavedSearchContext): Promise<[number, number]> {
  signal.throwIfAborted();
  return await files.stat(path).then(
    ({ size, mtimeMs }) => [size, mtimeMs],
    () => GONE,
  );
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
