/** Formats paths for display. They are relative to the root and, if there are several roots, start with its name. */
import type { Root } from "../../core/host/frontend-api.ts";

export function createDisplayPath(roots: readonly Root[]): (path: string) => string {
  const several = roots.length > 1;
  return (path) => {
    for (const root of roots) {
      const base = root.path.endsWith("/") || root.path.endsWith("\\") ? root.path : `${root.path}/`;
      const same = path.replaceAll("\\", "/").startsWith(base.replaceAll("\\", "/"));
      if (same) return (several ? `${root.name}/` : "") + path.slice(base.length);
    }
    return path;
  };
}
