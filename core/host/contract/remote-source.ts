/** Remote files, such as `repo:org/name@main/src/a.cs`: what their plugin declares, and what searches receive. */

/** A remote tree at one version. The same name and version always have the same files. */
export interface RemoteVersion {
  /** Its name in paths, with the prefix: `repo:org/name@main`. */
  name: string;
  /** 1 to 64 of letters, digits, dot, dash and underscore: a commit. */
  version: string;
}

export interface RemotePath extends RemoteVersion {
  /** With `/`, relative; "" is the tree itself. */
  path: string;
}

/** A coming search: enough to leave out files that cannot match. */
export interface RemoteQuery {
  /** The search needs the names of all files and no contents. */
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
  /** Options that decide which lines match or which files are read, and that say nothing to a plugin that does not know them. */
  further: readonly string[];
  withinMs: number;
}

export interface RemoteCandidates {
  /** `paths`: every file that may match, ignore files, and perhaps others. `below`: the requested folder, "" for the whole tree. */
  folders: (RemoteVersion & { below: string; paths: string[]; origins: string[] })[];
  /** Sentences about missing parts. */
  warnings: string[];
  /** There may be matches in files that are not in `folders`. */
  incomplete: boolean;
}

export interface RemoteFiles {
  files: { path: string; data: Uint8Array }[];
  /** Files that the source knows but does not have, and why. */
  absent: { path: string; why: string }[];
}

/** The local copies for one search. */
export interface FetchedFolders {
  /** The roots that no source has. */
  local: string[];
  /** `tree` holds every file that may match, by its path in the source; `path` is the requested part of it. Absolute. For a search by names all files exist, empty except for ignore files. */
  folders: { name: string; tree: string; path: string; origins: string[] }[];
  warnings: string[];
  incomplete: boolean;
}
