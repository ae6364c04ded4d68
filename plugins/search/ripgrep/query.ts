/** A query for ripgrep, with everything that determines which files are read and what matches. */

export interface Query {
  /**
   * The patterns, each of which is searched separately (see `multi-query`). If rg gets several patterns, it only finds
   * the lines that match any of them.
   */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  word: boolean;
  multiline: boolean;
  includeGlobs: readonly string[];
  excludeGlobs: readonly string[];
  /** The names of ripgrep file types. */
  types: readonly string[];
  followSymlinks: boolean;
  hidden: boolean;
  noIgnore: boolean;
  /** In bytes. */
  maxFilesize: number | undefined;
  encoding: string | undefined;
  before: number;
  after: number;
  /** Maximum number of occurrences of a pattern in a file. */
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

/** A single run of rg. All paths are absolute and real. */
export interface Target {
  /** The workspace root that globs are relative to. */
  cwd: string;
  paths: string[];
  /** The paths are files that were named explicitly, so rg does not skip binary or ignored ones. */
  explicit: boolean;
  noIgnore: boolean;
  /**
   * The files are copies of remote files that were fetched because they may match. A missing file does not mean
   * anything.
   */
  fetched?: boolean;
  /** Globs that are always excluded, relative to `cwd`. */
  without: string[];
}

/**
 * Returns a path for a command line that runs in `cwd`. It should be short, because rg repeats it thousands of times. A
 * saved answer is not inside any root.
 */
export function commandLinePath({ cwd }: Pick<Target, "cwd">, path: string): string {
  return path === cwd || path.startsWith(`${cwd}/`) ? `.${path.slice(cwd.length)}` : path;
}
