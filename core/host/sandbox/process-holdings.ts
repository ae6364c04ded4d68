/** Counts holdings that the size of a process does not show: memory shared without a name, and files that were unlinked while open. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { listNames } from "../runtime/list-names.ts";

export interface Holdings {
  /** All that is in memory, shared memory counted once. */
  memoryBytes: number;
  /** On disk without a name, so that no walk of folders finds it. */
  unlinkedBytes: number;
}

/** Shared memory counts as mapped or as resident, the larger: pages given back by one process stay until all unmap them. */
export function holdingsOf(pids: readonly number[], proc = "/proc"): Holdings {
  const shared = new Map<string, number>();
  const unlinked = new Map<string, number>();
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
    for (const [key, bytes] of unlinkedFiles(join(folder, "fd"))) unlinked.set(key, bytes);
  }
  return { memoryBytes: own + Math.max(residentShared, sumOf(shared)), unlinkedBytes: sumOf(unlinked) };
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

function unlinkedFiles(folder: string): [key: string, bytes: number][] {
  return listNames(folder).flatMap((name): [string, number][] => {
    try {
      const stat = statSync(join(folder, name));
      const { dev, ino, nlink, blocks } = stat;
      return stat.isFile() && nlink === 0 ? [[`${dev >> 8}:${dev & 0xff}:${ino}`, blocks * 512]] : [];
    } catch {
      // Closed meanwhile, or a pipe.
      return [];
    }
  });
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
