/** A query for ripgrep. It contains everything that determines which files are read and what matches. */

export interface Query {
  /** Each one is searched separately (see `multi-query`). If rg gets several patterns at once, it only finds lines that match any of them. */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  word: boolean;
  multiline: boolean;
  includeGlobs: readonly string[];
  excludeGlobs: readonly string[];
  /** Names of ripgrep's file types. */
  types: readonly string[];
  followSymlinks: boolean;
  hidden: boolean;
  noIgnore: boolean;
  /** Bytes. */
  maxFilesize: number | undefined;
  encoding: string | undefined;
  before: number;
  after: number;
  /** The maximum number of occurrences of one pattern in one file. */
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

/** One run of rg. All paths are absolute and real. */
export interface Target {
  /** A workspace root, which globs are relative to. */
  cwd: string;
  paths: string[];
  /** The paths are files that were named explicitly. rg then skips neither binary nor ignored ones. */
  explicit: boolean;
  noIgnore: boolean;
  /** Copies of remote files that were fetched because they may match. If a file is missing here, that doesn't mean anything. */
  fetched?: boolean;
  /** Globs relative to `cwd` that are always excluded. */
  without: string[];
}

/**
 * How to write a path on a command line that runs in `cwd`. It should be short, because rg repeats it thousands of times. A saved
 * answer is not below any root.
 */
export function commandLinePath({ cwd }: Pick<Target, "cwd">, path: string): string {
  return path === cwd || path.startsWith(`${cwd}/`) ? `.${path.slice(cwd.length)}` : path;
}
