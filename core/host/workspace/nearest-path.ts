/** What a path that does not exist may have meant: the names beside it, nearest by spelling. */
import { readdirSync } from "node:fs";
import { join, parse } from "node:path";

/** In a larger directory a near name is chance, and comparing is work. */
const MAX_NAMES = 5000;

/** The existing path nearest to `missing` names below `directory`; undefined where some name has no near one, or the way leaves what is `allowed`. */
export function nearestPath(
  directory: string,
  missing: readonly string[],
  allowed: (path: string) => boolean,
): string | undefined {
  let place = directory;
  for (const name of missing) {
    if (!allowed(place)) return undefined;
    const near = nearestName(place, name);
    if (near === undefined) return undefined;
    place = join(place, near);
  }
  return allowed(place) ? place : undefined;
}

/** A quarter of the letters before the ending may differ; case and the way accents are written do not count. */
function nearestName(directory: string, wanted: string): string | undefined {
  const names = namesIn(directory);
  if (names.includes(wanted)) return wanted;
  const folded = fold(wanted);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(parse(wanted).name.length / 4)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    const far = distance(folded, fold(name));
    if (far < bestDistance) [best, bestDistance] = [name, far];
  }
  return best;
}

function namesIn(directory: string): string[] {
  try {
    const names = readdirSync(directory);
    return names.length > MAX_NAMES ? [] : names;
  } catch {
    return [];
  }
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** Levenshtein's. Not by the package: a plugin's process reads this file too, and in a source run under Deno it has no packages. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      next.push(Math.min(row[j]! + Number(one[i] !== other[j]), row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
