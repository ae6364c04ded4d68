/** Determines the folder for Deno's `localStorage` and similar data. Each plugin folder has its own. */
import { createHash } from "node:crypto";
import { join } from "node:path";

export function denoStorage(cacheFolder: string, folder: string): string {
  return join(cacheFolder, "deno", createHash("sha256").update(folder).digest("hex").slice(0, 16));
}
