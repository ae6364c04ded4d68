/** Kills child processes that use too much memory, which can be caused by a single line of several gigabytes. */
import { readFileSync } from "node:fs";

/** In milliseconds. Filling a gigabyte takes half a second. */
const POLL_MS = 100;

/**
 * Calls back when the process itself uses more than `maxBytes`. Mapped files don't count, since the system can reclaim them at
 * any time. It returns a function that ends the watch, and does nothing except on Linux.
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
