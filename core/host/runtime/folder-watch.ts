/**
 * The interface for watching folders. Implemented with inotify on Linux, and designed to fit FSEvents and ReadDirectoryChanges.
 * Changes stay in the system's queue until we need them. To prove that we have seen everything, the watch renames a file of its own
 * (a canary). All earlier changes come before that event.
 */
/** An entry of a watched folder that was created, removed, renamed or written. `name` is "" for the folder itself. */
export interface FolderChange {
  folder: string;
  name: string;
  isFolder: boolean;
  /** The entry was created, linked, or renamed to this name. */
  isNew: boolean;
}

export interface FolderWatch {
  /** Watches a folder, but not its subfolders. Returns the reason if it fails, or "" on success and if the folder no longer exists. */
  add(folder: string): string;
  /** Called once the last folder has been added. */
  complete(): void;
  /** Returns the changes since the last call, or undefined if some may be missing. */
  changes(): Promise<FolderChange[] | undefined>;
  close(): void;
}

export interface WatchOptions {
  /** A writable folder of jig on a local disk. Created if missing. */
  canaryFolder: string;
  /** Has the pool close a descriptor, because a thread may be terminated before it can do so. */
  descriptor?: { opened(descriptor: number): void; close(descriptor: number): void };
}
