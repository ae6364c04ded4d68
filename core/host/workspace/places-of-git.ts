/**
 * Finds everything that may make git run a program, which are repositories (with any name) and the files that their config
 * refers to.
 */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ResolvedPath } from "../contract/context.ts";
import { GIT_FOLDER, type PlaceThatRunsLater, placeThatRunsLater } from "../contract/runs-later.ts";
import { listNames } from "../runtime/list-names.ts";
import { settingsOf } from "./git-config.ts";
import { pointerOf, textOf } from "./git-places.ts";
import { isInside } from "./path-rules.ts";

/** Returns true if git treats a folder with these entries as a repository, possibly a linked one. */
export function isRepository(names: readonly string[]): boolean {
  return (
    names.includes("HEAD") && (names.includes("commondir") || (names.includes("objects") && names.includes("refs")))
  );
}

/**
 * Returns everything from which a git that is started in `folder` takes commands and programs: the repository, the one it
 * shares settings with, its hooks folder, and all files that its settings include. `folder` either has a `.git` or is a
 * repository.
 */
export function placesOfGit(folder: string): string[] {
  const entry = join(folder, ".git");
  const own = exists(entry) ? (ifRead(() => pointerOf(folder)) ?? realOf(entry)) : folder;
  if (!isRepository(listNames(own))) return [];
  const common = resolve(own, textOf(join(own, "commondir")).trim());
  const configs = [join(common, "config"), join(own, "config.worktree")].map((path) => ({ path, text: textOf(path) }));
  const included = configs.flatMap(({ path, text }) =>
    ["include", "includeif"].flatMap((section) =>
      settingsOf(text, section, "path").map((each) => resolve(dirname(path), each)),
    ),
  );
  const hooks = configs.flatMap(({ text }) => settingsOf(text, "core", "hookspath"));
  const places = [own, common, ...included, ...hooks.map((each) => resolve(folder, each))].map(realOf);
  // If the hooks are at the top of the working tree, the whole tree would count, so this is left out.
  return [...new Set(places)].filter((place) => exists(place) && (place === own || !isInside(place, folder)));
}

/** Returns the nearest folder above a root in which git would look. */
export function folderWithGitAbove(root: string): string | undefined {
  for (let at = dirname(root); ; at = dirname(at)) {
    if (exists(join(at, ".git"))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Returns the protected place around a path for writes, or undefined for an ordinary file. */
export function placeOf({
  relative,
  absolute,
  root,
}: Pick<ResolvedPath, "relative" | "absolute"> & { root: { path: string } }): PlaceThatRunsLater | undefined {
  return placeThatRunsLater(relative) ?? (isOfGit(absolute, root.path) ? GIT_FOLDER : undefined);
}

function isOfGit(path: string, root: string): boolean {
  const isOf = (folder: string) => placesOfGit(folder).some((place) => isInside(place, path));
  for (let at = dirname(path); isInside(root, at); at = dirname(at)) {
    // A HEAD exists, and a few subfolders would make this a repository.
    if (isFile(join(at, "HEAD"))) return true;
    if (exists(join(at, ".git"))) {
      if (isOf(at)) return true;
    } else if (at === dirname(at)) return false;
  }
  const above = folderWithGitAbove(root);
  return above !== undefined && isOf(above);
}

const statOf = (path: string) => ifRead(() => lstatSync(path));
const exists = (path: string) => statOf(path) !== undefined;
const isFile = (path: string) => statOf(path)?.isDirectory() === false;

function realOf(path: string): string {
  return ifRead(() => realpathSync.native(path)) ?? path;
}

function ifRead<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
