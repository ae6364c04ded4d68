/** Compiles globs for displayed paths. `*` stays within a folder, whereas `**` does not. We also support `?`, `[…]` and `{a,b}`. */
import { compileGlob } from "../../../core/host/plugin-api.ts";

/**
 * Compiles globs that are separated by `;`. A glob without a `/` matches file names, and the name of a folder matches
 * everything in it. Returns undefined if there are no globs. @throws INVALID_ARGUMENT
 */
export function compileGlobs(written: string): ((path: string) => boolean) | undefined {
  const globs = written
    .split(";")
    .map((glob) => glob.trim())
    .filter((glob) => glob !== "");
  if (globs.length === 0) return undefined;
  const tests = globs.map((each) => {
    // People may write Windows separators or a leading slash.
    const glob = each.replaceAll("\\", "/").replace(/^\.?\//, "");
    const matches = compiled(glob.endsWith("/") ? `${glob}**` : glob);
    return glob.includes("/") ? matches : (path: string) => matches(path.slice(path.lastIndexOf("/") + 1));
  });
  return (path) => tests.some((test) => test(path));
}

const OPTIONS = { ignoreCase: true, lenient: true };

function compiled(glob: string): (path: string) => boolean {
  const closed = withoutUnclosed(glob);
  const matches = compileGlob(closed, OPTIONS);
  if (!glob.includes("/") || /\.cs$|\*\*$/i.test(glob)) return matches;
  const isBelow = compileGlob(`${closed}/**`, OPTIONS);
  return (path) => matches(path) || isBelow(path);
}

/**
 * Escapes a bracket or brace that is never closed, so that it matches itself. If there are several of them, the first one
 * extends to the end of the glob.
 */
function withoutUnclosed(glob: string): string {
  const chars = glob.split("");
  const open: number[] = [];
  const escapeAt = (at: number) => {
    chars[at] = `\\${chars[at]}`;
  };
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at];
    const end = char === "[" ? glob.indexOf("]", at + 2) : -1;
    if (end >= 0) at = end;
    else if (char === "[") escapeAt(at);
    else if (char === "{") open.push(at);
    else if (char === "}" && open.pop() === undefined) escapeAt(at);
  }
  for (const at of open) {
    if (glob.indexOf("}", at) < 0) escapeAt(at);
    else chars.push("}");
  }
  return chars.join("");
}
