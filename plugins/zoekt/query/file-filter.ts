/** Converts globs to a regex that matches at least the same paths. Undefined if any path may match. */
import { escaped } from "./zoekt-query.ts";

const MAX_GLOBS = 200;
const MAX_ALTERNATIVES = 50;

/** Type globs only apply if there are no include globs. */
export function pathPattern(includeGlobs: readonly string[], typeGlobs: readonly string[]): string | undefined {
  const included = includeGlobs.filter((glob) => !glob.startsWith("!"));
  const globs = included.length > 0 ? included : typeGlobs;
  if (globs.length === 0 || globs.length > MAX_GLOBS) return undefined;
  const parts: string[] = [];
  for (const glob of globs) {
    const part = partOf(glob);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return `(?:${parts.join("|")})$`;
}

/** Only uses file extensions: `*.cs`, `src/*.{ts,tsx}`. */
function partOf(glob: string): string | undefined {
  const name = glob.slice(glob.lastIndexOf("/") + 1);
  if (!/^\*\.[\w{},.-]+$/.test(name)) return undefined;
  const alternatives = expanded(name.slice(1));
  return alternatives && `(?:${alternatives.map(escaped).join("|")})`;
}

function expanded(name: string): string[] | undefined {
  const [, before = "", inner, after = ""] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(name) ?? [];
  if (inner === undefined) return /[{}]/.test(name) ? undefined : [name];
  const all = inner.split(",").map((each) => before + each + after);
  return all.length > MAX_ALTERNATIVES ? undefined : all;
}
