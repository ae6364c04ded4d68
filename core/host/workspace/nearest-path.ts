/** Suggests similar names in the same folders for a missing path. */
import { join, parse } from "node:path";
import type { NearestName } from "../contract/nearest-name.ts";
import { listNames } from "../runtime/list-names.ts";

/** How many names to compare. In larger directories, a similar name is a coincidence. */
const MAX_NAMES = 5000;

/**
 * Returns the existing path that is most similar to the `missing` names below `directory`, or undefined if a name has no similar
 * one or the path leaves `allowed`.
 */
export function nearestPath(
  directory: string,
  missing: readonly string[],
  allowed: (path: string) => boolean,
  nearest: NearestName,
): string | undefined {
  let place = directory;
  for (const name of missing) {
    if (!allowed(place)) return undefined;
    const near = nameIn(place, name, nearest);
    if (near === undefined) return undefined;
    place = join(place, near);
  }
  return allowed(place) ? place : undefined;
}

/** A quarter of the letters before the extension may differ. */
function nameIn(directory: string, wanted: string, nearest: NearestName): string | undefined {
  const names = listNames(directory);
  if (names.length > MAX_NAMES) return undefined;
  if (names.includes(wanted)) return wanted;
  return nearest(wanted, names, Math.max(1, Math.floor(parse(wanted).name.length / 4)));
}
