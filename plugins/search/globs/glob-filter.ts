/** Ripgrep's `--glob` rules for files that are named outright, which rg itself searches whatever the globs say. */
import { compileGlob } from "./glob.ts";

/** Tells whether a file, relative to the workspace root and with `/`, passes: included by one glob (if there are any), excluded by none. */
export function globFilter(includes: readonly string[], excludes: readonly string[]): (relative: string) => boolean {
  const wanted = includes.filter((glob) => !glob.startsWith("!")).map(matcher);
  const refused = [...includes.filter((glob) => glob.startsWith("!")), ...excludes]
    .map((glob) => (glob.startsWith("!") ? glob.slice(1) : glob))
    .map(matcher);
  return (relative) =>
    (wanted.length === 0 || wanted.some((matches) => matches(relative, false))) && !refusesPath(refused, relative);
}

type Matcher = (relative: string, directory: boolean) => boolean;

/** An excluded directory takes everything below it along. */
function refusesPath(refused: readonly Matcher[], relative: string): boolean {
  if (refused.length === 0) return false;
  for (let at = relative.indexOf("/"); at >= 0; at = relative.indexOf("/", at + 1)) {
    if (refused.some((matches) => matches(relative.slice(0, at), true))) return true;
  }
  return refused.some((matches) => matches(relative, false));
}

/** Gitignore rules: without a slash the glob speaks of names at any depth, with one it is anchored, a final one means directories. */
function matcher(glob: string): Matcher {
  const onlyDirectories = glob.endsWith("/");
  const body = onlyDirectories ? glob.slice(0, -1) : glob;
  const anchored = body.includes("/");
  const pattern = body.startsWith("/") ? body.slice(1) : body;
  const matches = compileGlob(anchored ? pattern : `**/${pattern}`);
  return (relative, directory) => (directory || !onlyDirectories) && matches(relative);
}
