/** The names of files for the explorer's first screen, before plugins are loaded: the same that list_files gives. */
import { fileFinder } from "./contributions.ts";
import { filesArguments } from "./ripgrep/command-line.ts";

export const namesFinder = { ...fileFinder, plugin: "search" };

/** Arguments for ripgrep, which then writes absolute paths, each followed by NUL. */
export function namesArguments(root: string): string[] {
  const open = { includeGlobs: [], excludeGlobs: [], types: [], maxFilesize: undefined };
  return filesArguments({ ...open, followSymlinks: false, hidden: false, noIgnore: false }, [root]);
}
