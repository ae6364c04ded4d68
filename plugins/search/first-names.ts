/**
 * Provides file names for the explorer's first screen before any plugin is loaded. They are the same names as those of
 * list_files.
 */
import { fileFinder } from "./contributions.ts";
import { filesArguments } from "./ripgrep/command-line.ts";

export const namesFinder = { ...fileFinder, plugin: "search" };

/** Returns the arguments with which ripgrep lists all files below a root. It prints absolute paths, each of them followed by NUL. */
export function namesArguments(root: string): string[] {
  const open = { includeGlobs: [], excludeGlobs: [], types: [], maxFilesize: undefined };
  return filesArguments({ ...open, followSymlinks: false, hidden: false, noIgnore: false }, [root]);
}
