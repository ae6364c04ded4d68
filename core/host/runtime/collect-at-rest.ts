/** Collects garbage on idle threads. After a lot of work, the runtime may otherwise keep more garbage than live data. */
import process from "node:process";
import { collectGarbage } from "./collect-garbage.ts";

/** The thread must be idle for this many milliseconds. */
const REST_MS = 2000;
/** It isn't useful for smaller heaps (in bytes). */
const WORTH_IT = 128 * 1024 * 1024;
/** The growth since the last collection. */
const GROWTH = 1.25;

export interface RestOptions {
  restMs?: number;
  heapBytes?: () => number;
  collect?: () => unknown;
}

/** Keeps track of the jobs that are running on a thread. */
export interface JobCount {
  begun(): void;
  ended(): void;
}

export function collectAtRest({
  restMs = REST_MS,
  heapBytes = () => process.memoryUsage().heapUsed,
  collect = collectGarbage,
}: RestOptions = {}): JobCount {
  let running = 0;
  let left = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rested = () => {
    timer = undefined;
    if (running > 0 || heapBytes() < Math.max(WORTH_IT, left * GROWTH)) return;
    collect();
    left = heapBytes();
  };
  return {
    begun() {
      running++;
    },
    ended() {
      running--;
      if (timer) clearTimeout(timer);
      timer = setTimeout(rested, restMs);
      timer.unref?.();
    },
  };
}
