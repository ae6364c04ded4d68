/**
 * Protects against a folder that is replaced by a link between the check of a path and its opening (TOCTOU). We check the real
 * target of the open handle and never use the name again after that.
 */

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { ResolvedPath } from "../contract/context.ts";
import { errorCode } from "../contract/error-parts.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { linkTarget, systemPath } from "../runtime/name-bytes.ts";
import { canonicalPath, isInside, quoted, slashed } from "../workspace/path-rules.ts";

export type CheckedPath = Pick<ResolvedPath, "absolute" | "written"> & { root: Pick<ResolvedPath["root"], "path"> };

/** With these flags, opening never blocks on a pipe or device, and never follows a link in the last component. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const DELETED_SUFFIX = " (deleted)";

/** @throws PATH_OUTSIDE unless the handle refers to the path itself, or to another file in the same root */
function checkHandle(handle: number, place: CheckedPath): void {
  if (!leadsInto(handle, place)) throw replacedError(place.written);
}

function replacedError(written: string): JigError {
  return new JigError("PATH_OUTSIDE", `${quoted(written)} was replaced by something else while it was opened`);
}

function leadsInto(handle: number, { absolute, root }: CheckedPath): boolean {
  const real = process.platform === "linux" ? linkOf(handle) : undefined;
  if (real !== undefined) return real === absolute || isInside(root.path, real);
  // Other systems have no such call. Looking up the name again makes the race less likely but can't exclude it.
  try {
    const again = slashed(canonicalPath(absolute));
    const [one, other] = [fstatSync(handle), statSync(systemPath(again))];
    return (again === absolute || isInside(root.path, again)) && one.ino === other.ino && one.dev === other.dev;
  } catch {
    return false;
  }
}

function linkOf(handle: number): string | undefined {
  try {
    const path = linkTarget(`/proc/self/fd/${handle}`);
    return path.endsWith(DELETED_SUFFIX) ? path.slice(0, -DELETED_SUFFIX.length) : path;
  } catch {
    return undefined;
  }
}

/**
 * Opens a file by name and reads it if the handle is the expected one. This takes half as many system calls as checking first.
 * In all unusual cases the result is undefined, and the slow path finds out why.
 */
export function tryReadDirect(absolute: string, maxBytes: number): { bytes: Uint8Array; mtimeMs: number } | undefined {
  return tryDirect(absolute, READ_FLAGS, (handle) => {
    const { size, mtimeMs, mode } = fstatSync(handle);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG || size > maxBytes) return undefined;
    return { bytes: readWhole(handle, 0, size), mtimeMs };
  });
}

function tryDirect<Result>(
  absolute: string,
  flags: number,
  work: (handle: number) => Result | undefined,
): Result | undefined {
  if (process.platform !== "linux") return undefined;
  let handle: number;
  try {
    handle = openSync(systemPath(absolute), flags);
  } catch {
    return undefined;
  }
  try {
    return linkOf(handle) === absolute ? work(handle) : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(handle);
  }
}

/** Reads a range of bytes. If the file is shorter than expected, the result is shorter too. */
function readWhole(handle: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const count = readSync(handle, bytes, at, length - at, offset + at);
    if (count === 0) break;
    at += count;
  }
  return at === length ? bytes : bytes.slice(0, at);
}

/** `handle` is that of the folder, if the system supports working with it. */
type FolderWork<Result> = (at: (name: string) => string, handle?: number) => Result;

/** Does some work in a folder by its handle, so that replacing the folder has no effect. `at` returns the path of an entry. */
export function inFolder<Result>(folder: CheckedPath, work: FolderWork<Result>): Result {
  if (process.platform !== "linux")
    return work((name) => (name === "" ? folder.absolute : `${folder.absolute}/${name}`));
  let handle: number;
  try {
    handle = openSync(systemPath(folder.absolute), FOLDER_FLAGS);
  } catch (error) {
    const code = errorCode(error);
    throw code === "ELOOP" || code === "ENOTDIR" ? replacedError(folder.written) : error;
  }
  try {
    checkHandle(handle, folder);
    return work(pathsIn(handle), handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Does the same for a folder that was opened by name, if the handle really is that of the folder. Otherwise it returns
 * undefined.
 */
export function tryInFolderDirect<Result>(absolute: string, work: FolderWork<Result>): Result | undefined {
  return tryDirect(absolute, FOLDER_FLAGS, (handle) => work(pathsIn(handle), handle));
}

function pathsIn(handle: number): (name: string) => string {
  return (name) => `/proc/self/fd/${handle}${name === "" ? "" : `/${name}`}`;
}

/** Opens a regular file for reading. It fails for anything else, and also if the file isn't inside its root. */
export function openChecked(file: ResolvedPath): number {
  let handle: number;
  try {
    handle = openSync(systemPath(file.absolute), READ_FLAGS);
  } catch (error) {
    throw openFailure(error, file);
  }
  try {
    if (!fstatSync(handle).isFile()) throw replacedError(file.written);
    checkHandle(handle, file);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

export function readBlocking(file: ResolvedPath, offset: number, length: number): Uint8Array {
  const handle = openChecked(file);
  try {
    return readWhole(handle, offset, length);
  } finally {
    closeSync(handle);
  }
}

export async function readAsync(file: ResolvedPath, offset: number, length: number): Promise<Uint8Array> {
  const handle = await open(systemPath(file.absolute), READ_FLAGS).catch((error) => {
    throw openFailure(error, file);
  });
  try {
    if (!(await handle.stat()).isFile()) throw replacedError(file.written);
    checkHandle(handle.fd, file);
    const bytes = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const { bytesRead } = await handle.read(bytes, at, length - at, offset + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return at === length ? bytes : bytes.slice(0, at);
  } finally {
    await handle.close();
  }
}

function openFailure(error: unknown, file: ResolvedPath): JigError {
  const known = toJigError(error);
  return known.code === "PATH_OUTSIDE"
    ? replacedError(file.written)
    : toJigError(error, `read ${quoted(file.written)}`);
}
