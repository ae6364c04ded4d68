/** Reads the content of a plugin's folder and computes its hash. Trust is based on these. */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { JigError } from "../contract/errors.ts";
import { PACKAGES_FOLDER } from "../sandbox/refuse-links.ts";

export const MAX_PLUGIN_BYTES = 50 * 1024 * 1024;
export const MAX_PLUGIN_FILES = 10_000;

/** Build tools such as cargo use this file to mark folders that can be generated again, such as `target`. */
const CACHE_MARK = "CACHEDIR.TAG";

export interface ContentFile {
  /** A relative path with `/` as the separator. */
  path: string;
  bytes: Buffer;
  executable: boolean;
}

export interface FolderContent {
  /** The SHA-256 (hex) of the path, the executable bit and the bytes of each file. */
  hash: string;
  /** Sorted by path. */
  files: ContentFile[];
}

/**
 * Reads each file exactly once, so that the hash is guaranteed to match the bytes that are used. Installed packages and marked
 * caches don't count. It throws for links, devices and too much content.
 */
export function readFolder(folder: string): FolderContent {
  const files: ContentFile[] = [];
  let bytes = 0;
  const walk = (below: string) => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below === "" ? name : `${below}/${name}`;
      const stat = lstatSync(join(folder, path));
      if (stat.isDirectory()) {
        if (name !== PACKAGES_FOLDER && !existsSync(join(folder, path, CACHE_MARK))) walk(path);
        continue;
      }
      if (!stat.isFile())
        throw refused(folder, `"${path}" is ${stat.isSymbolicLink() ? "a link" : "not a regular file"}`);
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

/** Writes the files into a folder, in which they can be changed. */
export function writeContent({ files }: FolderContent, folder: string): void {
  for (const { path, bytes, executable } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    if (executable) chmodSync(join(folder, path), 0o755);
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
    hint: "A plugin consists of regular files, at most 50 MB in total",
  });
}
