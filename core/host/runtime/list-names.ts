/** Lists the names in a folder. */
import { readdirSync } from "node:fs";

/** Returns no names for an unreadable or missing folder. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
