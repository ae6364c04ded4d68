/** Counts resources outside of a process's size: shared memory, socket buffers, unlinked open files and watches. */
import { closeSync, openSync, readFileSync, readlinkSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { listNames } from "../runtime/list-names.ts";

export interface Holdings {
  /** Shared memory counts once. This includes the capacity of sockets and pipes. */
  memoryBytes: number;
  /** The size of open files that have no name, which no walk would find. */
  unlinkedBytes: number;
  /** inotify handles, of which a user only has a few. */
  watchers: number;
  watches: number;
  /** The number of memory mappings. */
  maps: number;
  /** The number of open files, sockets etc. */
  handles: number;
}

/** We stop counting here, because each mapping and handle takes time and not just memory of the kernel. */
export const MAX_MAPS = 100_000;
export const MAX_HANDLES = 16_384;
/** The maximum number of file locks and epoll entries, since the kernel doesn't limit their memory. */
export const MAX_ENTRIES = 16_384;
/** A growth that could also be caused by other programs. */
const KERNEL_GROWTH_BYTES = 128 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
/** This is large enough for more than the maximum number of entries. */
const MAX_ENTRY_BYTES = 1024 * 1024;
const MAX_SIZED_FILES = 1000;

/** The sockets and pipes of a normal program. */
const USUAL_HANDLES = 64;
/** The default size of a pipe. It can be increased, but only up to a total per user. */
const PIPE_BYTES = 64 * 1024;
const SOCKET_BYTES = 212_992;
/** The sizes of buffers include overhead. */
const SOCKET_OVERHEAD = 1.1;

/**
 * For shared memory, takes the larger of mapped and resident: pages given back by one process stay around until every process
 * unmaps them. A file that's mapped without a handle counts in full if we're able to stat it (as root), or else as mapped.
 */
export function holdingsOf(pids: readonly number[], proc = "/proc"): Holdings {
  const shared = new Map<string, number>();
  const unlinked = new Map<string, number>();
  const handles: Handles = { sockets: new Set(), pipes: new Set(), watchers: 0, watches: 0, count: 0 };
  let own = 0;
  let residentShared = 0;
  let maps = 0;
  for (const pid of pids) {
    const folder = join(proc, String(pid));
    const status = textOf(join(folder, "status"));
    own += kilobytes(status, "RssAnon") + kilobytes(status, "RssFile") + kilobytes(status, "VmPTE");
    residentShared += kilobytes(status, "RssShmem");
    for (const text of chunksOf(join(folder, "maps"))) {
      maps += linesIn(text);
      if (text.includes("(deleted)")) addDeleted(text, folder, { shared, unlinked });
      if (maps > MAX_MAPS) break;
    }
    lookAtHandles(folder, handles, unlinked);
    if (maps > MAX_MAPS || handles.count > MAX_HANDLES) break;
  }
  const { watchers, watches } = handles;
  const memoryBytes = own + Math.max(residentShared, sumOf(shared)) + bufferBytes(handles, proc);
  return { memoryBytes, unlinkedBytes: sumOf(unlinked), watchers, watches, maps, handles: handles.count };
}

/** Detects suspicious growth of kernel memory, compared to the lowest value so far. */
export function watchKernelMemory(proc = "/proc"): () => boolean {
  const now = () => kilobytes(textOf(join(proc, "meminfo")), "SUnreclaim");
  let least = Number.POSITIVE_INFINITY;
  return () => {
    const bytes = now();
    least = Math.min(least, bytes);
    return bytes - least > KERNEL_GROWTH_BYTES;
  };
}

/** Counts the file locks and epoll entries of these processes. It stops above `enough`. */
export function kernelEntries(pids: readonly number[], enough = MAX_ENTRIES, proc = "/proc"): number {
  let count = 0;
  for (const pid of pids) {
    const folder = join(proc, String(pid), "fdinfo");
    for (const name of listNames(folder)) {
      let bytes = 0;
      for (const text of chunksOf(join(folder, name))) {
        count += text.match(/^(?:lock|tfd):/gm)?.length ?? 0;
        bytes += text.length;
        if (count > enough) return count;
        if (bytes > MAX_ENTRY_BYTES) break;
      }
    }
  }
  return count;
}

/** Adds up proportional set sizes, which is slower but exact for shared memory. It stops above `enough`. */
export function proportionalBytes(pids: readonly number[], enough = Number.POSITIVE_INFINITY, proc = "/proc"): number {
  let bytes = 0;
  for (const pid of pids) {
    bytes += kilobytes(textOf(join(proc, String(pid), "smaps_rollup")), "Pss");
    if (bytes > enough) break;
  }
  return bytes;
}

const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) ...([sp]) ([0-9a-f]+) ([0-9a-f]+):([0-9a-f]+) (\d+) +(.*) \(deleted\)$/gm;
/** Some files of the kernel list private memory with this name. */
const OWN_MEMORY = "/dev/zero";

function addDeleted(
  maps: string,
  folder: string,
  { shared, unlinked }: Record<"shared" | "unlinked", Map<string, number>>,
): void {
  for (const [, from = "", to = "", kind, offset = "", major = "", minor = "", inode, name] of maps.matchAll(MAPPING)) {
    const [start, end, skipped] = [from, to, offset].map((each) => Number.parseInt(each, 16));
    if (start === undefined || end === undefined || skipped === undefined) continue;
    if (kind === "p" && name === OWN_MEMORY) continue;
    const into = Number.parseInt(major, 16) === 0 ? shared : unlinked;
    const key = `${Number.parseInt(major, 16)}:${Number.parseInt(minor, 16)}:${inode}`;
    const known = into.get(key);
    const whole =
      known === undefined && into.size < MAX_SIZED_FILES
        ? sizeOf(join(folder, "map_files", `${start.toString(16)}-${end.toString(16)}`))
        : 0;
    into.set(key, Math.max(end - start + skipped, whole, known ?? 0));
  }
}

/** Returns the size of a mapped file, or 0 if only root can read it. */
function sizeOf(path: string): number {
  try {
    return statSync(path).blocks * 512;
  } catch {
    return 0;
  }
}

interface Handles {
  sockets: Set<number>;
  pipes: Set<number>;
  watchers: number;
  watches: number;
  count: number;
}

function lookAtHandles(folder: string, handles: Handles, unlinked: Map<string, number>): void {
  const names = listNames(join(folder, "fd"));
  handles.count += names.length;
  if (handles.count > MAX_HANDLES) return;
  for (const name of names) {
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
      // It was closed in the meantime.
    }
  }
}

/** Uses the capacities, because the kernel doesn't tell how full a buffer is. */
function bufferBytes({ sockets, pipes }: Handles, proc: string): number {
  const pipeBytes = Math.max(0, pipes.size - USUAL_HANDLES) * PIPE_BYTES;
  if (sockets.size <= USUAL_HANDLES) return pipeBytes;
  const each = Number(textOf(join(proc, "sys/net/core/wmem_default"))) || SOCKET_BYTES;
  return pipeBytes + (sockets.size - USUAL_HANDLES) * each * SOCKET_OVERHEAD;
}

/** Half of the user's limit for all programs. */
export function maxWatching(proc = "/proc"): Pick<Holdings, "watchers" | "watches"> {
  const half = (name: string) => Number(textOf(join(proc, "sys/fs/inotify", name))) / 2 || Number.POSITIVE_INFINITY;
  return { watchers: half("max_user_instances"), watches: half("max_user_watches") };
}

const sumOf = (sizes: Map<string, number>) => [...sizes.values()].reduce((sum, each) => sum + each, 0);

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) * 1024;
}

/** Returns whole lines in chunks, since the file can be long. It is empty if the process has ended. */
function* chunksOf(path: string): Generator<string> {
  let handle: number;
  try {
    handle = openSync(path, "r");
  } catch {
    return;
  }
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = "";
    for (;;) {
      let filled = 0;
      let isEnd = false;
      // Each read only returns one page.
      while (filled < buffer.length && !isEnd) {
        const bytes = readSync(handle, buffer, filled, buffer.length - filled, null);
        filled += bytes;
        isEnd = bytes === 0;
      }
      const text = rest + buffer.toString("latin1", 0, filled);
      const end = isEnd ? text.length : text.lastIndexOf("\n") + 1;
      if (end > 0) yield text.slice(0, end);
      if (isEnd) return;
      rest = text.slice(end);
    }
  } catch {
    // The process has ended in the meantime.
  } finally {
    closeSync(handle);
  }
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Returns "" if the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
