/** Everything that determines which files ripgrep reads, and what matches in them. */

export interface Query {
  /**
   * The patterns. Each of them is searched separately, see `multi-query`, because ripgrep would not say which of several
   * patterns matched.
   */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  word: boolean;
  multiline: boolean;
  includeGlobs: readonly string[];
  excludeGlobs: readonly string[];
  /** The file types of ripgrep, e.g. `cs`. */
  types: readonly string[];
  followSymlinks: boolean;
  hidden: boolean;
  noIgnore: boolean;
  /** The maximum size in bytes. */
  maxFilesize: number | undefined;
  encoding: string | undefined;
  before: number;
  after: number;
  /** The maximum number of occurrences, for each pattern and file. */
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

/** A single run of ripgrep. Paths are absolute and have their symlinks resolved. */
export interface Target {
  /** The workspace root, which globs are relative to. */
  cwd: string;
  paths: string[];
  /** True if the files were named explicitly, so that ripgrep will not skip binary or ignored ones. */
  explicit: boolean;
  noIgnore: boolean;
  /**
   * True for copies of remote files, which were fetched because they might match. A file that is missing does not mean
   * anything.
   */
  fetched?: boolean;
  /** The globs to exclude in any case, relative to `cwd`. */
  without: string[];
}

/**
 * Returns the path for a ripgrep that runs in `cwd`. A shorter one is better, because ripgrep repeats it on every line of
 * output, thousands of times. Note that saved answers are not inside any root.
 */
export function commandLinePath({ cwd }: Pick<Target, "cwd">, path: string): string {
  return path === cwd || path.startsWith(`${cwd}/`) ? `.${path.slice(cwd.length)}` : path;
}
