/** Stores read-only copies of plugin contents by their hash. A copy that is no longer referenced is removed after a few days. */
import { chmodSync, mkdirSync, mkdtempSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listNames } from "../runtime/list-names.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { removeTree } from "../runtime/remove-tree.ts";
import { denoStorage } from "../sandbox/deno-storage.ts";
import { type FolderContent, readFolder } from "./folder-content.ts";

/** Another process might still run a copy, even if it is no longer approved. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

export interface TrustedCopies {
  /** Returns the copy, which is created again if it is missing or was changed. */
  copyOf(content: FolderContent): string;
  /** Returns undefined if it is missing or was changed. */
  saved(hash: string): FolderContent | undefined;
}

/** `named` returns the hashes to keep. If it returns undefined they aren't known, so all copies are kept. */
export function createTrustedCopies(cacheFolder: string, named: () => Set<string> | undefined): TrustedCopies {
  const copies = join(cacheFolder, "trusted");

  const saved = (hash: string): FolderContent | undefined => {
    try {
      const content = readFolder(join(copies, hash));
      return content.hash === hash ? content : undefined;
    } catch {
      return undefined;
    }
  };

  function sweep(): void {
    const kept = named();
    if (!kept) return;
    const limit = Date.now() - KEPT_MS;
    for (const name of listNames(copies).filter((each) => !kept.has(each))) {
      const path = join(copies, name);
      try {
        if (statSync(path).mtimeMs > limit) continue;
        removeTree(path);
        removeTree(denoStorage(cacheFolder, path));
      } catch {
        // Another process has removed it or is using it.
      }
    }
  }

  return {
    saved,
    copyOf(content) {
      const copy = join(copies, content.hash);
      if (saved(content.hash)) markUsed(copy);
      else {
        inOwnFolder(copies, "XDG_CACHE_HOME", () => {
          mkdirSync(copies, { recursive: true, mode: 0o700 });
          replaceFolder(content, copy, copies);
        });
        sweep();
      }
      return copy;
    },
  };
}

function markUsed(copy: string): void {
  try {
    const now = new Date();
    utimesSync(copy, now, now);
  } catch {
    // The disk is full or read-only, so the time isn't updated.
  }
}

function replaceFolder(content: FolderContent, target: string, parent: string): void {
  const fresh = mkdtempSync(join(parent, ".new-"));
  try {
    for (const { path, bytes, executable } of content.files) {
      mkdirSync(dirname(join(fresh, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(fresh, path), bytes, { mode: 0o600 });
      chmodSync(join(fresh, path), executable ? 0o500 : 0o400);
    }
    removeTree(target);
    renameSync(fresh, target);
  } catch (error) {
    removeTree(fresh);
    // Another process may have written the same content first.
    if (!isContent(target, content.hash)) throw error;
  }
}

function isContent(folder: string, hash: string): boolean {
  try {
    return readFolder(folder).hash === hash;
  } catch {
    return false;
  }
}
