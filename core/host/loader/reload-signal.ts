/** How `jig plugin reload`, `trust` and `dev` reach every open frontend: by touching a file that all hosts poll. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inOwnFolder } from "../runtime/own-folder.ts";

/** In ms. Each poll wakes up an otherwise idle process. */
const POLL_MS = 1000;

const fileIn = (cacheFolder: string) => join(cacheFolder, "plugins-changed");

/** Make all hosts of this user reload their plugins. This only touches a file, so hosts will notice the next time they poll it. */
export function signalReload(cacheFolder: string): void {
  inOwnFolder(cacheFolder, "XDG_CACHE_HOME", () => {
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(fileIn(cacheFolder), `${Date.now()} ${process.pid}\n`, { mode: 0o600 });
  });
}

export interface ReloadWatch {
  /** We are reloading anyway, so earlier signals can be ignored. */
  answered(): void;
  stop(): void;
}

/** Watch for reload signals. Signals from before the call are ignored. The timer does not keep the process alive. */
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
