/** Kills a child that uses too much memory, for example because of a line of several gigabytes. */
import { readFileSync } from "node:fs";

/** Polling interval in ms. A program can fill a gigabyte within half a second. */
const POLL_MS = 100;

/**
 * Calls back once if the process itself uses more than `maxBytes`. Mapped files don't count, since the system can reclaim them.
 * Returns a function that stops watching. Does nothing except on Linux.
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
    // The process has exited.
    return 0;
  }
}
