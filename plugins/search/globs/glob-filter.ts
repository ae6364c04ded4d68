/** Applies the rules of ripgrep's `--glob` to explicitly named files, which rg itself searches regardless of globs. */
import { compileGlob } from "../../../core/host/plugin-api.ts";

/**
 * Returns a function that tests a path relative to the workspace root. A file must match one of the included globs, if
 * there are any, and must not be excluded.
 */
export function globFilter(includes: readonly string[], excludes: readonly string[]): (relative: string) => boolean {
  const wanted = includes.filter((glob) => !glob.startsWith("!")).map(matcher);
  const refused = [...includes.filter((glob) => glob.startsWith("!")), ...excludes]
    .map((glob) => (glob.startsWith("!") ? glob.slice(1) : glob))
    .map(matcher);
  return (relative) =>
    (wanted.length === 0 || wanted.some((matches) => matches(relative, false))) && !refusesPath(refused, relative);
}

type Matcher = (relative: string, directory: boolean) => boolean;

/** If a directory is excluded, everything in it is excluded. */
function refusesPath(refused: readonly Matcher[], relative: string): boolean {
  if (refused.length === 0) return false;
  for (let at = relative.indexOf("/"); at >= 0; at = relative.indexOf("/", at + 1)) {
    if (refused.some((matches) => matches(relative.slice(0, at), true))) return true;
  }
  return refused.some((matches) => matches(relative, false));
}

/**
 * Follows the rules of gitignore. A glob without a slash matches names at any depth, a glob with a slash is anchored,
 * and one with a trailing slash only matches directories.
 */
function matcher(glob: string): Matcher {
  const onlyDirectories = glob.endsWith("/");
  const body = onlyDirectories ? glob.slice(0, -1) : glob;
  const anchored = body.includes("/");
  const pattern = body.startsWith("/") ? body.slice(1) : body;
  const matches = compileGlob(anchored ? pattern : `**/${pattern}`);
  return (relative, directory) => (directory || !onlyDirectories) && matches(relative);
}
