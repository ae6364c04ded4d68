/** Walks directories with one stat per file and without following links. This is meant for worker threads. */

import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import type { Sweep, SweepOptions } from "../contract/context.ts";
import type { WorkerModule } from "../contract/define.ts";
import { errorCode } from "../contract/error-parts.ts";
import { toJigError } from "../contract/errors.ts";
import { resourceErrorOf } from "../contract/resource-errors.ts";
import { isLocalDisk } from "../runtime/file-systems.ts";

/** Deno rounds times to seconds, so if a directory has just changed, its next change may not be visible in its time. */
const SETTLE_MS = 2000;
/** The limits of the cache are the number of walks and the number of files per walk. */
const CACHED_WALKS = 4;
const MAX_CACHED_FILES = 300_000;
/** `enter` is called for each folder directly before it is checked. */
export type Sweeper = (options: SweepOptions & { directories: string[] }, enter?: (folder: string) => void) => Sweep;

export interface SweeperOptions {
  settleMs?: number;
  /** Set for a sweep that happens only once, which doesn't need the times of directories. */
  once?: boolean;
}

interface Stamp {
  dev: number;
  ino: number;
  mtimeMs: number;
  ctimeMs: number;
}

/** The cached entries of a directory. If `stamp` is undefined, it has to be read again. */
interface Folder {
  stamp: Stamp | undefined;
  files: string[];
  folders: string[];
  /** True if we are not allowed to list it. */
  isUnreadable?: boolean;
}

interface Walk {
  folders: Map<string, Folder>;
  sweep: Sweep;
}

/**
 * Sweeps synchronously, which takes around 2 µs per file. The result is sorted by path (UTF-16 units). The entries of a
 * directory are cached until its times change, while all files are checked every time. If nothing has changed, the result is
 * the same object as before. Directories that can't be read are collected in `unreadable`.
 * @throws UNAVAILABLE when the system is out of descriptors or memory
 */
export function createSweeper({ settleMs = SETTLE_MS, once = false }: SweeperOptions = {}): Sweeper {
  const walks = new Map<string, Walk>();
  const isHonest = honestDevices();
  const stampFor: StampOf = once ? () => undefined : (path) => stampOf(path, Date.now() - settleMs, isHonest);
  return (options, enter) => {
    const key = JSON.stringify([options.directories, options.extensions, options.skip, options.skipSiblings]);
    const walk = walkAgain(options, walks.get(key), stampFor, enter);
    walks.delete(key);
    if (walk.sweep.paths.length <= MAX_CACHED_FILES) walks.set(key, walk);
    for (const oldest of [...walks.keys()].slice(0, -CACHED_WALKS)) walks.delete(oldest);
    return walk.sweep;
  };
}

export const SWEEP_WORKER = "sweep";

export const sweepWorker: WorkerModule = {
  // Each thread has one sweeper, so that all of its jobs share the cache.
  default: async (options: SweepOptions & { directories: string[] }, context) =>
    (await context.keep("sweeper", createSweeper))(options),
};

/** Returns `undefined` if the times of the directory don't reliably show its next change. */
type StampOf = (path: string) => Stamp | undefined;

function walkAgain(
  options: Parameters<Sweeper>[0],
  before: Walk | undefined,
  stampFor: StampOf,
  enter?: (folder: string) => void,
): Walk {
  const skip = new Set([".git", ...(options.skip ?? [])]);
  const folders = new Map<string, Folder>();
  let same = before !== undefined;
  const pending = [...options.directories];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (folders.has(path)) continue;
    enter?.(path);
    const stamp = stampFor(path);
    let folder = before?.folders.get(path);
    if (!folder || !isSame(folder.stamp, stamp)) {
      folder = listFolder(path, stamp, skip, options);
      same = false;
    }
    folders.set(path, folder);
    for (const inner of folder.folders) pending.push(inner);
  }
  const unreadable = [...folders].flatMap(([path, { isUnreadable }]) => (isUnreadable ? path : []));
  if (before && same && !before.sweep.unreadable)
    return { folders, sweep: statFiles(before.sweep.paths, unreadable, before.sweep) };
  const paths: string[] = [];
  for (const folder of folders.values()) for (const path of folder.files) paths.push(path);
  // The default order also compares UTF-16 units, and a comparison function would take twice as long.
  paths.sort();
  return { folders, sweep: statFiles(paths, unreadable, before?.sweep) };
}

function listFolder(
  path: string,
  stamp: Stamp | undefined,
  skip: ReadonlySet<string>,
  { extensions, skipSiblings = {} }: SweepOptions,
): Folder {
  const folder: Folder = { stamp, files: [], folders: [] };
  const prefix = path.endsWith("/") ? path : `${path}/`;
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    // If access is granted later, the times of the folder change, so we notice it.
    return isGone(error) ? { ...folder, stamp: undefined } : { ...folder, isUnreadable: true };
  }
  for (const entry of entries) {
    if (entry.isDirectory()) {
      if (!skip.has(entry.name)) folder.folders.push(prefix + entry.name);
    } else if (entry.isFile() && (!extensions || endsWithOneOf(entry.name, extensions)))
      folder.files.push(prefix + entry.name);
  }
  for (const [ending, names] of folder.folders.length > 0 ? Object.entries(skipSiblings) : []) {
    if (!entries.some((entry) => entry.isFile() && endsWithOneOf(entry.name, [ending]))) continue;
    const siblings = new Set(names.map((name) => prefix + name));
    folder.folders = folder.folders.filter((inner) => !siblings.has(inner));
  }
  return folder;
}

function stampOf(path: string, settledBefore: number, isHonest: IsHonest): Stamp | undefined {
  if (process.platform !== "linux") return undefined;
  const stat = statOf(path);
  if (!stat?.isDirectory()) return undefined;
  const { dev, ino, mtimeMs, ctimeMs } = stat;
  return mtimeMs > settledBefore || ctimeMs > settledBefore || !isHonest(path, dev)
    ? undefined
    : { dev, ino, mtimeMs, ctimeMs };
}

function isSame(a: Stamp | undefined, b: Stamp | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.ctimeMs === b.ctimeMs &&
    a.mtimeMs === b.mtimeMs &&
    a.ino === b.ino &&
    a.dev === b.dev
  );
}

/** Tells whether a device reliably updates the times of a directory when its entries change, which not all file systems do. */
type IsHonest = (path: string, device: number) => boolean;

function honestDevices(): IsHonest {
  const honest = new Map<number, boolean>();
  return (path, device) => {
    let known = honest.get(device);
    if (known === undefined) {
      known = isLocalDisk(path);
      honest.set(device, known);
    }
    return known;
  };
}

/** Calls stat for every file and compares the result with the previous sweep, which is returned if nothing has changed. */
function statFiles(paths: string[], unreadable: readonly string[], before: Sweep | undefined): Sweep {
  const sizes = new Float64Array(paths.length);
  const mtimesMs = new Float64Array(paths.length);
  const missing = new Set<string>();
  const closed = new Set(unreadable);
  let same = paths === before?.paths;
  for (const [at, path] of paths.entries()) {
    const stat = statOf(path, closed);
    if (!stat?.isFile()) {
      missing.add(path);
      continue;
    }
    sizes[at] = stat.size;
    mtimesMs[at] = stat.mtimeMs;
    same &&= sizes[at] === before?.sizes[at] && mtimesMs[at] === before?.mtimesMs[at];
  }
  same &&= missing.size === 0 && String([...closed].sort()) === String(before?.unreadable ?? "");
  if (before && same) return before;
  const refused = closed.size === 0 ? {} : { unreadable: [...closed].sort() };
  if (missing.size === 0) return { paths, sizes, mtimesMs, ...refused };
  const here = (_: unknown, at: number) => !missing.has(paths[at] ?? "");
  return { paths: paths.filter(here), sizes: sizes.filter(here), mtimesMs: mtimesMs.filter(here), ...refused };
}

/** Returns undefined for a missing path. Folders that can be listed but not entered are added to `closed`. */
function statOf(path: string, closed?: Set<string>): Stats | undefined {
  try {
    // Passing options would cost a fifteenth of the time. Throwing is acceptable, because missing files are rare.
    return lstatSync(path);
  } catch (error) {
    if (!isGone(error)) closed?.add(path.slice(0, path.lastIndexOf("/")));
    return undefined;
  }
}

/**
 * Returns false if the path exists and just can't be accessed. Errors about resources are thrown again, because they say
 * nothing about the path.
 */
function isGone(error: unknown): boolean {
  if (resourceErrorOf(error)) throw toJigError(error);
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

export function endsWithOneOf(name: string, endings: readonly string[]): boolean {
  const lower = name.toLowerCase();
  for (const ending of endings) if (lower.endsWith(ending)) return true;
  return false;
}
