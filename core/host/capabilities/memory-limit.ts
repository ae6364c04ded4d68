/** Ends a child that uses too much memory, for example on a line of gigabytes. */
import { readFileSync } from "node:fs";

/** Polling interval in ms. A program can fill a gigabyte in half a second. */
const POLL_MS = 100;

/**
 * Calls back once if the process itself holds more than `maxBytes`; mapped files do not count, since the system can reclaim
 * them. Returns a function that stops the watch. Linux only: elsewhere nothing is watched.
 */
export function watchMemory(pid: number, maxBytes: number, onOver: () => void): () => void {
  if (process.platform !== "linux" || !Number.isFinite(maxBytes)) return () => {};
  const timer = setInterval(() => {
    if (heldBytes(pid) <= maxBytes) return;
    clearInterval(timer);
    onOver();
  }, POLL_MS);
  timer.unref?.();
  return () => clearInterval(timer);
}

function heldBytes(pid: number): number {
  try {
    const held = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return Number(held?.[1] ?? 0) * 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}
