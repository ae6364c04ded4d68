/** Finds the processes that were started since a moment. Linux assigns ids in ascending order, so only the newest matter. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listNames } from "../runtime/list-names.ts";

export interface Moment {
  /** The last id that was assigned. */
  last: number;
  /** The number of processes and threads since boot. */
  started: number;
}

export function momentNow(proc = "/proc"): Moment | undefined {
  try {
    const last = Number(/(\d+)\s*$/.exec(readFileSync(join(proc, "loadavg"), "latin1"))?.[1]);
    const started = Number(/^processes (\d+)$/m.exec(readFileSync(join(proc, "stat"), "latin1"))?.[1]);
    return last > 0 && started > 0 ? { last, started } : undefined;
  } catch {
    return undefined;
  }
}

/** If ids may have started again from the lowest, or the moment isn't known, all processes are returned. */
export function processesSince(moment: Moment | undefined, proc = "/proc"): number[] {
  const all = listNames(proc).map(Number).filter(Number.isInteger);
  const now = moment && momentNow(proc);
  if (!moment || !now || now.last < moment.last) return all;
  // So many processes were started that the ids may have wrapped around.
  if (now.started - moment.started > numbersThereAre(proc) / 2) return all;
  return all.filter((pid) => pid > moment.last && pid <= now.last);
}

function numbersThereAre(proc: string): number {
  try {
    return Number(readFileSync(join(proc, "sys", "kernel", "pid_max"), "latin1")) || 0;
  } catch {
    return 0;
  }
}
