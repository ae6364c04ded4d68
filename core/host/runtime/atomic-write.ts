/** Writes files atomically: writes a temporary file, flushes it, and renames it. All of jig's files are written this way. */

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
 * Creates or replaces `path` in one step. By default, waits for the disk, so that the file survives a power failure. With `replace:
 * false`, an existing file is left alone and INVALID_ARGUMENT is thrown. The umask applies to `mode`, but not to `exactMode`.
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
    // Callers that don't wait for the disk write often, so don't read the folder for them.
    if (options.survivesPowerCut ?? true) sweepLeftovers(folder, name);
  } catch (error) {
    if (errorCode(error) === "EEXIST") {
      throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(basename(path))} exists already`, {
        hint: "Choose another name",
        cause: error,
      });
    }
    // Errors from handles don't have the path, so add it.
    if (error instanceof Error && !("path" in error && error.path)) Object.assign(error, { path });
    throw error;
  } finally {
    if (made) rmSync(temporary, { force: true });
  }
}

const TEMPORARY = /^\.(.+)\.[0-9a-f]{12}\.tmp$/;
/** A temporary file that is older than this is abandoned. */
const MAX_WRITE_MS = 10 * 60_000;

/** Removes temporary files that a killed process left in a folder, either all of jig's or those for one file. */
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
    // Another process may have removed it already. If not, the next write tries again.
  }
}
