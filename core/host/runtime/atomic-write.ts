/** Atomic writes: temporary file, flush, rename. Every file that jig writes goes through here. */

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
 * Create or replace `path`, all at once. Waits for the disk by default, i.e. the file survives a power cut. With `replace:
 * false`, leaves an existing file alone and throws INVALID_ARGUMENT. Beware that `mode` is subject to the umask; `exactMode`
 * is not.
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
    // Some callers write often and do not wait for the disk. Spare them the directory listing.
    if (options.survivesPowerCut ?? true) sweepLeftovers(folder, name);
  } catch (error) {
    if (errorCode(error) === "EEXIST") {
      throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(basename(path))} already exists`, {
        hint: "Choose another name",
        cause: error,
      });
    }
    // errors from a handle do not mention any path
    if (error instanceof Error && !("path" in error && error.path)) Object.assign(error, { path });
    throw error;
  } finally {
    if (made) rmSync(temporary, { force: true });
  }
}

const TEMPORARY = /^\.(.+)\.[0-9a-f]{12}\.tmp$/;
/** Past this age, a temporary file must be abandoned */
const MAX_WRITE_MS = 10 * 60_000;

/** Remove temporary files of killed processes: all of jig's in a folder, or just those for one file. */
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
    // removed by another process, or else we will try again on the next write
  }
}
