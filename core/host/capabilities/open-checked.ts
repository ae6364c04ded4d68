/**
 * Where a handle really leads: a folder swapped for a link between the check of a path and its opening leads elsewhere, and
 * the handle tells. What is then done goes through the handle, not by the name once more.
 */
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from "node:fs";
import type { ResolvedPath } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { isInside, quoted, slashed } from "../workspace/path-rules.ts";

export type Place = Pick<ResolvedPath, "absolute" | "written"> & { root: Pick<ResolvedPath["root"], "path"> };

/** What is no regular file is not waited for, and no link followed at the end. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const GONE = " (deleted)";

/** Throws PATH_OUTSIDE where the handle is of something that lies neither where it was looked for nor elsewhere in that root. */
export function checkOpened(handle: number, place: Place): void {
  if (!leadsInto(handle, place)) throw swapped(place.written);
}

export function swapped(written: string): JigError {
  return new JigError("PATH_OUTSIDE", `${quoted(written)} was replaced by something else while it was opened`);
}

function leadsInto(handle: number, { absolute, root }: Place): boolean {
  const real = process.platform === "linux" ? linkOf(handle) : undefined;
  if (real !== undefined) return real === absolute || isInside(root.path, real);
  // Elsewhere the name is looked up once more and must lead to the same file: a narrower race, but one.
  try {
    const again = slashed(realpathSync.native(absolute));
    const [one, other] = [fstatSync(handle), statSync(again)];
    return (again === absolute || isInside(root.path, again)) && one.ino === other.ino && one.dev === other.dev;
  } catch {
    return false;
  }
}

function linkOf(handle: number): string | undefined {
  try {
    const path = readlinkSync(`/proc/self/fd/${handle}`);
    return path.endsWith(GONE) ? path.slice(0, -GONE.length) : path;
  } catch {
    return undefined;
  }
}

/**
 * The whole of a file that is opened by its name at once, where the handle then says that it is that very file: half of the
 * system calls of looking first. undefined where anything is unusual: then looking tells what.
 */
export function readAsNamed(absolute: string, maxBytes: number): { bytes: Uint8Array; mtimeMs: number } | undefined {
  return asNamed(absolute, READ_FLAGS, (handle) => {
    const { size, mtimeMs, mode } = fstatSync(handle);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG || size > maxBytes) return undefined;
    return { bytes: readWhole(handle, 0, size), mtimeMs };
  });
}

function asNamed<Result>(
  absolute: string,
  flags: number,
  work: (handle: number) => Result | undefined,
): Result | undefined {
  if (process.platform !== "linux") return undefined;
  let handle: number;
  try {
    handle = openSync(absolute, flags);
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

/** Fewer bytes where there are fewer. */
export function readWhole(handle: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const count = readSync(handle, bytes, at, length - at, offset + at);
    if (count === 0) break;
    at += count;
  }
  return at === length ? bytes : bytes.slice(0, at);
}

/** Works in a folder by its handle, and so in that folder whatever is put in its place: `at` gives the way to a name in it. */
export function inFolder<Result>(folder: Place, work: (at: (name: string) => string) => Result): Result {
  if (process.platform !== "linux")
    return work((name) => (name === "" ? folder.absolute : `${folder.absolute}/${name}`));
  let handle: number;
  try {
    handle = openSync(folder.absolute, FOLDER_FLAGS);
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === "ELOOP" || code === "ENOTDIR" ? swapped(folder.written) : error;
  }
  try {
    checkOpened(handle, folder);
    return work(through(handle));
  } finally {
    closeSync(handle);
  }
}

/** The same in a folder that is opened by its name at once, where the handle says that it is that very folder; else undefined. */
export function inFolderAsNamed<Result>(
  absolute: string,
  work: (at: (name: string) => string) => Result,
): Result | undefined {
  return asNamed(absolute, FOLDER_FLAGS, (handle) => work(through(handle)));
}

function through(handle: number): (name: string) => string {
  return (name) => `/proc/self/fd/${handle}${name === "" ? "" : `/${name}`}`;
}
