/** Files that lie elsewhere, as `repo:org/name@main/src/a.cs`: what a plugin that reaches them says, and what searches get of it. */

/** One state of a tree that lies elsewhere. The same name and version have the same files for ever. */
export interface RemoteVersion {
  /** As it is written in paths, with the prefix: `repo:org/name@main`. */
  name: string;
  /** 1 to 64 of letters, digits, dot, dash and underscore: a commit. */
  version: string;
}

export interface RemotePath extends RemoteVersion {
  /** With `/`, relative; "" is the tree itself. */
  path: string;
}

/** What a search is about to ask of files: enough to leave out those that cannot match. */
export interface RemoteQuery {
  /** Only names are wanted, of all files that there are: nothing is asked of what they hold. */
  namesOnly?: boolean;
  /** Of ripgrep's syntax, or literal text. */
  patterns: readonly string[];
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  multiline: boolean;
  /** Globs from the top of the tree: a file passes one of them, where there are any. */
  includeGlobs: readonly string[];
  /** The same for types of files, as globs. */
  typeGlobs: readonly string[];
  noIgnore: boolean;
  /** Options that decide which lines match or which files are read, and that say nothing to a plugin that does not know them. */
  further: readonly string[];
  withinMs: number;
}

export interface RemoteCandidates {
  /** `paths`: every file that may match, those that hold ignore rules, and perhaps others. `below`: what was asked for, "" for the whole tree. */
  folders: (RemoteVersion & { below: string; paths: string[]; origins: string[] })[];
  /** What is missing, as sentences. */
  warnings: string[];
  /** There may be matches in files that are not in `folders`. */
  incomplete: boolean;
}

export interface RemoteFiles {
  files: { path: string; data: Uint8Array }[];
  /** Files that the source knows but does not have, and why. */
  absent: { path: string; why: string }[];
}

/** What was fetched to this machine for one search. */
export interface FetchedFolders {
  /** The roots that no source has. */
  local: string[];
  /**
   * `tree` holds whatever may match, by its path in the source; `path` is the part of it that was asked for. Absolute. Where only names were
   * wanted, every file is there without content, but for those with ignore rules.
   */
  folders: { name: string; tree: string; path: string; origins: string[] }[];
  warnings: string[];
  incomplete: boolean;
}
