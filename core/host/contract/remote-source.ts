/** Types for remote files, such as `repo:org/name@main/src/a.cs`. */

/** A remote tree at one version. A name and version always refer to the same files. */
export interface RemoteVersion {
  /** Its name in paths, with the prefix: `repo:org/name@main`. */
  name: string;
  /** A commit: 1 to 64 letters, digits, dots, dashes and underscores. */
  version: string;
}

export interface RemotePath extends RemoteVersion {
  /** Relative, with `/` as separator. "" is the tree itself. */
  path: string;
}

/** Describes a search, so that files that can't match can be excluded. */
export interface RemoteQuery {
  /** True if the search only needs file names. */
  namesOnly?: boolean;
  /** In ripgrep's syntax, or literal text. */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  multiline: boolean;
  /** Globs relative to the top of the tree. A file has to match one of them unless the list is empty. */
  includeGlobs: readonly string[];
  /** Globs for file types, with the same meaning. */
  typeGlobs: readonly string[];
  noIgnore: boolean;
  /** Other options that affect which lines or files match. A plugin that doesn't know them can ignore them. */
  further: readonly string[];
  withinMs: number;
}

export interface RemoteCandidates {
  /** `paths` contains every file that may match, ignore files, and possibly others. `below` is the requested folder, or "" for the whole tree. */
  folders: (RemoteVersion & { below: string; paths: string[]; origins: string[] })[];
  /** Sentences about parts that are missing. */
  warnings: string[];
  /** True if files that are not in `folders` may match. */
  incomplete: boolean;
}

export interface RemoteFiles {
  files: { path: string; data: Uint8Array }[];
  /** Files that exist but could not be fetched, and why. */
  absent: { path: string; why: string }[];
}

/** Local copies for one search. */
export interface FetchedFolders {
  /** Roots that do not belong to a source. */
  local: string[];
  /**
   * `tree` contains every file that may match, by its path in the source, and `path` is the requested part of it. Both are
   * absolute. If the search only needs names, all files exist but are empty except for ignore files.
   */
  folders: { name: string; tree: string; path: string; origins: string[] }[];
  warnings: string[];
  incomplete: boolean;
}
