/** The whole content of a plugin folder, and its hash: what trust is about. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { JigError } from "../contract/errors.ts";
import { isInside } from "../workspace/path-rules.ts";

export const MAX_PLUGIN_BYTES = 50 * 1024 * 1024;
export const MAX_PLUGIN_FILES = 10_000;
const MAX_ENTRIES = 50_000;
/** What a build takes packages from. It is no part of a plugin: what is approved, packed and run has only what was bundled of it. */
export const PACKAGES = "node_modules";

export interface ContentFile {
  /** Below the folder, with `/`. */
  path: string;
  bytes: Buffer;
  executable: boolean;
}

export interface FolderContent {
  /** SHA-256 in hex, over every file's path, executable bit and bytes. */
  hash: string;
  /** Sorted by path. */
  files: ContentFile[];
}

/** Reads each file once, so that what was hashed is what is used. Throws for links, devices and too much. */
export function readFolder(folder: string): FolderContent {
  const files: ContentFile[] = [];
  let bytes = 0;
  const walk = (below: string) => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below === "" ? name : `${below}/${name}`;
      const stat = lstatSync(join(folder, path));
      if (stat.isDirectory()) {
        if (name !== PACKAGES) walk(path);
        continue;
      }
      if (!stat.isFile()) throw refused(folder, `"${path}" is ${stat.isSymbolicLink() ? "a link" : "no regular file"}`);
      bytes += stat.size;
      if (bytes > MAX_PLUGIN_BYTES) throw refused(folder, `it has more than ${MAX_PLUGIN_BYTES} bytes`);
      if (files.length >= MAX_PLUGIN_FILES) throw refused(folder, `it has more than ${MAX_PLUGIN_FILES} files`);
      files.push({ path, bytes: readFileSync(join(folder, path)), executable: (stat.mode & 0o111) !== 0 });
    }
  };
  walk("");
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { hash: contentHash(files), files };
}

/** Throws for a link, through which the code of the folder would read what lies elsewhere, and for too many files to look at. */
export function refuseLinks(folder: string): void {
  const waiting = [folder];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (++seen > MAX_ENTRIES) {
        throw new JigError("LIMIT_EXCEEDED", `The plugin folder ${folder} has more than ${MAX_ENTRIES} files`, {
          hint: "Keep in it what the plugin needs",
        });
      }
      if (entry.isDirectory() && entry.name !== PACKAGES) waiting.push(path);
      else if (entry.isSymbolicLink() && !staysInside(path, folder)) {
        throw new JigError("PATH_OUTSIDE", `${path} is a link that leads out of the plugin`, {
          hint: "Put the file itself there",
        });
      }
    }
  }
}

/** A link that leads nowhere may come to lead anywhere. */
function staysInside(path: string, folder: string): boolean {
  try {
    return isInside(realpathSync.native(folder), realpathSync.native(path));
  } catch {
    return false;
  }
}

export function contentHash(files: readonly ContentFile[]): string {
  const whole = createHash("sha256");
  for (const { path, bytes, executable } of files) {
    const own = createHash("sha256").update(bytes).digest("hex");
    whole.update(`${JSON.stringify(path)} ${executable ? "x" : "-"} ${own}\n`);
  }
  return whole.digest("hex");
}

function refused(folder: string, why: string): JigError {
  return new JigError("UNTRUSTED", `The plugin folder ${folder} cannot be trusted: ${why}`, {
    hint: "A plugin is made of regular files, 50 MB at most",
  });
}
