/**
 * Defines an interface for watching folders, with an implementation for inotify (Linux). FSEvents and ReadDirectoryChanges
 * should fit as well. Changes stay in the queue of the system until we need them. To make sure that nothing is missing, the
 * watch renames a file of its own, the canary. Everything that happened earlier must come before that event.
 */
/** An entry of a directory was created, removed, renamed or written. "" is the folder itself. */
export interface FolderChange {
  folder: string;
  name: string;
  isFolder: boolean;
  /** True if it was created, linked, or renamed to this name. */
  isNew: boolean;
}

export interface FolderWatch {
  /**
   * Watches a folder without its subfolders. It returns the reason if this fails, and "" on success or if the folder no longer
   * exists.
   */
  add(folder: string): string;
  /** Must be called after the last `add`. */
  complete(): void;
  /** Returns everything since the last call. The result undefined means that something may be missing. */
  changes(): Promise<FolderChange[] | undefined>;
  close(): void;
}

export interface WatchOptions {
  /** One of jig's folders, which must be writable and on a local disk. It is created if necessary. */
  canaryFolder: string;
  /** Lets the pool close the descriptor, because a thread might not live long enough to do it. */
  descriptor?: { opened(descriptor: number): void; close(descriptor: number): void };
}
