/**
 * The interface of watching folders: inotify on Linux; FSEvents and ReadDirectoryChanges fit it. Changes wait in the system until a
 * question needs them. A canary proves that an answer is complete: a file of the watch's own is renamed, and the events up to that
 * rename are all that came before it.
 */
/** An entry of a watched folder that was made, removed, renamed or written to. `name` is "" for the folder itself. */
export interface FolderChange {
  folder: string;
  name: string;
  isFolder: boolean;
  /** The entry was made here, linked to, or renamed to this name. */
  isNew: boolean;
}

export interface FolderWatch {
  /** Watches a folder's entries, not those of folders in it. Returns why it cannot, "" if it can, or if the folder is gone. */
  add(folder: string): string;
  /** No folder is added any more. */
  complete(): void;
  /** The changes since the last call; undefined if some may be missing: then nothing is known. */
  changes(): Promise<FolderChange[] | undefined>;
  close(): void;
}

export interface WatchOptions {
  /** A folder of jig's own that can be written to, on a local disk. It is made. */
  canaryFolder: string;
  /** Closes a descriptor later: for a thread, which may be ended before it can. */
  descriptor?: { opened(descriptor: number): void; close(descriptor: number): void };
}
