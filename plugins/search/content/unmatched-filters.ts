/**
 * Warns about globs and file types that match no file at all. Without a warning, it would look as if the text did not
 * occur.
 */
import { hasFile } from "../ripgrep/has-files.ts";
import type { Query } from "../ripgrep/query.ts";
import type { SearchRun } from "./search-run.ts";

/** Maximum number of filters to check. Each of them requires a walk. */
const MAX_PROBED = 8;

/** Adds a warning for each filter that does not match any file. */
export async function warnUnmatchedFilters(search: SearchRun): Promise<void> {
  const { query, warnings, targets } = search;
  const { includeGlobs, excludeGlobs, types, maxFilesize } = query;
  const included = includeGlobs.filter((glob) => !glob.startsWith("!"));
  if (included.length === 0 && types.length === 0) return;
  const passes = async (rules: Partial<Query>) => {
    for (const { cwd, paths, noIgnore } of targets) {
      if (paths.length > 0 && (await hasFile(search, cwd, paths, { noIgnore, ...rules }))) return true;
    }
    return false;
  };
  // Explicitly named files have already been checked.
  if (targets.some(({ explicit, fetched }) => explicit || fetched)) return;
  let none = false;
  for (const glob of included.slice(0, MAX_PROBED)) {
    if (await passes({ includeGlobs: [glob] })) continue;
    none = true;
    warnings.add(`No file matches the glob ${JSON.stringify(glob)} in include_globs`);
  }
  // Globs that include files override types.
  for (const type of included.length > 0 ? [] : types.slice(0, MAX_PROBED)) {
    if (await passes({ types: [type] })) continue;
    none = true;
    warnings.add(`No file has the type ${JSON.stringify(type)}`);
  }
  if (!none && !(await passes({ includeGlobs, excludeGlobs, types, maxFilesize }))) {
    warnings.add("No file matches include_globs, exclude_globs, types and max_filesize together");
  }
}
