/**
 * Compiles globs for displayed paths. `*` matches within a folder and `**` across folders; `?`, `[…]` and `{a,b}` are
 * supported.
 */
import { JigError } from "../../../core/host/plugin-api.ts";

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
    const regex = compiled(glob.endsWith("/") ? `${glob}**` : glob, each);
    return glob.includes("/")
      ? (path: string) => regex.test(path)
      : (path: string) => regex.test(path.slice(path.lastIndexOf("/") + 1));
  });
  return (path) => tests.some((test) => test(path));
}

function compiled(glob: string, written: string): RegExp {
  try {
    const below = glob.includes("/") && !/\.cs$|\*\*$/i.test(glob) ? "(?:/.*)?" : "";
    return new RegExp(`^${translate(glob)}${below}$`, "i");
  } catch {
    throw new JigError("INVALID_ARGUMENT", `Invalid glob ${JSON.stringify(written)}`, {
      hint: "Write for example Assets/**/*.cs, with * within a folder, ** across folders, ? and {a,b}",
    });
  }
}

function translate(glob: string): string {
  let regex = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const c = glob.charAt(at);
    if (c === "*") {
      if (glob[at + 1] !== "*") regex += "[^/]*";
      else {
        at++;
        if (glob[at + 1] === "/") {
          at++;
          regex += "(?:.*/)?";
        } else regex += ".*";
      }
    } else if (c === "?") regex += "[^/]";
    else if (c === "{" && glob.indexOf("}", at) > 0) {
      depth++;
      regex += "(?:";
    } else if (c === "}" && depth > 0) {
      depth--;
      regex += ")";
    } else if (c === "," && depth > 0) regex += "|";
    else if (c === "[") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) regex += "\\[";
      else {
        regex += `[${glob
          .slice(at + 1, end)
          .replace(/^!/, "^")
          .replace(/\\/g, "\\\\")}]`;
        at = end;
      }
    } else regex += c.replace(/[.+^$()|\\/{}\]]/, "\\$&");
  }
  return regex + ")".repeat(depth);
}
