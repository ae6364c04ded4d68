/** Kills children that use up too much memory. A single line of several gigabytes can do that. */
import { readFileSync } from "node:fs";

/** In ms. Filling a gigabyte takes half a second. */
const POLL_MS = 100;

/**
 * Fires once the process itself exceeds `maxBytes`. Mapped files are not included, as the system can always reclaim those.
 * Returns a stop function. No-op outside of Linux.
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
    // exited
    return 0;
  }
}
