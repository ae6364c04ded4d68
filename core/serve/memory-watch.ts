/** Keeps the memory of a server down under a flood: large messages become garbage faster than the runtime collects it by itself. */
import process from "node:process";

const WATCH_MS = 250;
const MEGABYTE = 1024 * 1024;
/** A quiet server takes less. */
const COLLECT_FROM_BYTES = 260 * MEGABYTE;
/** A collection stops all calls for some tens of milliseconds. */
const PAUSE_MS = 3000;
/** Near 400 MB, the most that a flood may cost, the pauses are short. */
const URGENT_BYTES = 320 * MEGABYTE;
const URGENT_PAUSE_MS = 500;

/** Returns the way to end it. */
export function watchOwnMemory(collect: () => boolean, residentBytes = () => process.memoryUsage.rss()): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    const bytes = residentBytes();
    const pause = bytes < URGENT_BYTES ? PAUSE_MS : URGENT_PAUSE_MS;
    if (bytes < COLLECT_FROM_BYTES || performance.now() - last < pause) return;
    if (!collect()) clearInterval(timer);
    last = performance.now();
  }, WATCH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
