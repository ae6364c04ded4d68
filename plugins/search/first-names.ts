/**
 * Lists file names for the first screen of the explorer, before any plugin is loaded. They are the same as those of
 * list_files.
 */
import { fileFinder } from "./contributions.ts";
import { filesArguments } from "./ripgrep/command-line.ts";

export const namesFinder = { ...fileFinder, plugin: "search" };

/** Returns the arguments for ripgrep, which prints absolute paths, each followed by NUL. */
export function namesArguments(root: string): string[] {
  const open = { includeGlobs: [], excludeGlobs: [], types: [], maxFilesize: undefined };
  return filesArguments({ ...open, followSymlinks: false, hidden: false, noIgnore: false }, [root]);
}
