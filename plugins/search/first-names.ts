/** File names for the explorer's first screen, available before any plugin is loaded. Same names as list_files. */
import { fileFinder } from "./contributions.ts";
import { filesArguments } from "./ripgrep/command-line.ts";

export const namesFinder = { ...fileFinder, plugin: "search" };

/** Returns the arguments with which ripgrep lists all files below a root. It prints absolute paths, each of them followed by NUL. */
export function namesArguments(root: string): string[] {
  const open = { includeGlobs: [], excludeGlobs: [], types: [], maxFilesize: undefined };
  return filesArguments({ ...open, followSymlinks: false, hidden: false, noIgnore: false }, [root]);
}
