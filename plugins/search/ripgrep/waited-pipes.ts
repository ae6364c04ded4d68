/**
 * Detects named pipes that make a search hang. Both ripgrep and git open the ignore and attribute files of every folder without
 * looking at their type. If one of these is a named pipe, the open call blocks until something writes to it, which typically
 * never happens.
 */
import { type Context, JigError } from "../../../core/host/plugin-api.ts";

/** The files that ripgrep opens unless flags disable them. */
export const IGNORE_FILES = [".gitignore", ".ignore", ".rgignore", ".git/info/exclude"];

/** We start to suspect a pipe after this long (in ms). */
const PATIENCE = 3000;
/** The time for which we look for a pipe, in ms. */
const LOOK = 5000;

/**
 * Finds the first named pipe, socket or device with one of these path suffixes. This looks in the folder, in its ancestors up
 * to the root, and in everything below it or below any root.
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
 * If the program is still running after `PATIENCE`, looks for a named pipe in these folders, and calls `stop` if it finds one.
 * The result must be called once the program has ended, and returns an error that names the pipe.
 */
export function watchForPipe(
  command: "rg" | "git",
  folders: readonly string[],
  ends: readonly string[],
  context: Pick<Context, "files" | "workspace" | "clock">,
  stop: () => void,
): () => JigError | undefined {
  const over = new AbortController();
  let fault: JigError | undefined;
  const look = async () => {
    await context.clock.sleep(PATIENCE, over.signal);
    for (const folder of folders) {
      const found = await findWaitedPipe(folder, ends, context, over.signal);
      if (over.signal.aborted) return;
      if (found === undefined) continue;
      const shown = context.workspace.display(found);
      const what = `${shown} is not a regular file, and ${command} still waits for it after ${PATIENCE / 1000} s`;
      fault = new JigError("NOT_A_FILE", what, { hint: `${command} opens it and waits for a writer: remove it` });
      return stop();
    }
  };
  // Either it has ended, or we can't read the folders. In both cases we let it continue.
  if (folders.length > 0 && ends.length > 0) look().catch(() => {});
  return () => {
    over.abort();
    return fault;
  };
}
