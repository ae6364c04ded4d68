/** The signal of `jig plugin reload`, `trust` and `dev` to every open frontend: a file that all hosts poll. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inOwnFolder } from "../runtime/own-folder.ts";

/** Polling interval in ms. Each poll wakes an idle process. */
const POLL_MS = 1000;

const fileIn = (cacheFolder: string) => join(cacheFolder, "plugins-changed");

/** Tells all hosts of this user to reload their plugins. */
export function signalReload(cacheFolder: string): void {
  inOwnFolder(cacheFolder, "XDG_CACHE_HOME", () => {
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(fileIn(cacheFolder), `${Date.now()} ${process.pid}\n`, { mode: 0o600 });
  });
}

export interface ReloadWatch {
  /** Plugins are being reloaded now, so earlier signals need no action. */
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
