/** Lowers the priority of background work, in case there are more busy threads than cores. */
import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/**
 * Next to one competing process this leaves it two thirds of its share. Higher values would be noticeable. With every core busy,
 * ripgrep takes nearly three times as long at 7 as at 0, but hardly a tenth longer at 2.
 */
const STEP = 2;
/**
 * Our own threads build indexes while the main thread answers other calls. At 5 they leave it three quarters of a contested core,
 * and half as many pings wait for more than 25 ms during a cold index.
 */
const THREAD_STEP = 5;
const LOWEST = 19;

/**
 * Lowers the priority of a process with all its threads, or of the calling thread if no process is given. Only Linux has priorities
 * for threads. Elsewhere this would affect the whole process, so it does nothing. Relative to our own priority and never raised,
 * because if we were started with `nice`, that was meant for everything.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== "linux") return;
  try {
    const priority = Math.min(getPriority() + (pid === undefined ? THREAD_STEP : STEP), LOWEST);
    for (const id of pid === undefined ? [0] : threadsOf(pid)) {
      if (getPriority(id) < priority) setPriority(id, priority);
    }
  } catch {
    // This is only an optimization, so ignore a denied call or a thread that has exited.
  }
}

function threadsOf(pid: number): number[] {
  return process.platform === "linux" ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}
