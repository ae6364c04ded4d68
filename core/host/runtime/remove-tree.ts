/** Removes a file or a folder recursively. */
import { lstatSync, readdirSync, rmdirSync, rmSync, type Stats, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { RawPath } from "./raw-path.ts";

/** A missing path is not an error. Links are removed and not followed. */
export function removeTree(path: RawPath): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    // Bun's own removal needs a call that Wine and old Windows versions don't have.
    if (process.platform !== "win32") throw error;
    removeEntries(path.toString());
  }
}

/** Removes entries one by one. */
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
    // On Windows, a link to a folder has to be removed like a folder.
    if (!lstatSync(path).isSymbolicLink()) throw error;
    rmdirSync(path);
  }
}
