/** Everything that may make git run a program: repositories (under any name) and the files that their config refers to. */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ResolvedPath } from "../contract/context.ts";
import { GIT_FOLDER, type PlaceThatRunsLater, placeThatRunsLater } from "../contract/runs-later.ts";
import { listNames } from "../runtime/list-names.ts";
import { settingsOf } from "./git-config.ts";
import { pointerOf, textOf } from "./git-places.ts";
import { isInside } from "./path-rules.ts";

/** Returns true if git takes a folder with these entries for a repository. It could be a linked one. */
export function isRepository(names: readonly string[]): boolean {
  return (
    names.includes("HEAD") && (names.includes("commondir") || (names.includes("objects") && names.includes("refs")))
  );
}

/**
 * Everything that a git started in `folder` takes commands and programs from. That is the repository, the one it shares
 * settings with, its hooks folder, and all files included by its settings. `folder` either has a `.git` or is a repository.
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
  // With hooks at the top of the working tree, all of the tree would count. Leave that out.
  return [...new Set(places)].filter((place) => exists(place) && (place === own || !isInside(place, folder)));
}

/** Nearest folder above a root that git would look in. */
export function folderWithGitAbove(root: string): string | undefined {
  for (let at = dirname(root); ; at = dirname(at)) {
    if (exists(join(at, ".git"))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** For writes: the protected place around a path, or undefined for an ordinary file. */
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
    // a HEAD is there, and just a few subfolders would make it a repository
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
