/** Keeps the memory of a server down under a flood: garbage of many requests grows faster than the runtime collects it by itself. */
import process from "node:process";

const WATCH_MS = 100;
const MEGABYTE = 1024 * 1024;
/** A quiet server takes less. */
const COLLECT_FROM_BYTES = 240 * MEGABYTE;
/** Memory that a collection leaves is in use, by indexes for example: the next one waits for so much growth. */
const GROWTH_BYTES = 40 * MEGABYTE;
/** A collection stops all calls for some tens of milliseconds. */
const PAUSE_MS = 3000;
/** After so much growth the pauses are short: a flood may cost 400 MB at most. */
const URGENT_GROWTH_BYTES = 50 * MEGABYTE;
const URGENT_PAUSE_MS = 150;

export interface MemoryWatch {
  /** Looks now: hundreds of requests may come between two looks of its own. */
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
