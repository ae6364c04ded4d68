/** Lowers the priority of background work, for times when there are more busy threads than cores. */
import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/**
 * Against one competing process, this leaves two thirds of its share. Don't go higher: when all cores are busy, ripgrep is
 * barely a tenth slower at 2 than at 0, but at 7 it takes nearly three times as long.
 */
const STEP = 2;
/**
 * For our own threads, which build indexes while the main thread answers calls. At 5, it gets three quarters of a contested
 * core. During a cold index, that halves the number of pings that wait for over 25 ms.
 */
const THREAD_STEP = 5;
const LOWEST = 19;

/**
 * Renices a process and its threads, or just the calling thread. Does nothing except on Linux, since nowhere else do threads
 * have their own priority. It's relative to ours and never raised: when jig is started with `nice`, that's meant for all of
 * it.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== "linux") return;
  try {
    const priority = Math.min(getPriority() + (pid === undefined ? THREAD_STEP : STEP), LOWEST);
    for (const id of pid === undefined ? [0] : threadsOf(pid)) {
      if (getPriority(id) < priority) setPriority(id, priority);
    }
  } catch {
    // just an optimization; might be denied, or the thread has exited
  }
}

function threadsOf(pid: number): number[] {
  return process.platform === "linux" ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}
