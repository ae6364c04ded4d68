/**
 * Implements how `jig plugin reload`, `trust` and `dev` reach every open frontend, which is by touching a file that all hosts
 * poll.
 */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inOwnFolder } from "../runtime/own-folder.ts";

/** In milliseconds. Each poll wakes up a process that is otherwise idle. */
const POLL_MS = 1000;

const fileIn = (cacheFolder: string) => join(cacheFolder, "plugins-changed");

/** Makes all hosts of this user reload their plugins. It only touches a file, which hosts notice at their next poll. */
export function signalReload(cacheFolder: string): void {
  inOwnFolder(cacheFolder, "XDG_CACHE_HOME", () => {
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(fileIn(cacheFolder), `${Date.now()} ${process.pid}\n`, { mode: 0o600 });
  });
}

export interface ReloadWatch {
  /** Earlier signals are ignored from now on, because we are reloading anyway. */
  answered(): void;
  stop(): void;
}

/** Watches for reload signals. Those from before the call are ignored. The timer does not keep the process running. */
export function watchReloads(cacheFolder: string, onSignal: () => void, every = POLL_MS): ReloadWatch {
  const stampOf = () => statSync(fileIn(cacheFolder), { throwIfNoEntry: false })?.mtimeMs;
  let seen = stampOf();
  const timer = setInterval(() => {
    const stamp = stampOf();
    if (stamp === seen) return;
    seen = stamp;
    onSignal();
  }, every);
  timer.unref?.();
  return {
    answered() {
      seen = stampOf();
    },
    stop: () => clearInterval(timer),
  };
}
