/** Suggests scripts for a missing path. */
import { didYouMean } from "../../../core/host/plugin-api.ts";

const MOST = 5;

/**
 * Scripts whose path ends as `written` does: with another folder in front (a repository's, a disk's), without the folders,
 * or without `.cs`; else, `bySpelling`, those with the nearest file name. `known` are paths as tools print them.
 */
export function similarScripts(written: string, known: readonly string[], bySpelling: boolean): string[] {
  const parts = written
    // Strip punctuation, and a client's prefix for files.
    .replace(/^[\s"'`@<]+|[\s"'`>]+$/g, "")
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^file:\/\//, "")
    // A place in the file, as compilers and other tools print it.
    .replace(/(?:\.cs)?(?:(?:[:(]|#l?)\d+.*)?$/s, ".cs")
    .split("/")
    .filter((part) => !/^\.{0,2}$/.test(part));
  const lowered = known.map((path) => path.toLowerCase());
  for (let from = 0; from < parts.length; from++) {
    const tail = parts.slice(from).join("/");
    const found = known.filter((_, at) => lowered[at] === tail || lowered[at]?.endsWith(`/${tail}`));
    if (found.length > 0) return found.slice(0, MOST);
  }
  if (!bySpelling) return [];
  const name = parts.at(-1);
  const names = [...new Set(lowered.map(nameOf))];
  const near = name === undefined ? undefined : didYouMean(name, names);
  return near === undefined ? [] : known.filter((_, at) => nameOf(lowered[at] ?? "") === near).slice(0, MOST);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
