/** Lowers the priority of work in the background, in case more threads are busy than there are cores. */
import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/**
 * Compared to one other busy process, this leaves two thirds of its share. A higher value is not useful: when all cores are
 * busy, ripgrep is hardly a tenth slower at 2 than at 0, but at 7 it takes nearly three times as long.
 */
const STEP = 2;
/**
 * Used for our own threads, which build indexes while the main thread answers calls. At 5, a thread gets three quarters of a
 * core for which others compete. During a cold index, this halves the number of pings that take more than 25 ms.
 */
const THREAD_STEP = 5;
const LOWEST = 19;

/**
 * Changes the priority of a process and its threads, or only that of the calling thread. It does nothing except on Linux,
 * because threads don't have their own priority on other systems. The change is relative to our priority and never raises it,
 * since `nice jig` should apply to all of jig.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== "linux") return;
  try {
    const priority = Math.min(getPriority() + (pid === undefined ? THREAD_STEP : STEP), LOWEST);
    for (const id of pid === undefined ? [0] : threadsOf(pid)) {
      if (getPriority(id) < priority) setPriority(id, priority);
    }
  } catch {
    // This is only an optimization, which may not be permitted, or the thread may have ended.
  }
}

function threadsOf(pid: number): number[] {
  return process.platform === "linux" ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}
