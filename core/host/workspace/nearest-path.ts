/** Suggests similar names in the same folders for a path that doesn't exist. */
import { join, parse } from "node:path";
import type { NearestName } from "../contract/nearest-name.ts";
import { listNames } from "../runtime/list-names.ts";

/** In a larger directory, a similar name would be a coincidence. */
const MAX_NAMES = 5000;

/**
 * Finds the path most similar to the `missing` names below `directory`. It returns undefined if a name has no similar one, or
 * if the path would leave `allowed`.
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

/** Up to a quarter of the letters may differ. The extension doesn't count. */
function nameIn(directory: string, wanted: string, nearest: NearestName): string | undefined {
  const names = listNames(directory);
  if (names.length > MAX_NAMES) return undefined;
  if (names.includes(wanted)) return wanted;
  return nearest(wanted, names, Math.max(1, Math.floor(parse(wanted).name.length / 4)));
}
