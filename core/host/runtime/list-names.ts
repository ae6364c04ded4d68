/** Lists directories and never fails. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Lists the names in a folder. If the folder is missing or can't be read, the list is empty. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the entries of these subfolders as paths relative to `folder`; `.` is the folder itself. */
export function listNamesBelow(folder: string, folders: readonly string[]): string[] {
  return folders.flatMap((below) => listNames(join(folder, below)).map((name) => join(below, name)));
}
