/**
 * Watches the files that are displayed. Instead of the files themselves we watch their folders, because most editors save by
 * replacing the file. A watch on the file would stay with the old one and never report anything again.
 */
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

export interface Watcher {
  /** Replaces the previous set. */
  watch(paths: readonly string[]): void;
  close(): void;
}

/** The maximum number of folders, because each of them costs a system handle. */
const MAX_FOLDERS = 32;
/** The delay in ms, since editors write in several steps. */
const REST = 80;

export function createWatcher(changed: (paths: readonly string[]) => void): Watcher {
  const folders = new Map<string, FSWatcher>();
  let wanted = new Map<string, Set<string>>();
  const touched = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell() {
    timer = undefined;
    const paths = [...touched];
    touched.clear();
    changed(paths);
  }

  function listen(folder: string): FSWatcher | undefined {
    try {
      const handle = watch(folder, { persistent: false }, (_, name) => {
        const names = wanted.get(folder);
        if (!names || (name !== null && !names.has(name))) return;
        // The event has no name, so it could be any of them.
        for (const each of name === null ? names : [name]) touched.add(`${folder}/${each}`);
        timer ??= setTimeout(tell, REST);
      });
      handle.on("error", () => forget(folder));
      return handle;
    } catch {
      // Either there are no more handles, or there is no such folder. In both cases the view is just not refreshed.
      return undefined;
    }
  }

  function forget(folder: string) {
    folders.get(folder)?.close();
    folders.delete(folder);
  }

  return {
    watch(paths) {
      wanted = new Map();
      for (const path of paths) {
        const folder = dirname(path);
        if (!wanted.has(folder) && wanted.size >= MAX_FOLDERS) continue;
        wanted.set(folder, (wanted.get(folder) ?? new Set()).add(basename(path)));
      }
      for (const folder of [...folders.keys()]) if (!wanted.has(folder)) forget(folder);
      for (const folder of wanted.keys()) {
        if (folders.has(folder)) continue;
        const handle = listen(folder);
        if (handle) folders.set(folder, handle);
      }
    },
    close() {
      clearTimeout(timer);
      for (const folder of [...folders.keys()]) forget(folder);
    },
  };
}
