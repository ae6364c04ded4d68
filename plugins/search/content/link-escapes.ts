/** Checks the links that were followed again after a search, because they may have been changed in the meantime. */

import { JigError } from "../../../core/host/plugin-api.ts";
import type { LinkContext } from "../ripgrep/link-globs.ts";
import type { Warnings } from "../ripgrep/warnings.ts";
import type { MatchRow } from "./match-rows.ts";
import type { Counts } from "./search-result.ts";

/** Removes results that came through a link which was changed during the search. */
export async function dropLinkEscapes<Result extends Counts & { rows: MatchRow[] }>(
  context: LinkContext,
  found: Result,
  warnings: Warnings,
): Promise<Result> {
  const files = new Map<string, number>();
  let total = 0;
  for (const [path, count] of found.files) {
    try {
      await context.workspace.resolve(path);
      files.set(path, count);
      total += count;
    } catch (error) {
      const escaped = error instanceof JigError && error.code === "PATH_OUTSIDE";
      warnings.add(
        escaped
          ? `Link not followed: ${path} leads out of the workspace`
          : `Left out because it no longer exists: ${path}`,
      );
    }
  }
  return { ...found, files, total, rows: found.rows.filter((row) => files.has(row.file)) };
}
