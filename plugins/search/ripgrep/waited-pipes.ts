/**
 * Finds named pipes that block a search. ripgrep and git open the ignore and attribute files in each folder without
 * checking their type. If one of these is a named pipe, they wait until something writes to it.
 */
import { type Context, JigError } from "../../../core/host/plugin-api.ts";

/** Ignore files that ripgrep opens unless a flag turns them off. */
export const IGNORE_FILES = [".gitignore", ".ignore", ".rgignore", ".git/info/exclude"];

/** If a program runs longer than this, in ms, it may be waiting for a named pipe. */
const PATIENCE = 3000;
/** Time limit for the search for a pipe, in ms. */
const LOOK = 5000;

/**
 * Finds the first named pipe, socket or device whose path ends with one of these suffixes. The search covers the
 * folder, the folders above it up to the root, and everything inside it or inside any root.
 */
export async function findWaitedPipe(
  folder: string,
  ends: readonly string[],
  { files, workspace, clock }: Pick<Context, "files" | "workspace" | "clock">,
  signal: AbortSignal,
): Promise<string | undefined> {
  const until = clock.monotonic() + LOOK;
  const roots = workspace.roots.map(({ path }) => path);
  const root = roots.find((root) => folder === root || folder.startsWith(`${root}/`)) ?? folder;
  for (let above = folder; above.startsWith(root); above = above.slice(0, above.lastIndexOf("/"))) {
    for (const end of ends) {
      const stat = await files.stat(`${above}/${end}`).catch(() => undefined);
      if (stat?.kind === "other") return stat.path;
    }
  }
  const waiting = [...new Set([folder, ...roots])];
  for (const below of waiting) {
    for (const { path, kind } of await files.list(below).catch(() => [])) {
      if (kind === "other" && ends.some((end) => path.endsWith(`/${end}`))) return path;
      if (kind === "directory" && !path.endsWith("/.git/objects")) waiting.push(path);
    }
    if (signal.aborted || clock.monotonic() > until) return undefined;
  }
  return undefined;
}

/**
 * Looks for a named pipe if a program is still running after `PATIENCE`. Resolves to the error for the pipe, or to
 * undefined if no pipe was found or `over` was aborted, which marks the end of the program.
 */
export async function waitForPipe(
  command: "rg" | "git",
  folder: string,
  ends: readonly string[],
  context: Pick<Context, "files" | "workspace" | "clock">,
  over: AbortSignal,
): Promise<JigError | undefined> {
  try {
    await context.clock.sleep(PATIENCE, over);
    const found = await findWaitedPipe(folder, ends, context, over);
    if (found === undefined || over.aborted) return undefined;
    const shown = context.workspace.display(found);
    const what = `${shown} is not a regular file, and ${command} still waits for it after ${PATIENCE / 1000} s`;
    return new JigError("NOT_A_FILE", what, { hint: `${command} opens it and waits for a writer: remove it` });
  } catch {
    // The program has ended, or the folders cannot be read. In that case it continues.
    return undefined;
  }
}
