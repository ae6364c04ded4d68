/** Warns about globs and types that don't match a single file. Otherwise, a typo in a glob would look just like "no matches". */
import { hasFile } from "../ripgrep/has-files.ts";
import type { Query } from "../ripgrep/query.ts";
import type { SearchRun } from "./search-run.ts";

/** We don't check more filters than this, because each of them costs a walk. */
const MAX_PROBED = 8;

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
  // Named files have been checked before.
  if (targets.some(({ explicit, fetched }) => explicit || fetched)) return;
  let none = false;
  for (const glob of included.slice(0, MAX_PROBED)) {
    if (await passes({ includeGlobs: [glob] })) continue;
    none = true;
    warnings.add(`No file matches the glob ${JSON.stringify(glob)} in include_globs`);
  }
  // Globs that include files take precedence over types.
  for (const type of included.length > 0 ? [] : types.slice(0, MAX_PROBED)) {
    if (await passes({ types: [type] })) continue;
    none = true;
    warnings.add(`No file has the type ${JSON.stringify(type)}`);
  }
  if (!none && !(await passes({ includeGlobs, excludeGlobs, types, maxFilesize }))) {
    warnings.add("No file matches include_globs, exclude_globs, types and max_filesize together");
  }
}
