/** Files that are whole or absent: write a temporary file, flush, rename (used for everything jig writes). */

import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";

/** Replaces or creates `path` in one step, and waits for the disk if it must survive a power cut, which is the default. With `replace: false` an existing file is left and INVALID_ARGUMENT thrown. */
export function writeAtomically(
  path: string,
  data: Uint8Array | string,
  options: { replace: boolean; mode?: number; survivesPowerCut?: boolean },
): void {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 80)}.${randomBytes(6).toString("hex")}.tmp`);
  let made = false;
  try {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    const file = openSync(temporary, "wx", options.mode ?? 0o666);
    made = true;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      if (options.survivesPowerCut ?? true) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (options.replace) renameSync(temporary, path);
    else linkSync(temporary, path);
  } catch (error) {
    if (errorCode(error) === "EEXIST") {
      throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(basename(path))} exists already`, {
        hint: "Choose another name",
        cause: error,
      });
    }
    // Errors of a handle do not say whose it was.
    if (error instanceof Error && !("path" in error && error.path)) Object.assign(error, { path });
    throw error;
  } finally {
    if (made) rmSync(temporary, { force: true });
  }
}
