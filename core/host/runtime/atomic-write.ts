/** Implements atomic writes with a temporary file, a flush and a rename. Every file that jig writes goes through here. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";

/**
 * Creates or replaces `path` in a single step. It waits for the disk by default, so that the file survives a power failure.
 * With `replace: false`, an existing file isn't changed and INVALID_ARGUMENT is thrown. The umask applies to `mode` but not to
 * `exactMode`.
 */
export function writeAtomically(
  path: string,
  data: Uint8Array | string,
  options: { replace: boolean; mode?: number; exactMode?: number; survivesPowerCut?: boolean },
): void {
  const [folder, name] = [dirname(path), basename(path).slice(0, 80)];
  const temporary = join(folder, `.${name}.${randomBytes(6).toString("hex")}.tmp`);
  let made = false;
  try {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    const file = openSync(temporary, "wx", options.exactMode ?? options.mode ?? 0o666);
    made = true;
    try {
      if (options.exactMode !== undefined && process.platform !== "win32") fchmodSync(file, options.exactMode);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      if (options.survivesPowerCut ?? true) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (options.replace) renameSync(temporary, path);
    else linkSync(temporary, path);
    // Some callers write often and don't wait for the disk, so they don't list the directory either.
    if (options.survivesPowerCut ?? true) sweepLeftovers(folder, name);
  } catch (error) {
    if (errorCode(error) === "EEXIST") {
      throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(basename(path))} already exists`, {
        hint: "Choose another name",
        cause: error,
      });
    }
    // Errors of a handle don't contain a path.
    if (error instanceof Error && !("path" in error && error.path)) Object.assign(error, { path });
    throw error;
  } finally {
    if (made) rmSync(temporary, { force: true });
  }
}

const TEMPORARY = /^\.(.+)\.[0-9a-f]{12}\.tmp$/;
/** A temporary file that is older than this is no longer used. */
const MAX_WRITE_MS = 10 * 60_000;

/** Removes the temporary files of killed processes, either all of jig's in a folder or just those for one file. */
export function sweepLeftovers(folder: string, of?: string): void {
  try {
    for (const entry of readdirSync(folder)) {
      const [, name] = TEMPORARY.exec(entry) ?? [];
      if (name === undefined || (of !== undefined && name !== of)) continue;
      const path = join(folder, entry);
      const stat = lstatSync(path);
      const isOurs = stat.isFile() && (process.getuid === undefined || stat.uid === process.getuid());
      if (isOurs && Date.now() - stat.mtimeMs > MAX_WRITE_MS) rmSync(path, { force: true });
    }
  } catch {
    // Another process has removed it, or we try again on the next write.
  }
}
