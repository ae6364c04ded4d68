/** Contains the roots of the workspace and a resolver that knows the path schemes of plugins. */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import process from "node:process";
import type { ResolvedPath, ResolveOptions, Root, Workspace } from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { hasRawBytes } from "../contract/name-text.ts";
import { displayPath, NOTHING_NEAR, quoted, resolvePath, slashed } from "./path-rules.ts";

/** The path scheme of a plugin. For paths of other schemes, it resolves to undefined. */
export interface BoundScheme {
  prefix: string;
  resolve(path: string): Promise<string | undefined>;
}

/**
 * Converts folders to roots, which are real, exist, and have distinct names. @throws INVALID_ARGUMENT for `/`, for the home
 * folder, and for anything but a directory
 */
export function openRoots(folders: readonly string[], home: string | undefined): Root[] {
  const roots: Root[] = [];
  for (const folder of folders) {
    const path = realDirectory(folder);
    if (isTooWide(path, home)) {
      throw new JigError("INVALID_ARGUMENT", `${quoted(folder)} is too broad to be a workspace root`, {
        hint: "Start jig in a project folder, or name one with --root",
      });
    }
    if (roots.some((root) => root.path === path)) continue;
    const name = basename(path);
    const twins = roots.filter((root) => root.name === name || root.name.startsWith(`${name}~`)).length;
    roots.push({ name: twins === 0 ? name : `${name}~${twins + 1}`, path });
  }
  return roots;
}

/** Returns true for `/` and the home folder. The real paths are compared. */
export function isTooWide(path: string | undefined, home: string | undefined): boolean {
  return path !== undefined && (dirname(path) === path || (home !== undefined && path === tryReal(home)));
}

/** Creates the error for jig being started without a root in `/`, in the home folder, or in a folder that can't be one. */
export function noRoot(cwd = process.cwd()): JigError {
  if (cwd.includes(REPLACED)) {
    return new JigError("UNAVAILABLE", `The path of the current folder is not UTF-8: ${quoted(cwd)}`, {
      hint: "Rename that folder, or name another with --root",
    });
  }
  return new JigError("UNAVAILABLE", "There is no workspace root", {
    hint: "Start jig in a project folder, or name one with --root",
  });
}

/** `schemes` is a function because plugins can be added and removed. */
export function createWorkspace(
  roots: readonly Root[],
  schemes: () => readonly BoundScheme[],
  nearest = NOTHING_NEAR,
): Workspace {
  return {
    roots,
    async resolve(path: string, options?: ResolveOptions): Promise<ResolvedPath> {
      if (roots.length === 0) throw noRoot();
      const scheme =
        typeof path === "string" && schemes().find((each) => slashedAnywhere(path).startsWith(each.prefix));
      if (!scheme) return resolvePath(roots, path, options, nearest);
      // A real folder with that name takes precedence, since `Packages/manifest.json`, for example, belongs to the project.
      try {
        return resolvePath(roots, path, options, nearest);
      } catch (refusal) {
        const target = await scheme.resolve(path);
        if (target === undefined) throw refusal;
        return { ...resolvePath(roots, target, options, nearest), written: path };
      }
    },
    display: (absolute) => displayPath(roots, absolute),
  };
}

/** Replaces backslashes on every system, because models write Windows separators everywhere. */
function slashedAnywhere(path: string): string {
  return path.replaceAll("\\", "/");
}

function realDirectory(folder: string): string {
  let path = folder;
  let isFolder: boolean;
  try {
    path = slashed(realpathSync.native(folder));
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    const isUtf8 = !hasRawBytes(path) && !path.includes(REPLACED);
    const problem = isUtf8 ? "does not exist" : "is not UTF-8";
    throw new JigError("INVALID_ARGUMENT", `The root ${quoted(folder)} ${problem}`, {
      hint: "Name an existing folder with --root",
      cause: toJigError(error),
    });
  }
  if (!isFolder) {
    throw new JigError("INVALID_ARGUMENT", `The root ${quoted(folder)} is not a directory`, {
      hint: "Use the folder that contains it",
    });
  }
  return path;
}

/** Runtimes substitute this for bytes of a path that are not UTF-8. */
const REPLACED = "\ufffd";

export function tryReal(path: string): string | undefined {
  try {
    return slashed(realpathSync.native(path));
  } catch {
    return undefined;
  }
}
