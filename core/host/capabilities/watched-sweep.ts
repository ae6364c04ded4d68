/**
 * Sweeps the same tree again and again. From the second time on, its folders are watched. As long as the watch can prove that
 * it has not missed anything, a sweep only looks at files that have changed. In all other cases (folders were added or removed,
 * the queue is full, another file system) it is a full sweep.
 */
import { lstatSync, readFileSync } from "node:fs";
import type { Sweep, SweepOptions, SweepReport } from "../contract/context.ts";
import { isLocalDisk } from "../runtime/file-systems.ts";
import type { FolderWatch, WatchOptions } from "../runtime/folder-watch.ts";
import { watchFolders } from "../runtime/watch-folders.ts";
import { endsWithOneOf, type Sweeper } from "./sweep.ts";

type Options = SweepOptions & { directories: string[] };

/** The interval at which a full sweep checks the watch. If the watch has missed anything, it isn't used any longer. */
const AUDIT_MS = 600_000;
/** The time after which we try to watch again. */
const RETRY_MS = 300_000;
/** Folders often change in large numbers and starting a watch takes three sweeps, so we wait until there are no more changes. */
const SETTLED_MS = 1000;
/**
 * The maximum number of files with several hard links. They can be modified by a name that is not being watched, so they have
 * to be checked every time.
 */
const MAX_LINKED = 1000;

export interface WatchedSweeper {
  sweep(options: Options): Promise<Sweep>;
  /** Reports how we keep up with each tree. */
  reports(): SweepReport[];
}

export interface WatchedSweeperOptions extends WatchOptions {
  watch?: (options: WatchOptions) => FolderWatch | string;
  auditMs?: number;
  settledMs?: number;
}

interface Watched {
  watch: FolderWatch;
  sweep: Sweep;
  /** Files that have several hard links. */
  linked: ReadonlySet<string>;
  /** Identifies the top folders of the tree and all mounts. */
  ground: string;
  folders: number;
  since: number;
}

interface Tree {
  directories: string[];
  asked: number;
  watched?: Watched | undefined;
  /** The reason why it is not watched. */
  reason: string;
  retryAt: number;
  /** Used to handle one request after the other. */
  last: Promise<unknown>;
}

export function createWatchedSweeper(plain: Sweeper, options: WatchedSweeperOptions): WatchedSweeper {
  const { watch: open = watchFolders, auditMs = AUDIT_MS, settledMs = SETTLED_MS } = options;
  const trees = new Map<string, Tree>();

  function begin(tree: Tree, request: Options): Sweep {
    const ground = groundOf(request.directories);
    const watch = open(options);
    if (typeof watch === "string") return refuse(tree, watch, plain(request));
    const isLocal = localDevices();
    let reason = "";
    let folders = 0;
    // The watch starts before reading, so that changes in between are in its queue.
    const sweep = plain(request, (folder) => {
      if (reason !== "") return;
      reason = isLocal(folder) ? watch.add(folder) : "part of it is on a file system that does not report every change";
      folders++;
    });
    watch.complete();
    const linked = new Set(sweep.paths.filter(hasOtherNames));
    if (linked.size > MAX_LINKED) reason ||= `${linked.size} of its files have several hard links`;
    if (reason !== "") {
      watch.close();
      return refuse(tree, reason, sweep);
    }
    tree.watched = { watch, sweep, linked, ground, folders, since: performance.now() };
    tree.reason = "";
    return sweep;
  }

  function refuse(tree: Tree, reason: string, sweep: Sweep): Sweep {
    tree.reason = reason;
    tree.retryAt = performance.now() + RETRY_MS;
    return sweep;
  }

  async function next(tree: Tree, request: Options): Promise<Sweep> {
    tree.asked++;
    const { watched } = tree;
    if (!watched) {
      const isDue = tree.asked > 1 && performance.now() >= tree.retryAt;
      return isDue ? begin(tree, request) : plain(request);
    }
    const known = await update(watched, request);
    if (known && performance.now() - watched.since < auditMs) {
      watched.sweep = known;
      return known;
    }
    tree.watched = undefined;
    if (!known) {
      watched.watch.close();
      tree.retryAt = performance.now() + settledMs;
      return plain(request);
    }
    const swept = begin(tree, request);
    const hasMissed = differs(known, swept) && (await watched.watch.changes())?.length === 0;
    watched.watch.close();
    if (hasMissed) giveUp(tree);
    return swept;
  }

  function giveUp(tree: Tree): void {
    tree.watched?.watch.close();
    tree.watched = undefined;
    tree.reason = "the system did not report a change";
    tree.retryAt = Number.POSITIVE_INFINITY;
  }

  return {
    sweep(request) {
      const { directories, extensions, skip, skipSiblings } = request;
      const key = JSON.stringify([directories, extensions, skip, skipSiblings]);
      const tree = trees.get(key) ?? { directories, asked: 0, reason: "", retryAt: 0, last: Promise.resolve() };
      trees.set(key, tree);
      const answer = tree.last.then(() => next(tree, request));
      tree.last = answer.catch(() => {});
      return answer;
    },
    reports: () =>
      [...trees.values()].map(({ directories, watched, reason }) => ({
        directories,
        ...(watched ? { watchedFolders: watched.folders } : reason === "" ? {} : { reason }),
      })),
  };
}

/**
 * Applies the changes in the queue. It returns the same object if nothing has changed, and undefined if a full sweep is
 * necessary.
 */
async function update(
  watched: Watched,
  { directories, extensions, skip, skipSiblings }: Options,
): Promise<Sweep | undefined> {
  const changes = await watched.watch.changes();
  if (!changes || groundOf(directories) !== watched.ground) return undefined;
  const skipped = new Set([".git", ...(skip ?? [])]);
  const deciding = Object.keys(skipSiblings ?? {});
  const changed = new Set(watched.linked);
  for (const { folder, name, isFolder, isNew } of changes) {
    if (isFolder && skipped.has(name)) continue;
    if (isFolder || name === "" || endsWithOneOf(name, deciding)) return undefined;
    const path = `${folder.endsWith("/") ? folder.slice(0, -1) : folder}/${name}`;
    if (!extensions || endsWithOneOf(name, extensions)) changed.add(path);
    // This may be a new hard link to a file that is already in the sweep.
    else if (isNew && hasOtherNames(path)) return undefined;
  }
  return changed.size === 0 ? watched.sweep : patched(watched, changed);
}

interface Stamp {
  size: number;
  mtimeMs: number;
}

/** Only checks these files again. It returns undefined if any of them has another hard link. */
function patched(watched: Watched, changed: ReadonlySet<string>): Sweep | undefined {
  const { sweep } = watched;
  const now = new Map<string, Stamp | undefined>();
  let isOther = false;
  let isMoved = false;
  for (const path of changed) {
    const stat = statOf(path);
    const file = stat?.isFile() ? stat : undefined;
    if (file && file.nlink > 1 && !watched.linked.has(path)) return undefined;
    const at = placeOf(sweep.paths, path);
    if (!file && at < 0) continue;
    now.set(path, file && { size: file.size, mtimeMs: file.mtimeMs });
    isMoved ||= !file || at < 0;
    isOther ||= isMoved || sweep.sizes[at] !== file?.size || sweep.mtimesMs[at] !== file?.mtimeMs;
  }
  if (!isOther) return sweep;
  const known = new Map<string, number>();
  const paths = isMoved ? sweep.paths.filter((path) => !now.has(path)) : sweep.paths;
  if (isMoved) {
    for (const [path, stamp] of now) if (stamp) paths.push(path);
    paths.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    for (const [at, path] of sweep.paths.entries()) known.set(path, at);
  }
  const sizes = new Float64Array(paths.length);
  const mtimesMs = new Float64Array(paths.length);
  for (const [at, path] of paths.entries()) {
    const stamp = now.get(path);
    const old = isMoved ? (known.get(path) ?? -1) : at;
    sizes[at] = stamp?.size ?? sweep.sizes[old] ?? 0;
    mtimesMs[at] = stamp?.mtimeMs ?? sweep.mtimesMs[old] ?? 0;
  }
  return { paths, sizes, mtimesMs, ...(sweep.unreadable ? { unreadable: sweep.unreadable } : {}) };
}

/** Finds a path with a binary search. It returns -1 if the path is missing. */
function placeOf(paths: readonly string[], path: string): number {
  let low = 0;
  let high = paths.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = paths[middle] ?? "";
    if (found === path) return middle;
    if (found < path) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function differs(a: Sweep, b: Sweep): boolean {
  if (a === b) return false;
  if (a.paths.length !== b.paths.length || String(a.unreadable) !== String(b.unreadable)) return true;
  return a.paths.some(
    (path, at) => path !== b.paths[at] || a.sizes[at] !== b.sizes[at] || a.mtimesMs[at] !== b.mtimesMs[at],
  );
}

/** Detects a replaced top folder or a new mount, neither of which inotify reports. */
function groundOf(directories: readonly string[]): string {
  const folders = directories.map((directory) => {
    const stat = statOf(directory);
    return stat ? `${stat.dev}:${stat.ino}` : "";
  });
  return `${folders.join()}\n${mounts()}`;
}

function mounts(): string {
  try {
    return readFileSync("/proc/self/mounts", "utf8");
  } catch {
    return "";
  }
}

function localDevices(): (folder: string) => boolean {
  const known = new Map<number, boolean>();
  return (folder) => {
    const device = statOf(folder)?.dev;
    // If it no longer exists, its parent folder gets the event.
    if (device === undefined) return true;
    const isLocal = known.get(device) ?? isLocalDisk(folder);
    known.set(device, isLocal);
    return isLocal;
  };
}

function hasOtherNames(path: string): boolean {
  return (statOf(path)?.nlink ?? 1) > 1;
}

function statOf(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
