/** Where Deno keeps what a plugin stores, such as `localStorage`: apart for each folder of a plugin. */
import { createHash } from "node:crypto";
import { join } from "node:path";

export function denoStorage(cacheFolder: string, folder: string): string {
  return join(cacheFolder, "deno", createHash("sha256").update(folder).digest("hex").slice(0, 16));
}
