/**
 * An interface for watching folders. There is an implementation for inotify (Linux). FSEvents and ReadDirectoryChanges should
 * fit as well. Changes stay in the system's queue until we want them. So how can we be sure to have seen everything? The
 * watch renames a file of its own, the canary. Whatever happened before must precede that event.
 */
/** A directory entry was created, removed, renamed or written. "" is the folder itself. */
export interface FolderChange {
  folder: string;
  name: string;
  isFolder: boolean;
  /** Created, linked, or renamed to this */
  isNew: boolean;
}

export interface FolderWatch {
  /** Watch a folder, not including subfolders. Returns why it failed; "" on success, but also for a folder that is gone by now. */
  add(folder: string): string;
  /** Call this after the last `add`. */
  complete(): void;
  /** Everything since the last call. undefined means that we may have missed something. */
  changes(): Promise<FolderChange[] | undefined>;
  close(): void;
}

export interface WatchOptions {
  /** Writable, on a local disk, and one of jig's. Gets created. */
  canaryFolder: string;
  /** Leaves closing the descriptor to the pool. A thread might not live long enough for that. */
  descriptor?: { opened(descriptor: number): void; close(descriptor: number): void };
}
