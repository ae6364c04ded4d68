/** Picks the system's facility for watching folders, or says why there's none to be had. */
import type { FolderWatch, WatchOptions } from "./folder-watch.ts";
import { openInotify } from "./inotify.ts";

/**
 * Returns a watch for folders, using whatever the system offers. If watching is not supported by the system, the runtime or
 * the folder, then this returns the reason instead.
 */
export function watchFolders(options: WatchOptions): FolderWatch | string {
  if (process.platform !== "linux") return "watching folders is not supported on this system";
  try {
    return openInotify(options);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** For doctor: tries to watch a folder. Returns "" on success, else the reason. */
export async function whyUnwatched(canaryFolder: string): Promise<string> {
  const watch = watchFolders({ canaryFolder });
  if (typeof watch === "string") return watch;
  try {
    return watch.add(canaryFolder) || ((await watch.changes()) ? "" : "the system did not report a change");
  } finally {
    watch.close();
  }
}
