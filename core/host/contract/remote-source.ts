/** Types for remote files, e.g. `repo:org/name@main/src/a.cs`. */

/** A remote tree at a fixed version. The same name and version always means the same files. */
export interface RemoteVersion {
  /** As it's written in paths, including the prefix: `repo:org/name@main` */
  name: string;
  /** A commit, consisting of 1 to 64 letters, digits, dots, dashes and underscores */
  version: string;
}

export interface RemotePath extends RemoteVersion {
  /** Relative, `/`-separated. "" is the tree itself. */
  path: string;
}

/** Describes a search, for the purpose of ruling out files. */
export interface RemoteQuery {
  /** File names are enough */
  namesOnly?: boolean;
  /** ripgrep syntax or literal text */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  multiline: boolean;
  /** Relative to the top of the tree. If there are any, a file must match at least one. */
  includeGlobs: readonly string[];
  /** Same, but derived from file types */
  typeGlobs: readonly string[];
  noIgnore: boolean;
  /** Any other option with an influence on matching lines or files. It's fine to ignore those that you don't know. */
  further: readonly string[];
  withinMs: number;
}

export interface RemoteCandidates {
  /**
   * `paths` is a superset: every file that may match, ignore files, and maybe more. `below` is the requested folder ("" for
   * all of the tree).
   */
  folders: (RemoteVersion & { below: string; paths: string[]; origins: string[] })[];
  /** About missing parts, in full sentences */
  warnings: string[];
  /** There may be matching files that aren't in `folders` */
  incomplete: boolean;
}

export interface RemoteFiles {
  files: { path: string; data: Uint8Array }[];
  /** Files that exist but couldn't be fetched, each with a reason */
  absent: { path: string; why: string }[];
}

/** Copies on local disk, for a single search */
export interface FetchedFolders {
  /** Roots that no source is responsible for */
  local: string[];
  /**
   * `tree` has every file that may match, by its path in the source. `path` is the requested part of it. Both are absolute.
   * If names are enough, all the files are there but empty (ignore files excepted).
   */
  folders: { name: string; tree: string; path: string; origins: string[] }[];
  warnings: string[];
  incomplete: boolean;
}
