/**
 * Compiles globs for displayed paths. `*` matches within a folder and `**` across folders; `?`, `[…]` and `{a,b}` are
 * supported.
 */
import { compileGlob } from "../../../core/host/plugin-api.ts";

/**
 * Returns a function that tests a path against one or more globs, separated by `;`. A glob without `/` matches file
 * names, and the name of a folder matches everything inside. Returns undefined if there are no globs. Throws
 * INVALID_ARGUMENT.
 */
export function compileGlobs(written: string): ((path: string) => boolean) | undefined {
  const globs = written
    .split(";")
    .map((glob) => glob.trim())
    .filter((glob) => glob !== "");
  if (globs.length === 0) return undefined;
  const tests = globs.map((each) => {
    // Normalize Windows separators and leading slashes.
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

/** Escapes brackets and braces that match themselves because they are never closed. One that others follow ends with the glob. */
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
