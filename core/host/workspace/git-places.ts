/**
 * Finds the repository of a folder. Its `.git` can be a file or a link that points to another repository, and someone else may
 * have written it.
 */
import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { JigError } from "../contract/errors.ts";
import { listNames } from "../runtime/list-names.ts";
import { settingsOf } from "./git-config.ts";
import { isInside } from "./path-rules.ts";

/** The folders that git searches for refs and objects. */
const PARTS = ["", "refs", "objects", "objects/pack", "objects/info"];
/** Files at the top that affect how git reads the others. */
const TREE_FILES = [".gitattributes", ".gitignore"];
const MAX_BYTES = 64 * 1024;
/** The depth of alternates, which is the same as in git. */
const MAX_LOANS = 6;

/**
 * Returns the folders of the repository of a linked worktree or submodule, wherever they are. A `.git` file could name any
 * repository on this machine, so the result is empty unless the repository names exactly this folder as its checkout and has
 * the same owner.
 */
export function linkedRepository(folder: string): string[] {
  try {
    return mutualRepository(folder);
  } catch {
    return [];
  }
}

function mutualRepository(folder: string): string[] {
  const own = pointerOf(folder);
  if (own === undefined || !statOf(join(folder, ".git"))?.isFile()) return [];
  const common = realOf(resolve(own, nameIn(join(own, "commondir"))));
  const isMutual = own === common ? isSubmodule(folder, own) : isWorktree(folder, own, common);
  return isMutual && isGitFolder(own, common) && hasOneOwner(folder, own, common) ? [...new Set([own, common])] : [];
}

/**
 * For a folder without `.git`, returns the repository around it and the files that git reads at its top. Another user might
 * have created a repository in a shared folder, so the result is empty unless both have the same owner.
 */
export function repositoryAround(folder: string): string[] {
  if (statOf(join(folder, ".git"))) return [];
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) {
    const own = join(at, ".git");
    const stat = statOf(own);
    if (!stat) continue;
    const repository = stat.isDirectory() && isGitFolder(own, own) ? [own] : linkedRepository(at);
    const isOwn = repository.length > 0 && stat.uid === statOf(folder)?.uid;
    return isOwn ? [...repository, ...TREE_FILES.map((name) => join(at, name))] : [];
  }
  return [];
}

/**
 * Returns the environment for running git in `place`. A repository above the roots is accepted, because the user chose the
 * roots.
 * @throws PATH_OUTSIDE if git would read a repository outside of the workspace otherwise
 */
export function repositoryVariables(place: string, roots: readonly string[]): Record<string, string> {
  const folder = folderWithGit(place, roots);
  if (folder === undefined) return {};
  const allowed = [...roots, ...linkedRepository(folder)];
  const isOutside = (path: string) => !allowed.some((each) => isInside(each, realOf(path)));
  const entry = join(folder, ".git");
  const own = pointerOf(folder) ?? entry;
  const common = resolve(own, nameIn(join(own, "commondir")));
  if ([entry, own, common].some(isOutside) || borrows(common, isOutside, MAX_LOANS)) {
    throw new JigError("PATH_OUTSIDE", `The .git of ${folder} leads out of the workspace`, {
      hint: "Add the folder it leads to with --root",
    });
  }
  // The config of a repository can name any folder as its working tree.
  return isPlainlyBare(common) ? {} : { GIT_WORK_TREE: folder };
}

function folderWithGit(place: string, roots: readonly string[]): string | undefined {
  const isIn = (path: string) => roots.some((root) => isInside(root, path));
  for (let at = realOf(place); isIn(at); at = dirname(at)) if (statOf(join(at, ".git"))) return at;
  return undefined;
}

/** Returns the folder that a `.git` file names, following links, or undefined if `.git` is a folder. */
export function pointerOf(folder: string): string | undefined {
  const named = /^gitdir: (.+)$/s.exec(nameIn(join(folder, ".git")))?.[1];
  return named === undefined ? undefined : realOf(resolve(folder, named));
}

function isWorktree(folder: string, own: string, common: string): boolean {
  const back = textOf(join(own, "gitdir")).trim();
  return (
    dirname(own) === join(common, "worktrees") &&
    back !== "" &&
    resolve(realOf(dirname(resolve(own, back))), ".git") === join(realOf(folder), ".git")
  );
}

function isSubmodule(folder: string, own: string): boolean {
  const back = settingsOf(textOf(join(own, "config")), "core", "worktree").at(-1);
  if (back === undefined || realOf(resolve(own, back)) !== realOf(folder)) return false;
  for (let at = realOf(folder); dirname(at) !== at; ) {
    at = dirname(at);
    const above = pointerOf(at) ?? realOf(join(at, ".git"));
    if (own !== above && isInside(join(above, "modules"), own)) return true;
  }
  return false;
}

function isGitFolder(own: string, common: string): boolean {
  const parts = ["objects", "refs"].map((part) => statOf(join(common, part)));
  return statOf(join(own, "HEAD"))?.isFile() === true && parts.every((part) => part?.isDirectory());
}

function hasOneOwner(folder: string, ...places: string[]): boolean {
  const owners = [join(folder, ".git"), ...places].map((path) => statOf(path)?.uid);
  return new Set(owners).size === 1;
}

/** Returns true if objects or refs come from outside through links or alternates. */
function borrows(common: string, isOutside: (path: string) => boolean, depth: number): boolean {
  for (const part of PARTS) {
    const folder = join(common, part);
    for (const name of listNames(folder)) {
      const path = join(folder, name);
      if (statOf(path)?.isSymbolicLink() && isOutside(path)) return true;
    }
  }
  const loans = nameIn(join(common, "objects", "info", "alternates"))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return loans.some((line) => {
    const objects = resolve(common, "objects", line);
    // Quoted lines can contain escapes, which aren't supported.
    return line.startsWith('"') || isOutside(objects) || depth === 0 || borrows(dirname(objects), isOutside, depth - 1);
  });
}

/** The config in other files can change this. */
function isPlainlyBare(common: string): boolean {
  const config = textOf(join(common, "config"));
  return /^\s*bare\s*=\s*true\s*$/im.test(config) && !/^\s*\[\s*include/im.test(config);
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

function statOf(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Reads a file that contains the name of a folder exactly like git. @throws PATH_OUTSIDE if git could understand it differently */
function nameIn(path: string): string {
  const text = fileText(path);
  if (text === undefined || text.includes("\0")) {
    throw new JigError("PATH_OUTSIDE", `${path} is not as git writes it and may lead out of the workspace`, {
      hint: "Let git rewrite it, or remove it",
    });
  }
  return text.replace(/[\r\n]+$/, "");
}

export function textOf(path: string): string {
  return fileText(path) ?? "";
}

/** Returns undefined if the file is too large. */
function fileText(path: string): string | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return "";
    return stat.size <= MAX_BYTES ? readFileSync(path, "utf8") : undefined;
  } catch {
    return "";
  }
}
