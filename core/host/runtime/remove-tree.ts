/** Removes files and folders like `rm -rf`. */
import { lstatSync, readdirSync, rmdirSync, rmSync, type Stats, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { RawPath } from "./raw-path.ts";

/** Removes a file or a whole folder. A path that does not exist is not an error. Links are removed, but never followed. */
export function removeTree(path: RawPath): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    // Bun's own removal uses a call that is missing in Wine and in old versions of Windows.
    if (process.platform !== "win32") throw error;
    removeEntries(path.toString());
  }
}

export function removeEntries(path: string): void {
  const stat: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(path)) removeEntries(join(path, name));
    rmdirSync(path);
  } else removeName(path);
}

function removeName(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // On Windows, links to folders have to be removed like folders.
    if (!lstatSync(path).isSymbolicLink()) throw error;
    rmdirSync(path);
  }
}
