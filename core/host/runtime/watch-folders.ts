/** Selects this system's way of watching folders, or explains why they can't be watched. */
import type { FolderWatch, WatchOptions } from "./folder-watch.ts";
import { openInotify } from "./inotify.ts";

/** Returns a reason if this system, runtime or folder does not support it. */
export function watchFolders(options: WatchOptions): FolderWatch | string {
  if (process.platform !== "linux") return "watching folders is not supported on this system";
  try {
    return openInotify(options);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Tries to watch a folder, for doctor. Returns the reason if it fails, or "" on success. */
export async function whyUnwatched(canaryFolder: string): Promise<string> {
  const watch = watchFolders({ canaryFolder });
  if (typeof watch === "string") return watch;
  try {
    return watch.add(canaryFolder) || ((await watch.changes()) ? "" : "the system did not report a change");
  } finally {
    watch.close();
  }
}
