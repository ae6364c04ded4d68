/**
 * Contains the rules for paths in arguments, which cover syntax, containment, links and kind. Everything is synchronous and
 * nothing is cached, because otherwise something could change between a check and its stat.
 */

import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import path, { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { ResolvedPath, ResolveOptions, Root } from "../contract/context.ts";
import { errorCode } from "../contract/error-parts.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { NearestName } from "../contract/nearest-name.ts";
import { resourceErrorOf } from "../contract/resource-errors.ts";
import { linkTarget, realPathOf, systemPath } from "../runtime/name-bytes.ts";
import { nearestPath } from "./nearest-path.ts";
import { windowsAlias } from "./windows-names.ts";

const MAX_PATH_CHARS = 4096;

/** The rules for paths on this system. Tests also use those of other systems. */
type PathRules = typeof path.win32;

/** Returns true if `path` is `directory` or below it. Both must be absolute and free of links. */
export function isInside(directory: string, place: string, rules: PathRules = path): boolean {
  // This is a fast path, since it runs for every file. Comparing the prefix is enough unless a segment might lead elsewhere.
  if (place.startsWith(`${directory}/`) && rules.sep === "/" && !place.includes("/.") && !place.includes("//"))
    return true;
  const way = rules.relative(directory, place);
  return way === "" || (way !== ".." && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way));
}

/** Rejects invalid characters and converts separators to `/`. */
export function checkSyntax(written: unknown): string {
  if (typeof written !== "string" || written.trim() === "") {
    throw new JigError("INVALID_ARGUMENT", "A path must be a non-empty string", {
      hint: "Write a path relative to the workspace root, such as `src/main.cs`",
    });
  }
  if (written.includes("\0")) {
    throw new JigError("INVALID_ARGUMENT", `The path ${quoted(written)} contains a NUL character`);
  }
  if (written.length > MAX_PATH_CHARS) {
    throw new JigError("INVALID_ARGUMENT", `The path ${quoted(written)} is longer than ${MAX_PATH_CHARS} characters`);
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(written)) {
    throw new JigError("INVALID_ARGUMENT", `${quoted(written)} is a URL, not a path`, {
      hint: "Write a path relative to the workspace root",
    });
  }
  if (isUnsupportedForm(written)) throw outsideError(written);
  const alias = sep === "\\" ? windowsAlias(written) : undefined;
  if (alias) throw new JigError("INVALID_ARGUMENT", `The path ${quoted(written)} ${alias}`);
  return written;
}

/**
 * Returns true for forms of paths that aren't supported. On Windows these are device paths (`\\?\`) and streams
 * (`file:stream`), and on other systems drives and shares.
 */
export function isUnsupportedForm(written: string, windows = sep === "\\"): boolean {
  if (!windows) return /^[a-z]:[\\/]/i.test(written) || written.startsWith("\\\\");
  return /^[\\/]{2}[.?][\\/]/.test(written) || written.replace(/^[a-z]:/i, "").includes(":");
}

/** The default in the process of a plugin, which has no packages and can't import the real function. */
export const NOTHING_NEAR: NearestName = () => undefined;

/** Resolves a path argument against the roots. @throws PATH_OUTSIDE, PATH_NOT_FOUND, NOT_A_FILE, INVALID_ARGUMENT */
export function resolvePath(
  roots: readonly Root[],
  written: string,
  options: ResolveOptions = {},
  nearest = NOTHING_NEAR,
): ResolvedPath {
  const expect = options.expect ?? "file";
  const places = candidates(roots, checkSyntax(written));
  if (places.length === 0) throw outsideError(written);
  const found: ResolvedPath[] = [];
  let refusal: JigError | undefined;
  for (const place of places) {
    try {
      const path = inspect(roots, place, written, expect, nearest);
      if (!found.some((other) => other.absolute === path.absolute)) found.push(path);
    } catch (error) {
      if (!(error instanceof JigError)) throw error;
      // A root that rejects the path or contains a similar one tells the caller more than "not found" in another root.
      if (!refusal || (refusal.code === "PATH_NOT_FOUND" && !refusal.details?.nearest)) refusal = error;
    }
  }
  const existing = found.filter((path) => path.kind !== "missing");
  const best = existing.length > 0 ? existing : found;
  if (best.length > 1) {
    throw new JigError("INVALID_ARGUMENT", `The path ${quoted(written)} is in more than one root`, {
      hint: `Write one of: ${best.map((path) => path.display).join(", ")}`,
      details: { candidates: best.map((path) => path.display) },
    });
  }
  const only = best[0];
  if (only) return only;
  throw refusal ?? notFoundError(written);
}

/** Makes an absolute path relative to its root. If there are several roots, it starts with the root's name. */
export function displayPath(roots: readonly Root[], absolute: string, rules: PathRules = path): string {
  const root = rootOf(roots, absolute, rules);
  if (!root) return absolute;
  return displayBelow(roots, root, slashed(rules.relative(root.path, absolute), rules));
}

function displayBelow(roots: readonly Root[], root: Root, below: string): string {
  if (roots.length === 1) return below === "" ? "." : below;
  return below === "" ? root.name : `${root.name}/${below}`;
}

/** Returns the innermost root that contains a real absolute path. */
export function rootOf(roots: readonly Root[], absolute: string, rules: PathRules = path): Root | undefined {
  let best: Root | undefined;
  for (const root of roots) {
    if (isInside(root.path, absolute, rules) && (!best || root.path.length > best.path.length)) best = root;
  }
  return best;
}

export function quoted(written: string): string {
  const shown = written.length > 200 ? `${written.slice(0, 200)}…` : written;
  return JSON.stringify(shown);
}

/** Returns all absolute paths that `written` could mean, without looking at the disk. */
export function candidates(
  roots: readonly Root[],
  written: string,
  rules: PathRules = path,
  isThere: (place: string) => boolean = exists,
): string[] {
  if (rules.isAbsolute(written)) return [rules.resolve(written)];
  // Models often write Windows separators, but a file with a backslash in its name comes first.
  const spellings = new Set(rules.sep === "/" ? [written] : []);
  if (written.includes("\\") || rules.sep !== "/") spellings.add(written.replaceAll("\\", "/"));
  const places = new Set<string>();
  for (const spelling of spellings) {
    for (const root of roots) {
      const direct = rules.resolve(root.path, spelling);
      if (isInside(root.path, direct, rules)) places.add(direct);
      const [first, ...rest] = spelling.split("/");
      if (first !== root.name) continue;
      const named = rules.resolve(root.path, rules.join(".", ...rest));
      // We print `name/…` if there are several roots. With a single root it is accepted as well, unless the root has an entry
      // with that name.
      if (isInside(root.path, named, rules) && (roots.length > 1 || !isThere(direct))) places.add(named);
    }
  }
  return [...places];
}

function inspect(
  roots: readonly Root[],
  place: string,
  written: string,
  expect: string,
  nearest: NearestName,
): ResolvedPath {
  const real = realPath(place);
  if (real === undefined) {
    const parent = realParent(place);
    if (!parent || !rootOf(roots, parent.real)) throw goneRoot(roots, place) ?? deadLink(roots, place, written);
    if (expect !== "new") throw notFoundError(written, suggestion(roots, place, parent, nearest));
    if (parent.missing > 1) {
      throw new JigError("PATH_NOT_FOUND", `The folder of ${quoted(written)} does not exist`, {
        hint: "Create the folder first, or write into one that exists",
      });
    }
    return describe(roots, join(parent.real, basename(place)), written, undefined);
  }
  if (!rootOf(roots, real)) throw outsideError(written);
  const stat = statOf(real, written);
  if (stat.isDirectory() ? expect === "file" || expect === "new" : expect === "directory" || !stat.isFile()) {
    const wanted = expect === "directory" ? "directory" : "regular file";
    throw new JigError("NOT_A_FILE", `${quoted(written)} is ${nature(stat)}, not a ${wanted}`, {
      hint: `Write the path of a ${wanted}`,
    });
  }
  return describe(roots, real, written, stat);
}

function describe(roots: readonly Root[], absolute: string, written: string, stat: Stats | undefined): ResolvedPath {
  const root = rootOf(roots, absolute)!;
  const below = slashed(relative(root.path, absolute));
  return {
    written,
    absolute: slashed(absolute),
    relative: below,
    display: displayBelow(roots, root, below),
    root,
    kind: stat === undefined ? "missing" : stat.isDirectory() ? "directory" : "file",
    size: stat?.size ?? 0,
    mtimeMs: stat?.mtimeMs ?? 0,
  };
}

/**
 * The native function of Windows only supports paths of this length. For longer ones we use Node's, which resolves name by
 * name.
 */
const WINDOWS_MAX_PATH = 260;

/** The number of attempts if a file is replaced again and again. */
const MAX_ATTEMPTS = 20;

/**
 * Resolves links and returns the path in the system's own spelling.
 * @throws the system's errors
 */
export function canonicalPath(path: string): string {
  const isLong = process.platform === "win32" && path.length >= WINDOWS_MAX_PATH;
  for (let left = MAX_ATTEMPTS; ; left--) {
    try {
      return isLong ? realpathSync(path) : realPathOf(path);
    } catch (error) {
      // The runtime opens the file first and then requests its name. If the file is replaced in between, it has no name.
      const isReplaced =
        errorCode(error) === "ENOENT" && statSync(systemPath(path), { throwIfNoEntry: false }) !== undefined;
      if (!isReplaced || left === 0) throw error;
    }
  }
}

/** Resolves a path, or returns undefined if nothing exists there, which includes a broken link. */
function realPath(path: string): string | undefined {
  try {
    return canonicalPath(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ENAMETOOLONG")
      throw new JigError("INVALID_ARGUMENT", `The path ${quoted(path)} has a name that is too long`);
    if (code === "ELOOP") throw new JigError("PATH_OUTSIDE", `The path ${quoted(path)} leads through a loop of links`);
    if (resourceErrorOf(error)) throw toJigError(error);
    throw new JigError("PERMISSION_DENIED", `The path ${quoted(path)} cannot be read`, { cause: error });
  }
}

/**
 * Returns the nearest ancestor that exists, and the number of names missing below. A broken link counts as outside, because its
 * target isn't known.
 */
function realParent(path: string): { real: string; missing: number } | undefined {
  let missing = 0;
  for (let place = path; ; place = dirname(place)) {
    const real = realPath(place);
    if (real !== undefined) return { real, missing };
    if (isLink(place) || dirname(place) === place) return undefined;
    missing++;
  }
}

/** A root can disappear while it is being served, for example when a folder is moved or a disk is unmounted. */
function goneRoot(roots: readonly Root[], place: string): JigError | undefined {
  const gone = roots.find((root) => isInside(root.path, place) && !exists(root.path));
  return (
    gone &&
    new JigError("PATH_NOT_FOUND", `The workspace root ${quoted(gone.path)} is gone`, {
      hint: "Restore the folder, or start jig in another one",
    })
  );
}

/** Creates the error for a broken link. If it leads outside, the error doesn't say more than for any other path outside. */
function deadLink(roots: readonly Root[], place: string, written: string): JigError {
  const target = isLink(place) ? resolve(realPath(dirname(place)) ?? "", linkTarget(place)) : undefined;
  if (!target || !rootOf(roots, target) || exists(target)) return outsideError(written);
  return new JigError("PATH_OUTSIDE", `The path ${quoted(written)} is a broken link`, {
    hint: `It points to ${quoted(displayPath(roots, target))}, which does not exist`,
    // Some programs report this exactly like the system.
    cause: { code: "ENOENT" },
  });
}

function isLink(path: string): boolean {
  try {
    return lstatSync(systemPath(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  return lstatSync(systemPath(path), { throwIfNoEntry: false }) !== undefined;
}

function statOf(path: string, written: string): Stats {
  try {
    return statSync(systemPath(path));
  } catch (error) {
    throw new JigError("PATH_NOT_FOUND", `${quoted(written)} disappeared while it was being read`, { cause: error });
  }
}

function nature(stat: Stats): string {
  if (stat.isDirectory()) return "a directory";
  if (stat.isFile()) return "a file";
  if (stat.isFIFO()) return "a named pipe";
  if (stat.isSocket()) return "a socket";
  return "a device";
}

/** `/` is used everywhere, in the host and in answers. Windows accepts both. */
export function slashed(place: string, rules: { sep: string } = path): string {
  return rules.sep === "\\" ? place.replaceAll("\\", "/") : place;
}

function outsideError(written: string): JigError {
  return new JigError("PATH_OUTSIDE", `The path ${quoted(written)} is outside the workspace`, {
    hint: "Write a path inside a workspace root, or start jig with another --root",
  });
}

/** Suggests a similar path that exists, with the spelling that tools print. */
function suggestion(
  roots: readonly Root[],
  place: string,
  parent: { real: string; missing: number },
  nearest: NearestName,
) {
  const allowed = (path: string) => {
    try {
      return rootOf(roots, realPath(path) ?? "") !== undefined;
    } catch {
      return false;
    }
  };
  // Removes `:line:column`, which compilers and jig print.
  const file = place.replace(/(?::\d+(?:-\d+)?){1,2}$/, "");
  const known = file !== place && allowed(file) ? realPath(file) : undefined;
  if (known !== undefined) return displayPath(roots, known);
  const near = nearestPath(parent.real, place.split(sep).slice(-parent.missing), allowed, nearest);
  return near && displayPath(roots, near);
}

function notFoundError(written: string, near?: string): JigError {
  return new JigError("PATH_NOT_FOUND", `The path ${quoted(written)} does not exist in the workspace`, {
    hint: near ? `Did you mean ${quoted(near)}?` : "Check the spelling; paths are relative to the workspace root",
    ...(near && { details: { nearest: near } }),
  });
}
