/** Tells the files that a plugin was loaded with from later ones. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { listNames, listNamesBelow } from "../runtime/list-names.ts";

/** Do not stat more names than this for a stamp. */
const MAX_NAMES = 2_000;

/** Compute a stamp from the names, sizes and times of everything in a folder. */
export function stampOf(folder: string): string {
  const names = listNames(folder).sort();
  // names in a folder are appended to the list as we go
  for (let at = 0; at < names.length && names.length < MAX_NAMES; at++) {
    const below = names[at] ?? "";
    if (!/(?:^|[/\\])(?:node_modules|\..*)$/.test(below)) names.push(...listNamesBelow(folder, [below]).sort());
  }
  return names.map((name) => `${name}:${sizeAndTime(join(folder, name))}`).join(" ");
}

/** Returns "" for broken links, of which Emacs makes one per file being edited. */
function sizeAndTime(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size}:${mtimeMs}`;
  } catch {
    return "";
  }
}
