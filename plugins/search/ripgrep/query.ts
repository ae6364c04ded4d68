/** A query to ripgrep: everything that decides which files it reads and which matches there are. */

export interface Query {
  /** Each is searched by itself: see `multi-query`. A run of rg with several finds the lines that any of them matches. */
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
  /** Occurrences of one pattern in one file at most. */
  maxCount: number | undefined;
}

/** A query for a literal text with default options. */
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

/** One run of rg. Paths are absolute and real. */
export interface Target {
  /** A workspace root: globs are relative to it. */
  cwd: string;
  paths: string[];
  /** The paths are files that were named outright: rg then skips neither binary nor ignored ones. */
  explicit: boolean;
  noIgnore: boolean;
  /** Copies of remote files, fetched because they may match: a file that is missing here says nothing. */
  fetched?: boolean;
  /** Globs, relative to `cwd`, that are always excluded. */
  without: string[];
}

/** How a path is written on a command line that starts in `cwd`: short, for rg repeats it thousands of times. A saved answer is below no root. */
export function commandLinePath({ cwd }: Pick<Target, "cwd">, path: string): string {
  return path === cwd || path.startsWith(`${cwd}/`) ? `.${path.slice(cwd.length)}` : path;
}
