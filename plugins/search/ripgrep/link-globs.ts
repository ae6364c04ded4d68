/** Makes sure that `follow_symlinks` stays inside the workspace, because ripgrep would follow a link anywhere. */

import { type Context, JigError, literalGlob } from "../../../core/host/plugin-api.ts";
import type { Target } from "./query.ts";
import type { Warnings } from "./warnings.ts";

/** The maximum length of these globs, which must all fit on one command line. */
const MAX_GLOB_CHARS = 200_000;

export type LinkContext = Pick<Context, "workspace" | "files" | "signal">;

/** Returns globs that exclude all links below a target which are broken or lead outside of the workspace. */
export async function globsOfEscapingLinks(
  context: LinkContext,
  target: Target,
  hidden: boolean,
  warnings: Warnings,
): Promise<string[]> {
  const globs: string[] = [];
  const seen = new Set<string>();
  const pending = [...target.paths];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    context.signal.throwIfAborted();
    const { absolute } = await context.workspace.resolve(directory, { expect: "any" });
    if (seen.has(absolute)) continue;
    seen.add(absolute);
    const entries = await context.files.list(directory).catch(() => []);
    for (const entry of entries) {
      const name = entry.path.slice(entry.path.lastIndexOf("/") + 1);
      if (name === ".git" || (!hidden && name.startsWith("."))) continue;
      const path = `${directory}/${name}`;
      if (entry.kind === "directory") pending.push(path);
      if (entry.kind !== "link") continue;
      try {
        const resolved = await context.workspace.resolve(path, { expect: "any" });
        if (resolved.kind === "directory") pending.push(path);
      } catch (error) {
        const why =
          error instanceof JigError && error.code === "PATH_OUTSIDE"
            ? "is broken or leads out of the workspace"
            : "is broken";
        warnings.add(`Link not followed: ${path} ${why}`);
        globs.push(literalGlob(path.slice(target.cwd.length)));
      }
    }
  }
  if (globs.join().length > MAX_GLOB_CHARS) {
    throw new JigError("LIMIT_EXCEEDED", `${globs.length} links lead out of the workspace: too many to exclude`, {
      hint: "Search without follow_symlinks, or a smaller directory",
    });
  }
  return globs;
}
