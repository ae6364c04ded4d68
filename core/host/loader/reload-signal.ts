/** How `jig plugin reload`, `trust` and `dev` reach every open frontend: a file that all hosts look at. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inOwnFolder } from "../runtime/own-folder.ts";

/** Each look wakes a process that may rest for hours. */
const POLL_MS = 1000;

const fileIn = (cacheFolder: string) => join(cacheFolder, "plugins-changed");

/** Tells all hosts of this user to read their plugins again. */
export function signalReload(cacheFolder: string): void {
  inOwnFolder(cacheFolder, "XDG_CACHE_HOME", () => {
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(fileIn(cacheFolder), `${Date.now()} ${process.pid}\n`, { mode: 0o600 });
  });
}

export interface ReloadWatch {
  /** Plugins are read again now, so signals until now ask for nothing more. */
  answered(): void;
  stop(): void;
}

/** Calls `onSignal` for each signal from now on. */
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
