/** Turns ignore rules off if they hide everything in a directory that the caller named. */

import { hidesAllFiles } from "../ripgrep/has-files.ts";
import type { Target } from "../ripgrep/query.ts";
import type { Counts } from "./search-result.ts";
import type { SearchRun } from "./search-run.ts";

/** We only check this many directories, because each of them takes two runs. */
const MAX_DIRECTORIES = 20;

/**
 * Checks whether ignore rules hide an entire directory in which nothing was found. If so, this returns the targets to search
 * instead, along with a note. Otherwise, it returns undefined.
 */
export async function overrideIgnoreRules(
  search: SearchRun,
  found: Counts,
): Promise<{ targets: Target[]; note: { autoNoIgnore: string } } | undefined> {
  const directories = search.targets.filter((target) => !target.explicit && !target.noIgnore && !target.fetched);
  if (directories.reduce((sum, target) => sum + target.paths.length, 0) > MAX_DIRECTORIES) return undefined;
  const hidden = new Set<string>();
  for (const target of directories) {
    for (const path of target.paths) {
      if (!hasMatchBelow(found, path, search) && (await hidesAllFiles(search, target.cwd, path))) hidden.add(path);
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

function hasMatchBelow({ files, total }: Counts, directory: string, { targets }: SearchRun): boolean {
  if (total === 0) return false;
  // A total does not have a list of files. This is fine, because we only get here for a single directory.
  if (targets.length === 1 && targets[0]!.paths.length === 1) return true;
  for (const path of files.keys()) if (path.startsWith(`${directory}/`)) return true;
  return false;
}
