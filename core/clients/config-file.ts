/** Reads and replaces configuration files. The byte order mark, links, permissions and the owner are preserved. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { errorCode, JigError, toJigError, writeAtomically } from "../host/frontend-api.ts";

const BOM = "\uFEFF";
/** No client would read a larger file when it starts. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The setgid bit, with which new files in the folder inherit its group. */
const SET_GROUP = 0o2000;

export interface ConfigFile {
  /** The text without a byte order mark. It is empty for a missing file. */
  text: string;
  /** Undefined for a missing file. */
  bytes: Uint8Array | undefined;
}

/** Throws INVALID_ARGUMENT if it isn't UTF-8 or not a regular file. Errors of the file system are passed on. */
export function readConfigFile(file: string): ConfigFile {
  const found = attempt(`read ${file}`, () => findFile(file));
  if (!found) return { text: "", bytes: undefined };
  const bytes = attempt(`read ${file}`, () => readFileSync(found.real));
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes };
  } catch (error) {
    throw new JigError("INVALID_ARGUMENT", `${file} is not UTF-8`, { hint: "Save it as UTF-8 first", cause: error });
  }
}

/** Resolves links. Pipes and devices are rejected, because reading them might never end. */
function findFile(file: string): { real: string; stat: Stats } | undefined {
  checkFolderOf(file);
  const own = lstatSync(file, { throwIfNoEntry: false });
  if (!own) return undefined;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) {
    throw new JigError("PATH_NOT_FOUND", `${file} is a link to ${readlinkSync(file)}, which does not exist`, {
      hint: "Make that file, or remove the link; nothing was changed",
    });
  }
  const real = own.isSymbolicLink() ? realpathSync.native(file) : file;
  const hint = `Put a file there${real === file ? "" : `, or let the link ${file} lead to one`}; nothing was changed`;
  if (!stat.isFile()) throw new JigError("NOT_A_FILE", `${real} is ${kindOf(stat)}, not a file`, { hint });
  if (stat.size > MAX_BYTES) {
    throw new JigError(
      "LIMIT_EXCEEDED",
      `${real} has ${stat.size} bytes, and jig only changes files of up to ${MAX_BYTES}`,
      {
        hint: "Check what fills it; nothing was changed",
      },
    );
  }
  return { real, stat };
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a named pipe";
  return stat.isSocket() ? "a socket" : "a device";
}

/** Keeps the byte order mark if there was one. */
export function encodeConfig(text: string, before: Uint8Array | undefined): Uint8Array {
  const marked = before?.[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf;
  return Buffer.from(marked ? BOM + text : text);
}

/**
 * Replaces the file atomically. If that would change its hard links or its owner, it is overwritten in place. Symbolic links
 * are followed. `newMode` applies to new files.
 */
export function replaceFile(file: string, bytes: Uint8Array, newMode = 0o600): void {
  attempt(`write ${file}`, () => {
    const found = findFile(file);
    if (!found) return writeAtomically(file, bytes, { replace: true, mode: newMode });
    const { real, stat } = found;
    refuseReadOnly(real);
    // A new file would have no hard links, or another owner or group.
    if (stat.nlink > 1 || !wouldBelongToSame(stat, dirname(real))) return overwrite(real, bytes);
    try {
      writeAtomically(real, bytes, { replace: true, exactMode: stat.mode & 0o7777 });
    } catch (error) {
      if (!NOT_REPLACEABLE.has(errorCode(error))) throw error;
      overwrite(real, bytes);
    }
  });
}

/** The folder is read-only, or the file itself is a mount in a container. */
const NOT_REPLACEABLE = new Set(["EACCES", "EPERM", "EBUSY", "EROFS"]);

/** Throws NOT_A_FILE if a parent isn't a folder, or is a broken link. */
function checkFolderOf(file: string): void {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (statOf(folder)?.isDirectory()) return;
    const own = statOf(folder, lstatSync);
    if (!own) continue;
    const what = own.isSymbolicLink() ? `a link to ${readlinkSync(folder)}, which is not a folder` : "not a folder";
    throw new JigError("NOT_A_FILE", `${folder} is ${what}`, {
      hint: `Put a folder there for ${file}; nothing was changed`,
    });
  }
}

function statOf(path: string, read: typeof statSync | typeof lstatSync = statSync): Stats | undefined {
  try {
    return read(path);
  } catch {
    return undefined; // The file is missing, or a parent isn't a folder.
  }
}

/** This is checked explicitly, because a rename would succeed anyway. */
function refuseReadOnly(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw new JigError("PERMISSION_DENIED", `${file} is read-only`, {
      hint: "Make it writable, and repeat the command; nothing was changed",
      cause: error,
    });
  }
}

/** New files get our user, and our group or that of the folder. */
function wouldBelongToSame({ uid, gid }: Stats, folder: string): boolean {
  if (process.geteuid === undefined || process.getegid === undefined) return true;
  const around = statSync(folder);
  const hasFolderGroup = process.platform === "darwin" || (around.mode & SET_GROUP) !== 0;
  return uid === process.geteuid() && gid === (hasFolderGroup ? around.gid : process.getegid());
}

/** The part after the old end is written first. If the disk is full, this fails before anything was damaged. */
function overwrite(file: string, bytes: Uint8Array): void {
  const handle = openSync(file, "r+");
  try {
    const { size } = fstatSync(handle);
    try {
      writeRange(handle, bytes, size, bytes.length);
      fsyncSync(handle);
    } catch (error) {
      ftruncateSync(handle, size);
      // The errors of a file handle don't include the path.
      throw error instanceof Error ? Object.assign(error, { path: file }) : error;
    }
    writeRange(handle, bytes, 0, Math.min(size, bytes.length));
    ftruncateSync(handle, bytes.length);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function writeRange(handle: number, bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; ) at += writeSync(handle, bytes, at, to - at, at);
}

/** Returns the folders that were created, starting with the deepest. */
export function makeFolderOf(file: string): string[] {
  checkFolderOf(file);
  const missing: string[] = [];
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  attempt(`make the folder of ${file}`, () => mkdirSync(dirname(file), { recursive: true }));
  return missing;
}

function attempt<Result>(doing: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (["EACCES", "EPERM"].includes(errorCode(error))) {
      // The original message would mention a temporary file.
      throw new JigError("PERMISSION_DENIED", `Cannot ${doing}: permission denied`, {
        hint: "Make the file and its folder accessible to you, and repeat the command",
        cause: error,
      });
    }
    throw toJigError(error, doing);
  }
}
