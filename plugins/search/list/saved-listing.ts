/**
 * Saves listings that do not fit on a page. Their order is kept, so that a cursor can continue without walking again. Every
 * page is a separate entry of the cache. The head has the lengths of the pages and is written last.
 */
import { JigError, toJigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { bufferOf, type EntryPage, type EntryTable } from "./entry-table.ts";
import type { SortKey } from "./sort.ts";

/** Identifies a listing. It also has everything that is the same on every page. */
export interface ListingHead {
  id: string;
  /** The hash of the arguments. */
  request: string;
  note?: string;
  warnings: string[];
  /** The files that we cannot list because their names are not valid UTF-8. */
  unlisted: string[];
}

interface StoredHead extends ListingHead {
  total: number;
  parts: { entries: number; bytes: number }[];
}

export interface ReadPageJob {
  kind: "read";
  id: string;
  /** The number of the page. Page 0 is the one in the first answer. */
  part: number;
  request: string;
}

/** A saved page that has been refreshed. Entries have their current size and time, and deleted ones are dropped. */
export interface SavedPage extends EntryPage {
  head: ListingHead & { total: number };
  /** The entries that were deleted or modified after the listing was made. */
  changed: string[];
  /** The sort key of the page's last entry at the time of the original listing. It is not set on the last page. */
  continuesAfter: SortKey | undefined;
}

const PREFIX = "list-";
const MAX_AGE_MS = 7 * 86_400_000;
const MAX_SAVED = 20;
/** The maximum size of all listings of one set of roots, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;
/** The number of bytes that an entry takes in addition to its path, for its size, time and kind. */
const FIXED_BYTES = 17;

type Storage = Pick<WorkerContext, "cache" | "clock" | "signal">;

/** Returns an id, or the reason why saving failed. A failure is not fatal, since the listing in memory is still good. */
export async function saveListing(
  entries: EntryTable,
  order: Uint32Array,
  most: number,
  listing: ListingHead,
  context: Storage,
): Promise<{ savedId: string } | { notSaved: string }> {
  const key = PREFIX + listing.id;
  try {
    const head: StoredHead = { ...listing, total: order.length, parts: [] };
    let bytes = 0;
    for (let start = 0; start < order.length; start += most) {
      context.signal.throwIfAborted();
      const chosen = order.subarray(start, start + most);
      const data = encodePage(entries, chosen);
      bytes += data.length;
      if (bytes > MAX_BYTES) throw new JigError("LIMIT_EXCEEDED", "The listing is too long to be saved");
      head.parts.push({ entries: chosen.length, bytes: data.length });
      // The data that we append is not flushed. After a crash, we would notice that the head is missing or that a length is wrong, and
      // treat the listing as incomplete.
      await context.cache.append(`${key}.${head.parts.length - 1}`, data);
    }
    await context.cache.write(key, new TextEncoder().encode(JSON.stringify(head)));
    await dropOld(context);
    return { savedId: listing.id };
  } catch (error) {
    await drop(context, listing.id).catch(() => undefined);
    context.signal.throwIfAborted();
    return { notSaved: toJigError(error).message };
  }
}

/** Returns undefined once the listing has been deleted. @throws INVALID_ARGUMENT if the cursor is from another listing */
export async function readSavedPage(
  { id, part, request }: ReadPageJob,
  context: Pick<WorkerContext, "cache" | "files" | "signal">,
): Promise<SavedPage | undefined> {
  const key = PREFIX + id;
  const written = await context.cache.read(key);
  if (!written) return undefined;
  const { parts, ...head } = JSON.parse(new TextDecoder().decode(written)) as StoredHead;
  if (head.request !== request) {
    throw new JigError("INVALID_ARGUMENT", "The cursor belongs to another listing", {
      hint: "Repeat the arguments of the call that returned it",
      details: { parameter: "cursor" },
    });
  }
  const known = parts[part];
  const data = known && (await context.cache.read(`${key}.${part}`));
  if (!known || data?.length !== known.bytes) return undefined;
  const { entries, bytes: _ } = known;
  const then = decodePage(data, entries);
  const now = await refreshPage(then, context);
  const at = entries - 1;
  const last: SortKey = { path: then.paths[at]!, size: then.sizes[at]!, mtimeMs: then.mtimesMs[at]! };
  return { head, ...now, continuesAfter: part + 1 < parts.length ? last : undefined };
}

function encodePage(entries: EntryTable, chosen: Uint32Array): Uint8Array {
  const paths = chosen.reduce((sum, at) => sum + entries.length(at) + 1, -1);
  const data = Buffer.alloc(chosen.length * FIXED_BYTES + paths);
  let end = chosen.length * FIXED_BYTES;
  for (const [place, at] of chosen.entries()) {
    data.writeDoubleLE(entries.size(at), place * 8);
    data.writeDoubleLE(entries.mtimeMs(at), (chosen.length + place) * 8);
    data[chosen.length * 16 + place] = entries.kind(at).charCodeAt(0);
    // The NUL that separates the paths is already there.
    entries.copyPath(at, data, end);
    end += entries.length(at) + 1;
  }
  return data;
}

function decodePage(bytes: Uint8Array, count: number): EntryPage {
  const data = bufferOf(bytes);
  const numbers = (from: number) => Float64Array.from({ length: count }, (_, at) => data.readDoubleLE((from + at) * 8));
  return {
    paths: data.toString("utf8", count * FIXED_BYTES).split("\0"),
    kinds: data.toString("latin1", count * 16, count * FIXED_BYTES),
    sizes: numbers(0),
    mtimesMs: numbers(count),
  };
}

/** Calls stat for every entry of a page again, one folder at a time. */
async function refreshPage(
  then: EntryPage,
  { files, signal }: Pick<WorkerContext, "files" | "signal">,
): Promise<EntryPage & { changed: string[] }> {
  const inFolders = new Map<string, string[]>();
  for (const path of then.paths) {
    const slash = path.lastIndexOf("/");
    const names = inFolders.get(path.slice(0, slash));
    if (names) names.push(path.slice(slash + 1));
    else inFolders.set(path.slice(0, slash), [path.slice(slash + 1)]);
  }
  const stamps = new Map<string, { kind: string; size: number; mtimeMs: number }>();
  for (const [folder, names] of inFolders) {
    signal.throwIfAborted();
    const found = await files.list(folder || "/", { names }).catch(() => []);
    for (const stat of found) stamps.set(`${folder}${stat.path.slice(stat.path.lastIndexOf("/"))}`, stat);
  }
  const now: EntryPage & { changed: string[] } = {
    paths: [],
    kinds: "",
    sizes: new Float64Array(then.paths.length),
    mtimesMs: new Float64Array(then.paths.length),
    changed: [],
  };
  for (const [at, path] of then.paths.entries()) {
    const stat = stamps.get(path);
    const kind = then.kinds[at];
    const followed = stat?.kind === "link" && kind !== "l";
    const sized = kind === "f" && !followed;
    const same =
      stat &&
      (followed ||
        (stat.kind[0] === kind && stat.mtimeMs === then.mtimesMs[at] && (!sized || stat.size === then.sizes[at])));
    if (!same) now.changed.push(path);
    if (!stat || (!followed && stat.kind[0] !== kind)) continue;
    now.sizes[now.paths.length] = sized ? stat.size : then.sizes[at]!;
    now.mtimesMs[now.paths.length] = followed ? then.mtimesMs[at]! : stat.mtimeMs;
    now.paths.push(path);
    now.kinds += kind;
  }
  return now;
}

/** Removes the oldest listings once there are too many, or once they are too old or too large. */
async function dropOld(context: Storage): Promise<void> {
  const listings = new Map<string, { bytes: number; mtimeMs: number }>();
  for (const { key, size, mtimeMs } of await context.cache.list()) {
    if (!key.startsWith(PREFIX)) continue;
    const id = key.slice(PREFIX.length).split(".")[0]!;
    const { bytes = 0, mtimeMs: known = 0 } = listings.get(id) ?? {};
    listings.set(id, { bytes: bytes + size, mtimeMs: Math.max(known, mtimeMs) });
  }
  let sum = 0;
  for (const [place, [id, { bytes, mtimeMs }]] of [...listings].sort((a, b) => b[1].mtimeMs - a[1].mtimeMs).entries()) {
    sum += bytes;
    if (place >= MAX_SAVED || sum > MAX_BYTES || context.clock.now() - mtimeMs > MAX_AGE_MS) await drop(context, id);
  }
}

async function drop({ cache }: Pick<Storage, "cache">, id: string): Promise<void> {
  const key = PREFIX + id;
  // We remove the head first. Without a head, nothing else is ever read.
  await cache.remove(key);
  for (const entry of await cache.list()) if (entry.key.startsWith(`${key}.`)) await cache.remove(entry.key);
}
