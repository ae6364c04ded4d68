/** Finds Unreal projects, which are workspace roots or folders up to two levels below them. */
import type { Files, Root } from "../../../core/host/plugin-api.ts";

/** This is only used for roots that aren't projects themselves. */
const MAX_LEVELS = 2;
/** The maximum number of folders that are checked on each level. */
const MAX_FOLDERS = 200;
const PASSED = /^(?:\.|node_modules$|Binaries$|Content$|DerivedDataCache$|Intermediate$|Saved$)/;

/** Returns each root, followed by the projects inside it. */
export async function projectFolders(files: Files, roots: readonly Root[]): Promise<string[]> {
  const found: string[] = [];
  for (const { path } of roots) {
    found.push(path);
    let level = [path];
    for (let depth = 0; depth <= MAX_LEVELS && level.length > 0; depth++) {
      const next: string[] = [];
      for (const folder of level.slice(0, MAX_FOLDERS)) {
        const { isProject, inner } = await lookInto(files, folder);
        if (isProject && depth > 0) found.push(folder);
        if (!isProject) next.push(...inner);
      }
      level = next;
    }
  }
  return found;
}

async function lookInto(files: Files, folder: string): Promise<{ isProject: boolean; inner: string[] }> {
  const entries = await files.list(folder).catch(() => []);
  const inner: string[] = [];
  let isProject = false;
  for (const { path, kind } of entries) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (kind === "file") isProject ||= name.endsWith(".uproject") || name === "Binds.Cache";
    else if (kind === "directory") {
      isProject ||= name === "Script";
      if (!PASSED.test(name)) inner.push(path);
    }
  }
  return { isProject, inner };
}
