/**
 * The interface of watching folders: inotify on Linux; FSEvents and ReadDirectoryChanges fit it. Changes wait in the system until a
 * question needs them. A canary proves that an answer is complete: a file of the watch's own is renamed, and the events up to that
 * rename are all that came before it.
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
  /** Watches a folder, not recursively. Returns the reason for a failure; "" on success or if the folder no longer exists. */
  add(folder: string): string;
  /** Called after the last folder was added. */
  complete(): void;
  /** Returns the changes since the last call; undefined if some may be missing. */
  changes(): Promise<FolderChange[] | undefined>;
  close(): void;
}

export interface WatchOptions {
  /** A writable folder of jig on a local disk, created if missing. */
  canaryFolder: string;
  /** Lets the pool close a descriptor, because a thread may be ended before it can do so. */
  descriptor?: { opened(descriptor: number): void; close(descriptor: number): void };
}
