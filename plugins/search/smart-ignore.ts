/** Switches ignore rules off where they hide everything under a directory that was asked for by name (design §5 search 10). */

import type { Query } from "./request.ts";
import { filesArguments } from "./rg-arguments.ts";
import { runRg } from "./rg-run.ts";
import type { Target } from "./scope.ts";
import type { Counts, Search } from "./stream.ts";

/** A search of more directories than this is not looked into: each costs two runs. */
const MOST_DIRECTORIES = 20;

/** The targets to search instead, and why; undefined where no directory is hidden. */
export async function withoutHidingRules(
  search: Search,
  found: Counts,
): Promise<{ targets: Target[]; note: { autoNoIgnore: string } } | undefined> {
  const directories = search.targets.filter((target) => !target.explicit && !target.noIgnore);
  if (directories.reduce((sum, target) => sum + target.paths.length, 0) > MOST_DIRECTORIES) return undefined;
  const hidden = new Set<string>();
  for (const target of directories) {
    for (const path of target.paths) {
      if (!hasMatchBelow(found, path, search) && (await hidesAll(search, target.cwd, path))) hidden.add(path);
    }
  }
  if (hidden.size === 0) return undefined;
  const targets = search.targets.flatMap((target): Target[] => [
    { ...target, paths: target.paths.filter((path) => !hidden.has(path)) },
    { ...target, paths: target.paths.filter((path) => hidden.has(path)), noIgnore: true },
  ]);
  const names = [...hidden].map((path) => `"${path}"`).join(", ");
  return {
    targets: targets.filter((target) => target.paths.length > 0),
    note: { autoNoIgnore: `Ignore rules hide everything under ${names}, so they were not applied there` },
  };
}

function hasMatchBelow({ files, total }: Counts, directory: string, { targets }: Search): boolean {
  if (total === 0) return false;
  // A bare total knows no files, but is only counted where there is one directory.
  if (targets.length === 1 && targets[0]!.paths.length === 1) return true;
  for (const path of files.keys()) if (path.startsWith(`${directory}/`)) return true;
  return false;
}

/** What looking for files takes. */
type Looking = Pick<Search, "context" | "deadline"> & { query: Pick<Query, "hidden" | "followSymlinks"> };

/** True where a directory has files, but none that the ignore rules leave. */
export async function hidesAll(search: Looking, cwd: string, path: string): Promise<boolean> {
  return !(await hasFiles(search, cwd, path, false)) && (await hasFiles(search, cwd, path, true));
}

/** Stops at the first file. */
async function hasFiles(search: Looking, cwd: string, path: string, noIgnore: boolean): Promise<boolean> {
  const { hidden, followSymlinks } = search.query;
  const walk = { includeGlobs: [], excludeGlobs: [], maxFilesize: undefined, hidden, followSymlinks, noIgnore };
  const { code } = await runRg(
    search.context,
    { args: filesArguments(walk, [path], true), cwd },
    search.deadline,
    drain,
  );
  return code === 0;
}

async function drain(stdout: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of stdout);
}
