/** Refuses plugin folders with links to the outside, which Deno would follow out of an allowed folder. */
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { JigError } from "../contract/errors.ts";
import { isInside } from "../workspace/path-rules.ts";

const MAX_ENTRIES = 50_000;

/** Only used for builds. Bundled code is approved, packed and run, so packages aren't part of a plugin. */
export const PACKAGES_FOLDER = "node_modules";

/** Throws for a link that may lead outside, or if there are too many files to check. */
export function refuseLinks(folder: string): void {
  const waiting = [folder];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (++seen > MAX_ENTRIES) {
        throw new JigError("LIMIT_EXCEEDED", `The plugin folder ${folder} has more than ${MAX_ENTRIES} files`, {
          hint: "Keep only the files that the plugin needs",
        });
      }
      if (entry.isDirectory() && entry.name !== PACKAGES_FOLDER) waiting.push(path);
      else if (entry.isSymbolicLink() && !staysInside(path, folder)) {
        throw new JigError("PATH_OUTSIDE", `${path} is a link that leads out of the plugin`, {
          hint: "Put the file itself there",
        });
      }
    }
  }
}

/** A broken link doesn't count as inside, because it might lead anywhere later. */
function staysInside(path: string, folder: string): boolean {
  try {
    return isInside(realpathSync.native(folder), realpathSync.native(path));
  } catch {
    return false;
  }
}
