/** Chooses how this system watches folders, and says why it cannot. */
import type { FolderWatch, WatchOptions } from "./folder-watch.ts";
import { openInotify } from "./inotify.ts";

/** Returns the reason if this system, runtime or folder does not allow it. */
export function watchFolders(options: WatchOptions): FolderWatch | string {
  if (process.platform !== "linux") return "watching folders is not built for this system";
  try {
    return openInotify(options);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Tries it once, for doctor: returns the reason why folders cannot be watched, "" if they can. */
export async function whyUnwatched(canaryFolder: string): Promise<string> {
  const watch = watchFolders({ canaryFolder });
  if (typeof watch === "string") return watch;
  try {
    return watch.add(canaryFolder) || ((await watch.changes()) ? "" : "the system did not tell of a change");
  } finally {
    watch.close();
  }
}
