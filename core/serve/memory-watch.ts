/** Starts garbage collections under heavy load, if the runtime wouldn't do it early enough. */
import process from "node:process";

const WATCH_MS = 100;
const MEGABYTE = 1024 * 1024;
/** An idle server stays below this. */
const COLLECT_FROM_BYTES = 240 * MEGABYTE;
/**
 * The growth since the last collection after which another one follows. The memory that remains after a collection is in use,
 * for example by indexes.
 */
const GROWTH_BYTES = 40 * MEGABYTE;
/** The minimum pause in milliseconds, since each collection blocks everything for tens of milliseconds. */
const PAUSE_MS = 3000;
/** With this much growth, collections are more frequent, which keeps the peak below about 400 MB. */
const URGENT_GROWTH_BYTES = 50 * MEGABYTE;
const URGENT_PAUSE_MS = 150;

export interface MemoryWatch {
  /** Checks immediately, because hundreds of requests can arrive between two regular checks. */
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
