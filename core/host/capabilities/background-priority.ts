/** Lowers the priority of background work, for when there are more busy threads than cores. */
import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/**
 * With one competing process it gets two thirds of its share. A higher value would be noticeable: with every core busy,
 * ripgrep at 7 takes nearly three times as long as at 0, at 2 hardly a tenth more.
 */
const STEP = 2;
/**
 * Our own threads build indexes while the main thread answers others: at 5 they leave it three quarters of a core that both want,
 * and of pings during a cold index half as many wait for over 25 ms.
 */
const THREAD_STEP = 5;
const LOWEST = 19;

/**
 * A process with all its threads, or without one the calling thread: only on Linux has a thread a priority of its own,
 * elsewhere it would be the whole process's. Counted from our own priority, and never a raise: who started us with `nice`
 * meant all of it.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== "linux") return;
  try {
    const priority = Math.min(getPriority() + (pid === undefined ? THREAD_STEP : STEP), LOWEST);
    for (const id of pid === undefined ? [0] : threadsOf(pid)) {
      if (getPriority(id) < priority) setPriority(id, priority);
    }
  } catch {
    // The priority is an optimization, so ignore a denied call or a thread that has exited.
  }
}

function threadsOf(pid: number): number[] {
  return process.platform === "linux" ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}
