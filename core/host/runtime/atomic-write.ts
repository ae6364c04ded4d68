/** Writes files atomically: a temporary file, flush, rename. Used for everything that jig writes. */

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
 * Replaces or creates `path` in one step, and waits for the disk if it must survive a power cut, which is the default. With
 * `replace: false` an existing file is left and INVALID_ARGUMENT thrown. The process masks `mode`, not `exactMode`.
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
    // Callers that do not wait for the disk write often, so skip reading the folder.
    if (options.survivesPowerCut ?? true) sweepLeftovers(folder, name);
  } catch (error) {
    if (errorCode(error) === "EEXIST") {
      throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(basename(path))} exists already`, {
        hint: "Choose another name",
        cause: error,
      });
    }
    // Errors from handles lack the path, so add it.
    if (error instanceof Error && !("path" in error && error.path)) Object.assign(error, { path });
    throw error;
  } finally {
    if (made) rmSync(temporary, { force: true });
  }
}

const TEMPORARY = /^\.(.+)\.[0-9a-f]{12}\.tmp$/;
/** Age after which a temporary file is abandoned. */
const MAX_WRITE_MS = 10 * 60_000;

/** Removes temporary files that a killed process left in a folder: all of jig's, or those of one file. */
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
    // Another process may have removed it. The next write tries again.
  }
}
