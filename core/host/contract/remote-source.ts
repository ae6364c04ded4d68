/** Defines types for remote files such as `repo:org/name@main/src/a.cs`. */

/** A remote tree at a fixed version. The same name and version always refer to the same files. */
export interface RemoteVersion {
  /** The name as paths contain it, including the prefix: `repo:org/name@main`. */
  name: string;
  /** A commit with 1 to 64 letters, digits, dots, dashes and underscores. */
  version: string;
}

export interface RemotePath extends RemoteVersion {
  /** A relative path with `/`. An empty string means the tree itself. */
  path: string;
}

/** Describes a search, so that a server can leave out files that can't match. */
export interface RemoteQuery {
  /** True if the names of files are enough. */
  namesOnly?: boolean;
  /** Patterns in the syntax of ripgrep, or literal text. */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  multiline: boolean;
  /** Relative to the top of the tree. If there are any, a file must match at least one of them. */
  includeGlobs: readonly string[];
  /** The same, but derived from file types. */
  typeGlobs: readonly string[];
  noIgnore: boolean;
  /** Any other options that influence which lines or files match. Options that a source doesn't know can be ignored. */
  further: readonly string[];
  withinMs: number;
}

export interface RemoteCandidates {
  /**
   * `paths` contains every file that may match, ignore files, and possibly more. `below` is the requested folder ("" for the
   * whole tree).
   */
  folders: (RemoteVersion & { below: string; paths: string[]; origins: string[] })[];
  /** Full sentences about missing parts. */
  warnings: string[];
  /** True if there may be matching files that aren't in `folders`. */
  incomplete: boolean;
}

export interface RemoteFiles {
  files: { path: string; data: Uint8Array }[];
  /** Files that exist but couldn't be fetched, each with the reason. */
  absent: { path: string; why: string }[];
}

/** Copies on the local disk for a single search. */
export interface FetchedFolders {
  /** Roots that don't belong to any source. */
  local: string[];
  /**
   * `tree` contains every file that may match, by its path in the source, and `path` is the requested part of it. Both are
   * absolute. If names are enough, all files exist but are empty, except for ignore files.
   */
  folders: { name: string; tree: string; path: string; origins: string[] }[];
  warnings: string[];
  incomplete: boolean;
}
