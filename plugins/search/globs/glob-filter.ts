/** Implements `--glob` of ripgrep for files that are named explicitly, because ripgrep ignores globs for those. */
import { compileGlob } from "../../../core/host/plugin-api.ts";

/**
 * Returns a predicate for paths that are relative to the workspace root. A file must match one of the globs that include files
 * (if there are any), and none of those that exclude files.
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

/** Checks whether a path is excluded. If a directory is excluded, everything in it is excluded as well. */
function refusesPath(refused: readonly Matcher[], relative: string): boolean {
  if (refused.length === 0) return false;
  for (let at = relative.indexOf("/"); at >= 0; at = relative.indexOf("/", at + 1)) {
    if (refused.some((matches) => matches(relative.slice(0, at), true))) return true;
  }
  return refused.some((matches) => matches(relative, false));
}

/**
 * Follows the rules of gitignore. Without a slash, a glob matches names at any depth. With a slash it is anchored, and with a
 * trailing slash it only matches directories.
 */
function matcher(glob: string): Matcher {
  const onlyDirectories = glob.endsWith("/");
  const body = onlyDirectories ? glob.slice(0, -1) : glob;
  const anchored = body.includes("/");
  const pattern = body.startsWith("/") ? body.slice(1) : body;
  const matches = compileGlob(anchored ? pattern : `**/${pattern}`);
  return (relative, directory) => (directory || !onlyDirectories) && matches(relative);
}
