/** Finds the places that run later below a root: a process that may write around them has them mounted read-only. */
import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import { mayLeadToPlace, placeThatRunsLater } from "../contract/runs-later.ts";
import { listNames } from "../runtime/list-names.ts";

/** Looking at more would delay the start of a process. */
const MAX_ENTRIES = 100_000;

/** The existing places of a root, without those of named patterns. Says so if folders remain that were not looked at. */
export function placesIn(root: string, named: readonly string[], remain: () => void, most = MAX_ENTRIES): string[] {
  const found: string[] = [];
  // The folders near the root first: they hold what most programs run.
  const waiting = [{ folder: root, isLikely: false }];
  let seen = 0;
  for (const at of waiting) {
    if (seen >= most) {
      remain();
      break;
    }
    for (const name of listNames(at.folder)) {
      seen++;
      const path = join(at.folder, name);
      const isLikely = at.isLikely || mayLeadToPlace(name);
      const place = isLikely ? placeThatRunsLater(relative(root, path)) : undefined;
      if (place && !named.includes(place.pattern)) found.push(path);
      else if (isFolder(path)) waiting.push({ folder: path, isLikely });
    }
  }
  return found;
}

/** False for an inaccessible entry: a process of the same user cannot reach it either. */
function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
