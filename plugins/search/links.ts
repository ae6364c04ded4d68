/** Keeps `follow_symlinks` inside the workspace: rg itself follows a link wherever it leads (facts §0.11). */
import { type Context, JigError } from "../../core/host/plugin-api.ts";
import type { MatchRow } from "./rows.ts";
import type { Target } from "./scope.ts";
import type { Counts } from "./stream.ts";
import type { Warnings } from "./warnings.ts";

/** They all stand on one command line. */
const MOST_GLOB_CHARS = 200_000;

type LinkContext = Pick<Context, "workspace" | "files" | "signal">;

/** Globs that keep rg from the links below `target` which lead out of the workspace, or nowhere. */
export async function globsAgainstEscapes(
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
            ? "leads out of the workspace, or nowhere"
            : "is broken";
        warnings.add(`Link not followed: ${path} ${why}`);
        globs.push(literalGlob(path.slice(target.cwd.length)));
      }
    }
  }
  if (globs.join().length > MOST_GLOB_CHARS) {
    throw new JigError("LIMIT_EXCEEDED", `${globs.length} links lead out of the workspace: too many to leave out`, {
      hint: "Search without follow_symlinks, or a smaller directory",
    });
  }
  return globs;
}

/** A glob for exactly one path below the workspace root; `path` starts with a slash. */
export function literalGlob(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, "\\$&");
}

/** Drops what was reached through a link that was changed while the search ran. */
export async function dropEscapes<Kept extends Counts & { rows: MatchRow[] }>(
  context: LinkContext,
  found: Kept,
  warnings: Warnings,
): Promise<Kept> {
  const files = new Map<string, number>();
  let total = 0;
  for (const [path, count] of found.files) {
    try {
      await context.workspace.resolve(path);
      files.set(path, count);
      total += count;
    } catch (error) {
      const outside = error instanceof JigError && error.code === "PATH_OUTSIDE";
      warnings.add(
        outside ? `Link not followed: ${path} leads out of the workspace` : `Left out, since it is gone: ${path}`,
      );
    }
  }
  return { ...found, files, total, rows: found.rows.filter((row) => files.has(row.file)) };
}
