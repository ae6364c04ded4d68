/** The names in a folder. */
import { readdirSync } from "node:fs";

/** Empty for a folder that is unreadable or gone. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
