/** Selects the system's interface for watching folders, or says why there isn't one. */
import type { FolderWatch, WatchOptions } from "./folder-watch.ts";
import { openInotify } from "./inotify.ts";

/** Returns a watch for folders. If the system, the runtime or the folder doesn't support watching, it returns the reason. */
export function watchFolders(options: WatchOptions): FolderWatch | string {
  if (process.platform !== "linux") return "watching folders is not supported on this system";
  try {
    return openInotify(options);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Tries to watch a folder, for doctor. It returns "" on success, and the reason otherwise. */
export async function whyUnwatched(canaryFolder: string): Promise<string> {
  const watch = watchFolders({ canaryFolder });
  if (typeof watch === "string") return watch;
  try {
    return watch.add(canaryFolder) || ((await watch.changes()) ? "" : "the system did not report a change");
  } finally {
    watch.close();
  }
}
