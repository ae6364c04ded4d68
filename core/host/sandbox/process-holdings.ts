/** Counts holdings that the size of a process does not show: memory shared without a name, buffers of sockets, files that were unlinked while open, watches of folders. */
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { listNames } from "../runtime/list-names.ts";

export interface Holdings {
  /** All that is in memory, shared memory counted once; what their sockets and pipes can hold. */
  memoryBytes: number;
  /** On disk without a name, so that no walk of folders finds it. */
  unlinkedBytes: number;
  /** Handles of inotify: a user has few for all programs. */
  watchers: number;
  watches: number;
}

/** Sockets and pipes that any program may have. */
const USUAL_HANDLES = 64;
/** Its size can be raised only up to a sum for all pipes of a user. */
const PIPE_BYTES = 64 * 1024;
const SOCKET_BYTES = 212_992;
/** The kernel counts buffers with their administration. */
const SOCKET_OVERHEAD = 1.1;

/** Shared memory counts as mapped or as resident, the larger: pages given back by one process stay until all unmap them. */
export function holdingsOf(pids: readonly number[], proc = "/proc"): Holdings {
  const shared = new Map<string, number>();
  const unlinked = new Map<string, number>();
  const handles: Handles = { sockets: new Set(), pipes: new Set(), watchers: 0, watches: 0 };
  let own = 0;
  let residentShared = 0;
  for (const pid of pids) {
    const folder = join(proc, String(pid));
    const status = textOf(join(folder, "status"));
    own += kilobytes(status, "RssAnon") + kilobytes(status, "RssFile");
    residentShared += kilobytes(status, "RssShmem");
    for (const { key, bytes, onDisk } of deletedMappings(textOf(join(folder, "maps")))) {
      const into = onDisk ? unlinked : shared;
      into.set(key, Math.max(bytes, into.get(key) ?? 0));
    }
    lookAtHandles(folder, handles, unlinked);
  }
  const { watchers, watches } = handles;
  const memoryBytes = own + Math.max(residentShared, sumOf(shared)) + bufferBytes(handles, proc);
  return { memoryBytes, unlinkedBytes: sumOf(unlinked), watchers, watches };
}

/** The share of each page that is theirs: exact where processes have much in common, and slower. Stops counting above `enough`. */
export function proportionalBytes(pids: readonly number[], enough = Number.POSITIVE_INFINITY, proc = "/proc"): number {
  let bytes = 0;
  for (const pid of pids) {
    bytes += kilobytes(textOf(join(proc, String(pid), "smaps_rollup")), "Pss");
    if (bytes > enough) break;
  }
  return bytes;
}

const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) ..(?:.)s ([0-9a-f]+) ([0-9a-f]+):([0-9a-f]+) (\d+) .*\(deleted\)$/gm;

function deletedMappings(maps: string): { key: string; bytes: number; onDisk: boolean }[] {
  return [...maps.matchAll(MAPPING)].map(([, ...fields]) => {
    const [from = 0, to = 0, offset = 0, major = 0, minor = 0] = fields.map((each) => Number.parseInt(each, 16));
    return { key: `${major}:${minor}:${fields[5]}`, bytes: to - from + offset, onDisk: major !== 0 };
  });
}

interface Handles {
  sockets: Set<number>;
  pipes: Set<number>;
  watchers: number;
  watches: number;
}

function lookAtHandles(folder: string, handles: Handles, unlinked: Map<string, number>): void {
  for (const name of listNames(join(folder, "fd"))) {
    const path = join(folder, "fd", name);
    try {
      const stat = statSync(path);
      if (stat.isSocket()) handles.sockets.add(stat.ino);
      else if (stat.isFIFO()) handles.pipes.add(stat.ino);
      else if (stat.isFile()) {
        if (stat.nlink === 0) unlinked.set(`${stat.dev >> 8}:${stat.dev & 0xff}:${stat.ino}`, stat.blocks * 512);
      } else if (!stat.isCharacterDevice() && !stat.isDirectory() && readlinkSync(path) === "anon_inode:inotify") {
        handles.watchers++;
        handles.watches += textOf(join(folder, "fdinfo", name)).match(/^inotify /gm)?.length ?? 0;
      }
    } catch {
      // Closed in the meantime.
    }
  }
}

/** The capacity of their buffers: the kernel does not tell their content. */
function bufferBytes({ sockets, pipes }: Handles, proc: string): number {
  const pipeBytes = Math.max(0, pipes.size - USUAL_HANDLES) * PIPE_BYTES;
  if (sockets.size <= USUAL_HANDLES) return pipeBytes;
  const each = Number(textOf(join(proc, "sys/net/core/wmem_default"))) || SOCKET_BYTES;
  return pipeBytes + (sockets.size - USUAL_HANDLES) * each * SOCKET_OVERHEAD;
}

/** Half of the user's number for all programs. */
export function maxWatching(proc = "/proc"): Pick<Holdings, "watchers" | "watches"> {
  const half = (name: string) => Number(textOf(join(proc, "sys/fs/inotify", name))) / 2 || Number.POSITIVE_INFINITY;
  return { watchers: half("max_user_instances"), watches: half("max_user_watches") };
}

const sumOf = (sizes: Map<string, number>) => [...sizes.values()].reduce((sum, each) => sum + each, 0);

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) * 1024;
}

/** Empty for a process that has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
