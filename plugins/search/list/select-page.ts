/** Selects one page from a finished walk, in the requested order, and saves the rest for later pages. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { EntryColumns, EntryPage, EntryTable } from "./entry-table.ts";
import type { ListRequest } from "./request.ts";
import { type ListingHead, saveListing } from "./saved-listing.ts";
import { compareBy, type SortKey } from "./sort.ts";

/** The input that both of the jobs have in common. */
export interface PageRequest {
  request: ListRequest;
  /** The page's size. */
  most: number;
  /** If the listing has more pages, it is saved under this head. If this is undefined, it is not saved. */
  saveAs: Omit<ListingHead, "unlisted"> | undefined;
}

/** A job for listings that are filtered by a regular expression. */
export interface PickJob extends PageRequest {
  kind: "pick";
  columns: EntryColumns;
  matching: Uint32Array<ArrayBuffer>;
  unlisted: string[];
}

/**
 * A page that is cheap to send to another thread. Thousands of strings would be deserialized in one go, which blocks the
 * receiver, so there is one string for all paths.
 */
export interface PackedPage<Whole extends EntryPage> {
  /** The paths, separated by NUL, or undefined for an empty page. */
  paths: string | undefined;
  rest: Omit<Whole, "paths">;
}

export function packPage<Whole extends EntryPage>({ paths, ...rest }: Whole): PackedPage<Whole> {
  return { paths: paths.length === 0 ? undefined : paths.join("\0"), rest };
}

export function unpackPage<Whole extends EntryPage>({
  paths,
  rest,
}: PackedPage<Whole>): Omit<Whole, "paths"> & Pick<EntryPage, "paths"> {
  return { ...rest, paths: paths?.split("\0") ?? [] };
}

export interface SelectedPage extends EntryPage {
  /** The files that we cannot list because their names are not valid UTF-8. */
  unlisted: string[];
  /** The number of matching entries overall, and the number that come after `paths`. */
  total: number;
  remaining: number;
  /** The last entry of every page except the final one. */
  pageEnds: SortKey[];
  savedId?: string;
  /** The reason why saving failed, if it did. */
  notSaved?: string;
}

/** Selects a page. `among` has indexes of entries in path order. If it is undefined, all entries are selected. */
export async function selectPage(
  entries: EntryTable,
  among: Uint32Array<ArrayBuffer> | undefined,
  { request: { pattern, sort, after }, most, saveAs }: PageRequest,
  unlisted: string[],
  context: WorkerContext,
): Promise<SelectedPage> {
  const all = among ?? new Uint32Array(entries.count).map((_, at) => at);
  const wanted = pattern?.prune ? withoutPruned(entries, all) : all;
  // The indexes are in path order, so `a - b` keeps entries with equal keys in that order.
  if (sort === "size") wanted.sort((a, b) => entries.size(b) - entries.size(a) || a - b);
  if (sort === "time") wanted.sort((a, b) => entries.mtimeMs(b) - entries.mtimeMs(a) || a - b);
  const start = after ? firstAfter(entries, wanted, after, compareBy(sort)) : 0;
  const page = pageOf(entries, wanted.subarray(start, start + most));
  const pageEnds: SortKey[] = [];
  for (let end = most; most > 0 && end < wanted.length; end += most) pageEnds.push(entries.sortKey(wanted[end - 1]!));
  const remaining = wanted.length - start - page.paths.length;
  const saved =
    saveAs && remaining > 0 && !after ? await saveListing(entries, wanted, most, { ...saveAs, unlisted }, context) : {};
  return { ...page, ...saved, total: wanted.length, remaining, pageEnds, unlisted };
}

function pageOf(entries: EntryTable, chosen: Uint32Array): EntryPage {
  const indices = [...chosen];
  return {
    paths: indices.map((at) => entries.path(at)),
    kinds: indices.map((at) => entries.kind(at)).join(""),
    sizes: Float64Array.from(indices, (at) => entries.size(at)),
    mtimesMs: Float64Array.from(indices, (at) => entries.mtimeMs(at)),
  };
}

function firstAfter(
  entries: EntryTable,
  sorted: Uint32Array,
  after: SortKey,
  order: (a: SortKey, b: SortKey) => number,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(entries.sortKey(sorted[middle]!), after) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Removes entries that are inside another one, without changing the order. */
function withoutPruned(entries: EntryTable, all: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const directories = new Set<string>();
  return all.filter((at) => {
    const path = entries.path(at);
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      if (directories.has(path.slice(0, slash))) return false;
    }
    if (entries.kind(at) === "d") directories.add(path);
    return true;
  });
}
