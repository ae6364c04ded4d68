/** Distinguishes the files with which a plugin was loaded from later ones. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { listNames, listNamesBelow } from "../runtime/list-names.ts";

/** A stamp covers this many names at most. */
const MAX_NAMES = 2_000;

/** Computes a stamp from the names, sizes and times of everything in a folder. */
export function stampOf(folder: string): string {
  const names = listNames(folder).sort();
  // The names in a folder are appended to the list while it is being processed.
  for (let at = 0; at < names.length && names.length < MAX_NAMES; at++) {
    const below = names[at] ?? "";
    if (!/(?:^|[/\\])(?:node_modules|\..*)$/.test(below)) names.push(...listNamesBelow(folder, [below]).sort());
  }
  return names.map((name) => `${name}:${sizeAndTime(join(folder, name))}`).join(" ");
}

/** Returns "" for broken links, since Emacs creates one for each file that is being edited. */
function sizeAndTime(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size}:${mtimeMs}`;
  } catch {
    return "";
  }
}
