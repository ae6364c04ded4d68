/** Everything that determines which files ripgrep reads, and what matches in there. */

export interface Query {
  /** Each of these is searched separately, see `multi-query`. Given several patterns at once, rg will not say which of them matched. */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  word: boolean;
  multiline: boolean;
  includeGlobs: readonly string[];
  excludeGlobs: readonly string[];
  /** ripgrep's file types, e.g. `cs` */
  types: readonly string[];
  followSymlinks: boolean;
  hidden: boolean;
  noIgnore: boolean;
  /** In bytes. */
  maxFilesize: number | undefined;
  encoding: string | undefined;
  before: number;
  after: number;
  /** Cap on occurrences, per pattern and file */
  maxCount: number | undefined;
}

export function plainQuery(pattern: string): Query {
  return {
    patterns: [pattern],
    fixedStrings: false,
    caseMode: "smart",
    word: false,
    multiline: false,
    includeGlobs: [],
    excludeGlobs: [],
    types: [],
    followSymlinks: false,
    hidden: false,
    noIgnore: false,
    maxFilesize: undefined,
    encoding: undefined,
    before: 0,
    after: 0,
    maxCount: undefined,
  };
}

/** One run of rg. Paths are absolute and have symlinks resolved. */
export interface Target {
  /** The workspace root. Globs are relative to this. */
  cwd: string;
  paths: string[];
  /** Files were named explicitly, so rg will not skip binary or ignored ones. */
  explicit: boolean;
  noIgnore: boolean;
  /** Copies of remote files, fetched because they might match. Do not read anything into a missing one. */
  fetched?: boolean;
  /** Globs to exclude no matter what, relative to `cwd` */
  without: string[];
}

/**
 * Path to pass to a rg that runs in `cwd`. Shorter is better: rg repeats it on every line of output, thousands of times. Note
 * that saved answers are not inside of any root.
 */
export function commandLinePath({ cwd }: Pick<Target, "cwd">, path: string): string {
  return path === cwd || path.startsWith(`${cwd}/`) ? `.${path.slice(cwd.length)}` : path;
}
