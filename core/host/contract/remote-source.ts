/** Types for remote files, such as `repo:org/name@main/src/a.cs`. */

/** A remote tree at one version. The same name and version always mean the same files. */
export interface RemoteVersion {
  /** Its name in paths, with the prefix: `repo:org/name@main`. */
  name: string;
  /** 1 to 64 of letters, digits, dot, dash and underscore: a commit. */
  version: string;
}

export interface RemotePath extends RemoteVersion {
  /** Relative, with `/`; "" is the tree itself. */
  path: string;
}

/** A description of a search, to exclude files that cannot match. */
export interface RemoteQuery {
  /** True if the search needs only file names. */
  namesOnly?: boolean;
  /** In ripgrep's syntax, or literal text. */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  multiline: boolean;
  /** Globs from the top of the tree; a file must match one of them. Empty: all files. */
  includeGlobs: readonly string[];
  /** The same for types of files, as globs. */
  typeGlobs: readonly string[];
  noIgnore: boolean;
  /** Other options that affect matching lines or files. A plugin that does not know them can ignore them. */
  further: readonly string[];
  withinMs: number;
}

export interface RemoteCandidates {
  /**
   * `paths` contains every file that may match, ignore files, and possibly others. `below` is the requested folder, "" for
   * the whole tree.
   */
  folders: (RemoteVersion & { below: string; paths: string[]; origins: string[] })[];
  /** Sentences about missing parts. */
  warnings: string[];
  /** True if files that are not in `folders` may match. */
  incomplete: boolean;
}

export interface RemoteFiles {
  files: { path: string; data: Uint8Array }[];
  /** Files that are known but missing, and why. */
  absent: { path: string; why: string }[];
}

/** Local copies for one search. */
export interface FetchedFolders {
  /** Roots that do not belong to a source. */
  local: string[];
  /**
   * `tree` holds every file that may match, by its path in the source; `path` is the requested part of it. Absolute. For a
   * search by names all files exist, empty except for ignore files.
   */
  folders: { name: string; tree: string; path: string; origins: string[] }[];
  warnings: string[];
  incomplete: boolean;
}
