/** Triggers garbage collection under heavy load, when the runtime wouldn't do it early enough. */
import process from "node:process";

const WATCH_MS = 100;
const MEGABYTE = 1024 * 1024;
/** An idle server stays below this. */
const COLLECT_FROM_BYTES = 240 * MEGABYTE;
/** Growth since the last collection before we do another. What's left after one is in use, for example by indexes. */
const GROWTH_BYTES = 40 * MEGABYTE;
/** Minimum pause in ms, as each collection blocks everything for tens of milliseconds. */
const PAUSE_MS = 3000;
/** With this much growth we collect more often. Keeps the peak below about 400 MB. */
const URGENT_GROWTH_BYTES = 50 * MEGABYTE;
const URGENT_PAUSE_MS = 150;

export interface MemoryWatch {
  /** Checks right away. Hundreds of requests can arrive between regular checks. */
  look(): void;
  end(): void;
}

export function watchOwnMemory(collect: () => boolean, residentBytes = () => process.memoryUsage.rss()): MemoryWatch {
  let last = Number.NEGATIVE_INFINITY;
  let left = 0;
  const timer = setInterval(look, WATCH_MS);
  timer.unref();

  function look() {
    const bytes = residentBytes();
    left = Math.min(left, bytes);
    const growth = bytes - left;
    const pause = growth < URGENT_GROWTH_BYTES ? PAUSE_MS : URGENT_PAUSE_MS;
    if (bytes < COLLECT_FROM_BYTES || growth < GROWTH_BYTES || performance.now() - last < pause) return;
    if (!collect()) clearInterval(timer);
    left = residentBytes();
    last = performance.now();
  }

  return { look, end: () => clearInterval(timer) };
}
