/** Converts between absolute paths and those in answers, which are relative to the roots. */

import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Workspace } from "../contract/context.ts";
import { isInside } from "./path-rules.ts";

/** Handles the spelling of paths in the rows of a result (absolute or printed), and decides which paths they may contain. */
export function shownPaths(workspace: Workspace, trusted: boolean) {
  const displayed = new Map<string, string>();
  const [only, ...others] = workspace.roots;
  const spelling = (path: string) => {
    if (isAbsolute(path)) return workspace.display(path);
    // A single root needs no name, because the line above the rows contains it.
    if (!only || others.length > 0 || !path.startsWith(`${only.name}/`)) return path;
    const shown = workspace.display(join(only.path, path.slice(only.name.length + 1)));
    return existsSync(join(only.path, path)) ? path : shown;
  };
  return {
    display(path: string): string {
      let shown = displayed.get(path);
      if (shown === undefined) {
        shown = spelling(path);
        displayed.set(path, shown);
      }
      return shown;
    },
    /** Rows of third parties can't refer to anything outside of the workspace. */
    allows(path: string): boolean {
      if (trusted) return true;
      const inside = isAbsolute(path) ? workspace.roots.some((root) => isInside(root.path, path)) : true;
      return inside && !path.split("/").includes("..");
    },
    absolute(shown: string): string {
      if (isAbsolute(shown)) return shown;
      const places = workspace.roots.flatMap((root) => [
        join(root.path, shown),
        ...(shown.startsWith(`${root.name}/`) ? [join(root.path, shown.slice(root.name.length + 1))] : []),
      ]);
      return places.find((path) => existsSync(path)) ?? shown;
    },
  };
}
