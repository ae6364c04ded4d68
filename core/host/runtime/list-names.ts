/** readdir that never fails */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** List the names in a folder. If the folder is missing or cannot be read, then the list is empty. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Entries of these subfolders, as paths relative to `folder`. `.` is the folder itself. */
export function listNamesBelow(folder: string, folders: readonly string[]): string[] {
  return folders.flatMap((below) => listNames(join(folder, below)).map((name) => join(below, name)));
}
