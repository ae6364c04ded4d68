/** A walk of directories with one stat a file, links not followed; runs on a worker thread of the host (design §5, csharp: freshness). */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { sep } from "node:path";
import type { Sweep, SweepOptions } from "../context.ts";

/** Blocks its thread: 40–60 ms for 8,000 files. Directories that cannot be read are left out. Sorted by path, by UTF-16 unit. */
export function sweepDirectories(options: SweepOptions & { directories: string[] }): Sweep {
  const { extensions } = options;
  const skip = new Set([".git", ...(options.skip ?? [])]);
  const found: { path: string; size: number; mtimeMs: number }[] = [];
  const pending = [...options.directories];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const prefix = directory.endsWith(sep) ? directory : directory + sep;
    for (const entry of entriesOf(directory)) {
      if (entry.isDirectory()) {
        if (!skip.has(entry.name)) pending.push(prefix + entry.name);
      } else if (entry.isFile() && (!extensions || endsWithOneOf(entry.name, extensions))) {
        const path = prefix + entry.name;
        const stat = lstatSync(path, { throwIfNoEntry: false });
        if (stat?.isFile()) found.push({ path, size: stat.size, mtimeMs: stat.mtimeMs });
      }
    }
  }
  found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return {
    paths: found.map((file) => file.path),
    sizes: Float64Array.from(found, (file) => file.size),
    mtimesMs: Float64Array.from(found, (file) => file.mtimeMs),
  };
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function endsWithOneOf(name: string, endings: readonly string[]): boolean {
  const lower = name.toLowerCase();
  for (const ending of endings) if (lower.endsWith(ending)) return true;
  return false;
}
