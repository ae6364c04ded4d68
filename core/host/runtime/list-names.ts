/** What is in a folder, by name. */
import { readdirSync } from "node:fs";

/** None where it cannot be read, or is gone. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
