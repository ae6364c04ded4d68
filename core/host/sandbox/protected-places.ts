/** Finds files in a root that will run later. They are mounted read-only for processes that may write nearby. */
import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import { mayLeadToPlace, placeThatRunsLater, REPOSITORY_HEAD } from "../contract/runs-later.ts";
import { joinRaw, type RawEntry, type RawPath, rawEntries } from "../runtime/raw-path.ts";
import { isInside } from "../workspace/path-rules.ts";
import { folderWithGitAbove, isRepository, placesOfGit } from "../workspace/places-of-git.ts";

export interface PlacesOptions {
  root: string;
  /** These may be changed. */
  named: readonly string[];
  /** Reports the number of folders that were not searched. They are protected as a whole. */
  unseen(count: number): void;
  maxEntries?: number;
  maxMounts?: number;
}

/** A process has to start quickly, so we don't look at more entries than this. */
const MAX_ENTRIES = 100_000;
/** Every mount takes time and arguments of the starter. */
const MAX_MOUNTS = 1000;
const MAX_BYTES = 200_000;
const SLASH = "/".charCodeAt(0);

interface Waiting {
  folder: RawPath;
  /** True if the path so far may be the beginning of such a place. */
  isLikely: boolean;
}

/** Returns existing places, except for `named` ones. Beyond the limit, unsearched folders are included. */
export function placesIn(options: PlacesOptions): RawPath[] {
  const { root, named, unseen, maxEntries = MAX_ENTRIES, maxMounts = MAX_MOUNTS } = options;
  const found: RawPath[] = [];
  const mayChangeGit = named.includes(".git/**");
  // The search is breadth first, because most of these places are near the top.
  const waiting: Waiting[] = [{ folder: root, isLikely: false }];
  const above = mayChangeGit ? undefined : folderWithGitAbove(root);
  if (above !== undefined) found.push(...outside(above, root));
  let seen = 0;
  for (const [next, { folder, isLikely }] of waiting.entries()) {
    if (seen >= maxEntries) {
      const rest = waiting.slice(next);
      unseen(rest.length);
      found.push(...rest.map(({ folder }) => folder));
      break;
    }
    const entries = entriesOf(folder);
    seen += entries.length;
    const names = entries.map(({ name }) => name.toString());
    if (!mayChangeGit) {
      if (isRepository(names)) {
        found.push(folder, ...outside(folder, root));
        continue;
      }
      if (names.includes(".git")) found.push(...outside(folder, root));
    }
    for (const { name, entry } of entries) {
      const path = joinRaw(folder, name);
      const likely = isLikely || mayLeadToPlace(name.toString());
      const place = likely ? placeThatRunsLater(relative(root, path.toString())) : undefined;
      if (place && place !== REPOSITORY_HEAD && !named.includes(place.pattern)) found.push(path);
      else if (isFolder(path, entry)) waiting.push({ folder: path, isLikely: likely });
    }
  }
  return bounded([...new Set(found)], root, maxMounts);
}

/** Returns the places from which git would run programs for a folder, except for its own `.git`. */
function outside(folder: RawPath, root: string): string[] {
  if (typeof folder !== "string") return [];
  return placesOfGit(folder).filter((place) => isInside(root, place) && place !== join(folder, ".git"));
}

/** An unreadable folder counts as empty, because a process of the same user could not read it either. */
function entriesOf(folder: RawPath): RawEntry[] {
  try {
    return rawEntries(folder);
  } catch {
    return [];
  }
}

/** Not every file system reports the kind of an entry. */
function isFolder(path: RawPath, entry: RawEntry["entry"]): boolean {
  if (entry?.isDirectory()) return true;
  if (entry?.isFile() || entry?.isSymbolicLink()) return false;
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** If there are too many places to mount each of them, their top-level folders are used, or even the whole root. */
function bounded(places: RawPath[], root: string, maxMounts: number): RawPath[] {
  if (isFew(places, maxMounts)) return places;
  const topFolders = new Map(places.map((place) => topFolder(place, root)).map((top) => [top.toString("latin1"), top]));
  const tops = [...topFolders.values()];
  return isFew(tops, maxMounts) ? tops : [root];
}

function isFew(places: readonly RawPath[], maxMounts: number): boolean {
  return places.length <= maxMounts && places.reduce((sum, { length }) => sum + length, 0) <= MAX_BYTES;
}

function topFolder(place: RawPath, root: string): Buffer {
  const bytes = Buffer.from(place);
  const end = bytes.indexOf(SLASH, Buffer.byteLength(root) + 1);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
