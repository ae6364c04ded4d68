/** Ripgrep and git open the ignore and attribute files of each folder without checking their kind, so a named pipe makes them wait for a writer. */
import type { Context } from "../../../core/host/plugin-api.ts";
import { rootOf, walkBelow } from "./walk-entries.ts";

/** The search for a pipe ends after so many ms. */
const LOOK = 5000;

/** Finds the first named pipe (or socket, or device) whose path has one of these ends: in the folder, above it up to the root, or below it or any root. */
export async function findWaitedPipe(
  folder: string,
  ends: readonly string[],
  context: Context,
  signal: AbortSignal,
): Promise<string | undefined> {
  const until = context.clock.monotonic() + LOOK;
  const root = rootOf(folder, context);
  for (let above = folder; above.startsWith(root); above = above.slice(0, above.lastIndexOf("/"))) {
    for (const end of ends) {
      const stat = await context.files.stat(`${above}/${end}`).catch(() => undefined);
      if (stat?.kind === "other") return stat.path;
    }
  }
  const options = {
    hidden: true,
    follow: false,
    maxDepth: Number.POSITIVE_INFINITY,
    prunes: ({ path }: { path: string }) => path.endsWith("/.git/objects"),
  };
  for (const start of new Set([folder, ...context.workspace.roots.map(({ path }) => path)])) {
    for await (const { path, kind } of walkBelow({ absolute: start, shown: "" }, start, options, context)) {
      if (kind === "other" && ends.some((end) => path.endsWith(`/${end}`))) return path;
      if (signal.aborted || context.clock.monotonic() > until) return undefined;
    }
  }
  return undefined;
}
