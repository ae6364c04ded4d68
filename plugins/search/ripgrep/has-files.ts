/** Whether there is a file to search at all: under a directory, or for some globs. */
import { filesArguments, type WalkField } from "./command-line.ts";
import type { Query } from "./query.ts";
import { type RunContext, runRg } from "./run-ripgrep.ts";
import type { SearchDeadline } from "./search-deadline.ts";

/** Input of the check for files. */
export interface FileProbe {
  context: RunContext;
  deadline: SearchDeadline;
  query: Pick<Query, "hidden" | "followSymlinks">;
}

/** True for a directory whose files are all ignored. */
export async function hidesAllFiles(looking: FileProbe, cwd: string, path: string): Promise<boolean> {
  return !(await hasFile(looking, cwd, [path], {})) && (await hasFile(looking, cwd, [path], { noIgnore: true }));
}

/** Whether a search of `paths` would read any file. Stops at the first; an unknown result counts as yes. */
export async function hasFile(
  { context, deadline, query: { hidden, followSymlinks } }: FileProbe,
  cwd: string,
  paths: readonly string[],
  rules: Partial<Pick<Query, WalkField>>,
): Promise<boolean> {
  const open = { includeGlobs: [], excludeGlobs: [], types: [], maxFilesize: undefined, noIgnore: false };
  const walk = { ...open, hidden, followSymlinks, ...rules };
  const { code } = await runRg(context, { args: filesArguments(walk, paths, true), cwd }, deadline, async (stdout) => {
    for await (const _ of stdout);
  });
  return code === 0;
}
