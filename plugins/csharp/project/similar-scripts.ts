/** Suggests scripts for a path that doesn't exist. */
import { didYouMean } from "../../../core/host/plugin-api.ts";

const MOST = 5;

/**
 * Returns scripts whose path ends with `written`, which may have an additional folder in front, no folders, or no `.cs`.
 * `bySpelling` looks for similar file names instead. @param known paths as printed
 */
export function similarScripts(written: string, known: readonly string[], bySpelling: boolean): string[] {
  const parts = written
    // Punctuation, and the prefix that one client adds to files.
    .replace(/^[\s"'`@<]+|[\s"'`>]+$/g, "")
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^file:\/\//, "")
    // Removes a position in the file, in the formats that compilers and other tools print.
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
