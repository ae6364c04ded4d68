/** Lists the names in a folder. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns no names if the folder is missing or can't be read. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Lists the entries of some subfolders as paths relative to `folder`. The subfolder `.` is the folder itself. */
export function listNamesBelow(folder: string, folders: readonly string[]): string[] {
  return folders.flatMap((below) => listNames(join(folder, below)).map((name) => join(below, name)));
}
