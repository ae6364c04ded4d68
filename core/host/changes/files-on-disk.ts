/**
 * Reads and replaces the files of a plan. This always uses the handle of their folder, so that nothing can happen if another
 * program replaces that folder by a link.
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

/** A file in a plan with its real path and that of its root. */
export interface Place {
  path: string;
  root: string;
}

/** A file without its bytes. The `stamp` is different after any change. */
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

/** Works inside a file's folder. @throws PATH_OUTSIDE if the folder has become a link */
export function inFolderOf<Result>(
  { path, root }: Place,
  work: (at: (name: string) => string, name: string) => Result,
): Result {
  const folder = { absolute: slashed(dirname(path)), written: path, root: { path: root } };
  return inFolder(folder, (at) => work(at, basename(path)));
}

/**
 * Finds the file of a plan.
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

/** Writes a file next to the original with a new name. If this fails, the new file is removed. */
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

/** Restores the mode, since the umask may have changed it, and the owner if this is permitted. */
function keepAttributes(handle: number, mode: number, owner: Found["owner"] | undefined): void {
  const made = fstatSync(handle);
  if (owner && (made.uid !== owner[0] || made.gid !== owner[1])) {
    try {
      fchownSync(handle, ...owner);
    } catch {
      // Only root can do this.
    }
  }
  if ((made.mode & 0o7777) !== mode) fchmodSync(handle, mode);
}

/**
 * Moves a file to its place.
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
    // Without hard links, it is not possible to check and rename in one step.
    if (code !== "EEXIST" && !lstatSync(file, { throwIfNoEntry: false })) {
      renameSync(temporary, file);
      return;
    }
    throw new JigError("CHANGE_REFUSED", `${JSON.stringify(basename(file))} already exists`, { cause: error });
  }
  rmSync(temporary, { force: true });
}

/** Opens a file for `syncAll`, or a folder for its entries. After a sync they survive a power failure. */
export function openForSync(path: string): number {
  return openSync(path, constants.O_RDONLY);
}

/**
 * Writes all handles to disk and closes them. This is done in parallel, because a disk can combine the writes. All handles are
 * closed, even if some of them fail.
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

/** Some file systems don't support this, and on Windows it requires a writable handle. */
const CANNOT_SYNC = /^(EINVAL|ENOTSUP|EOPNOTSUPP|ENOSYS|EPERM|EACCES|EBADF|EISDIR)$/;

const sync = promisify(fsync);

export function newToken(): string {
  return randomBytes(6).toString("hex");
}
