/** The folder of Deno's storage for a plugin, such as `localStorage`, which is separate for each plugin folder. */
import { createHash } from "node:crypto";
import { join } from "node:path";

export function denoStorage(cacheFolder: string, folder: string): string {
  return join(cacheFolder, "deno", createHash("sha256").update(folder).digest("hex").slice(0, 16));
}
