/** Which entries of a walk a part of the listing has, in the order that was asked for; and all of them kept for the parts that follow. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Columns, Entries, Part } from "./entry-table.ts";
import type { ListRequest } from "./request.ts";
import { type Keeping, keepAll } from "./saved-listing.ts";
import { compare, type Place } from "./sort.ts";

/** What both jobs are told. */
export interface Wanted {
  request: ListRequest;
  /** Entries to give back at most. */
  most: number;
  /** How the listing is kept where it has more; undefined where it is not. */
  keeping: Omit<Keeping, "unlisted"> | undefined;
}

/** A regular expression has been tried: these entries match it. */
export interface PickJob extends Wanted {
  kind: "pick";
  columns: Columns;
  matching: Uint32Array<ArrayBuffer>;
  unlisted: string[];
}

/** How a part passes between threads: ten thousand texts would be made anew there in one turn, one text is a copy of bytes. */
export interface Sent<Whole extends Part> {
  /** With NUL between them; undefined where there are none. */
  paths: string | undefined;
  rest: Omit<Whole, "paths">;
}

export function sent<Whole extends Part>({ paths, ...rest }: Whole): Sent<Whole> {
  return { paths: paths.length === 0 ? undefined : paths.join("\0"), rest };
}

export function received<Whole extends Part>({ paths, rest }: Sent<Whole>): Omit<Whole, "paths"> & Pick<Part, "paths"> {
  return { ...rest, paths: paths?.split("\0") ?? [] };
}

export interface Listed extends Part {
  /** Paths of files that cannot be listed: their names are no text. */
  unlisted: string[];
  /** Entries that pass, of which `paths` has those asked for, and how many come behind them. */
  total: number;
  left: number;
  /** The last entries of the parts that the whole listing falls into, but of its last one. */
  ends: Place[];
  /** The id that the listing is kept by. */
  kept?: string;
  /** Why it is not. */
  notKept?: string;
}

/** `among`: entries by their numbers, rising with their paths; all where that is undefined. */
export async function choose(
  entries: Entries,
  among: Uint32Array<ArrayBuffer> | undefined,
  { request: { pattern, sort, behind }, most, keeping }: Wanted,
  unlisted: string[],
  context: WorkerContext,
): Promise<Listed> {
  const all = among ?? new Uint32Array(entries.count).map((_, at) => at);
  const wanted = pattern?.prune ? withoutPruned(entries, all) : all;
  // By path is how they come: so what is alike stays in that order.
  if (sort === "size") wanted.sort((a, b) => entries.size(b) - entries.size(a) || a - b);
  if (sort === "time") wanted.sort((a, b) => entries.mtimeMs(b) - entries.mtimeMs(a) || a - b);
  const start = behind ? firstBehind(entries, wanted, behind, compare(sort)) : 0;
  const part = partOf(entries, wanted.subarray(start, start + most));
  const ends: Place[] = [];
  for (let end = most; most > 0 && end < wanted.length; end += most) ends.push(entries.place(wanted[end - 1]!));
  const left = wanted.length - start - part.paths.length;
  const kept =
    keeping && left > 0 && !behind ? await keepAll(entries, wanted, most, { ...keeping, unlisted }, context) : {};
  return { ...part, ...kept, total: wanted.length, left, ends, unlisted };
}

function partOf(entries: Entries, chosen: Uint32Array): Part {
  const indices = [...chosen];
  return {
    paths: indices.map((at) => entries.path(at)),
    kinds: indices.map((at) => entries.kind(at)).join(""),
    sizes: Float64Array.from(indices, (at) => entries.size(at)),
    mtimesMs: Float64Array.from(indices, (at) => entries.mtimeMs(at)),
  };
}

function firstBehind(
  entries: Entries,
  sorted: Uint32Array,
  behind: Place,
  order: (a: Place, b: Place) => number,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(entries.place(sorted[middle]!), behind) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Entries in the order of their paths without those below a directory among them. */
function withoutPruned(entries: Entries, all: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
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
