/**
 * Uses inotify directly. Linux queues events in order and the queue is only read on demand, so an idle session needs no
 * processor time. If the queue overflows, we are notified.
 */
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { FolderChange, FolderWatch, WatchOptions } from "./folder-watch.ts";
import { listNames } from "./list-names.ts";
import { isProcessAlive } from "./process-alive.ts";
import { openSystemLibrary } from "./system-library.ts";

const NONBLOCK = 0o4000;
const CLOSE_ON_EXEC = 0o2000000;
/** modify, attrib, close_write, moved_from, moved_to, create, delete, delete_self, move_self */
const EVENTS = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800;
/** onlydir, dont_follow */
const FLAGS = 0x01000000 | 0x02000000;
const IS_FOLDER = 0x40000000;
/** unmount, q_overflow, ignored */
const LOST = 0x2000 | 0x4000 | 0x8000;
const MOVED_TO = 0x80;
const IS_NEW = MOVED_TO | 0x100;
/** wd, mask, cookie, len */
const EVENT_BYTES = 16;
const READ_BYTES = 64 * 1024;
/** A single tree gets at most this share of a user's watches, because editors need some as well. */
const SHARE = 0.25;
const CANARY = /^canary-(\d+)-/;

interface Library {
  inotify_init1(flags: number): number;
  inotify_add_watch(descriptor: number, path: Uint8Array, mask: number): number;
}

/** Throws the reason if it is not available. */
export function openInotify({ canaryFolder, descriptor: owner }: WatchOptions): FolderWatch {
  const { library, close: closeLibrary } = loadLibrary();
  const most = Math.floor(watchLimit() * SHARE);
  const descriptor = library.inotify_init1(NONBLOCK | CLOSE_ON_EXEC);
  if (descriptor < 0)
    throw new TypeError("the system allows no more inotify instances (fs.inotify.max_user_instances)");
  owner?.opened(descriptor);
  const folders = new Map<number, string>();
  const watched = (folder: string) => library.inotify_add_watch(descriptor, Buffer.from(`${folder}\0`), EVENTS | FLAGS);
  const close = () => {
    if (owner) owner.close(descriptor);
    else closeSync(descriptor);
    canary.remove();
  };
  const canary = new Canary(canaryFolder);
  const canaryWatch = watched(canaryFolder);
  if (canaryWatch < 0) {
    close();
    throw new TypeError(`${JSON.stringify(canaryFolder)} cannot be watched`);
  }
  let isOpen = true;
  const finish = () => {
    if (isOpen) closeLibrary();
    isOpen = false;
  };
  return {
    add(folder) {
      if (folders.size >= most)
        return `a quarter of the watches of this system (fs.inotify.max_user_watches) is ${most} folders`;
      const watch = watched(folder);
      if (watch >= 0) folders.set(watch, folder);
      else if (existsSync(folder)) return "the system allows no more watches (fs.inotify.max_user_watches)";
      return "";
    },
    complete: finish,
    async changes() {
      const name = canary.move();
      const changes: FolderChange[] = [];
      let isProved = false;
      const isWhole = readEvents(descriptor, (watch, mask, entry) => {
        if (watch === canaryWatch) {
          isProved ||= entry === name && (mask & MOVED_TO) !== 0;
          return (mask & LOST) === 0;
        }
        const folder = folders.get(watch);
        if ((mask & LOST) !== 0 || folder === undefined) return false;
        changes.push({ folder, name: entry, isFolder: (mask & IS_FOLDER) !== 0, isNew: (mask & IS_NEW) !== 0 });
        return true;
      });
      return isWhole && isProved ? changes : undefined;
    },
    close() {
      finish();
      close();
    },
  };
}

/** Reads all pending events. It stops and returns false as soon as `take` reports a loss. */
function readEvents(descriptor: number, take: (watch: number, mask: number, name: string) => boolean): boolean {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (;;) {
    let read: number;
    try {
      read = readSync(descriptor, buffer, 0, READ_BYTES, null);
    } catch (error) {
      // EAGAIN means that there are no more events.
      return error instanceof Error && "code" in error && error.code === "EAGAIN";
    }
    if (read <= 0) return false;
    for (let at = 0; at < read; ) {
      const length = buffer.readUInt32LE(at + 12);
      const start = at + EVENT_BYTES;
      const zero = buffer.indexOf(0, start);
      const name = length === 0 ? "" : buffer.toString("utf8", start, Math.min(zero < 0 ? read : zero, start + length));
      if (!take(buffer.readInt32LE(at), buffer.readUInt32LE(at + 4), name)) return false;
      at = start + length;
    }
  }
}

/** A file whose name contains a number that increases with every query. */
class Canary {
  readonly #folder: string;
  readonly #base = `canary-${process.pid}-${randomBytes(4).toString("hex")}`;
  #generation = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of listNames(folder)) {
      const [, pid] = CANARY.exec(name) ?? [];
      if (pid !== undefined && !isProcessAlive(Number(pid))) rmSync(join(folder, name), { force: true });
    }
    writeFileSync(this.#path, "", { mode: 0o600 });
  }

  get #path(): string {
    return join(this.#folder, `${this.#base}-${this.#generation}`);
  }

  /** Returns the new name, or "" if the file is missing and therefore proves nothing. */
  move(): string {
    const before = this.#path;
    this.#generation++;
    try {
      renameSync(before, this.#path);
      return `${this.#base}-${this.#generation}`;
    } catch {
      return "";
    }
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

/** Returns the number of folders that a user may watch. */
export function watchLimit(): number {
  try {
    return Number(readFileSync("/proc/sys/fs/inotify/max_user_watches", "utf8"));
  } catch {
    return 0;
  }
}

/** Loads the functions of libc that we need with Bun's FFI. */
function loadLibrary(): { library: Library; close(): void } {
  const opened = openSystemLibrary<Library>({
    inotify_init1: { args: ["int"], returns: "int" },
    inotify_add_watch: { args: ["int", "ptr", "u32"], returns: "int" },
  });
  if (!opened) throw new TypeError("this runtime cannot call inotify");
  return opened;
}
