/**
 * Reads and replaces a plan's files. We always go through the handle of their folder, so nothing happens if someone swaps
 * that folder for a link.
 */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { inFolder } from "../capabilities/open-checked.ts";
import { errorCode } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";
import { slashed } from "../workspace/path-rules.ts";
import { hashOf } from "./editable-text.ts";

/** A file in a plan: its real path, and that of its root. */
export interface Place {
  path: string;
  root: string;
}

/** A file minus its bytes. `stamp` is different after any change. */
export interface FileState {
  hash: string;
  mode: number;
  owner: [uid: number, gid: number];
  stamp: string;
}

export interface Found extends FileState {
  bytes: Buffer;
}

const NO_LINKS = /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/;
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Works inside a file's folder. @throws PATH_OUTSIDE if that has become a link */
export function inFolderOf<Result>(
  { path, root }: Place,
  work: (at: (name: string) => string, name: string) => Result,
): Result {
  const folder = { absolute: slashed(dirname(path)), written: path, root: { path: root } };
  return inFolder(folder, (at) => work(at, basename(path)));
}

/**
 * Find the file of a plan.
 * @returns undefined if there is no such file
 * @throws NOT_A_FILE for links, folders and devices
 */
export function findFile(place: Place): Found | undefined {
  return inFolderOf(place, (at, name) => readAt(at(name), place.path));
}

function readAt(file: string, path: string): Found | undefined {
  const before = lstatSync(file, { throwIfNoEntry: false });
  if (!before) return undefined;
  if (!before.isFile()) throw notAFile(path);
  const handle = openSync(file, READ_FLAGS);
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw notAFile(path);
    const bytes = readFileSync(handle);
    const { mode, uid, gid } = stat;
    return { bytes, hash: hashOf(bytes), mode: mode & 0o7777, owner: [uid, gid], stamp: stampOf(stat) };
  } finally {
    closeSync(handle);
  }
}

/**
 * Returns a stamp of a file, or undefined if the file does not exist. The stamp changes with every write, and also if another
 * file takes its place.
 */
export function stampAt(file: string): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat && stampOf(stat);
}

function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function notAFile(path: string): JigError {
  return new JigError("NOT_A_FILE", `${JSON.stringify(path)} is not a regular file`);
}

/** Write a file next to the original, under a new name. Cleans up on failure. */
export function writeNew(
  file: string,
  bytes: Uint8Array,
  { mode, owner }: { mode: number | undefined; owner?: Found["owner"] | undefined },
): void {
  const handle = openSync(file, "wx", mode ?? 0o666);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    if (mode !== undefined && process.platform !== "win32") keepAttributes(handle, mode, owner);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Restore the mode, as the umask may have interfered, and the owner if we're allowed to. */
function keepAttributes(handle: number, mode: number, owner: Found["owner"] | undefined): void {
  const made = fstatSync(handle);
  if (owner && (made.uid !== owner[0] || made.gid !== owner[1])) {
    try {
      fchownSync(handle, ...owner);
    } catch {
      // not root, so we can't
    }
  }
  if ((made.mode & 0o7777) !== mode) fchmodSync(handle, mode);
}

/**
 * Move a file into place.
 * @param isNew - If set, the file must not exist yet
 * @throws CHANGE_REFUSED if `isNew` is set and the name is taken
 */
export function moveInto(temporary: string, file: string, isNew: boolean): void {
  if (!isNew) {
    renameSync(temporary, file);
    return;
  }
  try {
    linkSync(temporary, file);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "EEXIST" && !NO_LINKS.test(code)) throw error;
    // without hard links, there's no atomic check-and-rename
    if (code !== "EEXIST" && !lstatSync(file, { throwIfNoEntry: false })) {
      renameSync(temporary, file);
      return;
    }
    throw new JigError("CHANGE_REFUSED", `${JSON.stringify(basename(file))} already exists`, { cause: error });
  }
  rmSync(temporary, { force: true });
}

/** Open a file for `syncAll`, or a folder for its entries. Synced means that it survives a power failure. */
export function openForSync(path: string): number {
  return openSync(path, constants.O_RDONLY);
}

/**
 * Flush all handles to disk and close them. This is done in parallel, because a disk is able to combine the writes. All
 * handles are closed, even if some of them fail.
 */
export async function syncAll(handles: readonly number[]): Promise<void> {
  const results = await Promise.allSettled(
    handles.map(async (handle) => {
      try {
        await sync(handle);
      } finally {
        closeSync(handle);
      }
    }),
  );
  for (const result of results)
    if (result.status === "rejected" && !CANNOT_SYNC.test(result.reason?.code ?? "")) throw result.reason;
}

/** Not every file system has sync. On Windows, it takes a writable handle. */
const CANNOT_SYNC = /^(EINVAL|ENOTSUP|EOPNOTSUPP|ENOSYS|EPERM|EACCES|EBADF|EISDIR)$/;

const sync = promisify(fsync);

export function newToken(): string {
  return randomBytes(6).toString("hex");
}
