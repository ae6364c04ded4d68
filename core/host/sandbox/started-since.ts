/** Which processes may have been started since a moment. Linux gives numbers upwards, so only the newest need to be checked. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listNames } from "../runtime/list-names.ts";

export interface Moment {
  /** The number that was given last. */
  last: number;
  /** Processes and threads that were started since the machine was. */
  started: number;
}

/** Returns undefined if the system does not say. */
export function momentNow(proc = "/proc"): Moment | undefined {
  try {
    const last = Number(/(\d+)\s*$/.exec(readFileSync(join(proc, "loadavg"), "latin1"))?.[1]);
    const started = Number(/^processes (\d+)$/m.exec(readFileSync(join(proc, "stat"), "latin1"))?.[1]);
    return last > 0 && started > 0 ? { last, started } : undefined;
  } catch {
    return undefined;
  }
}

/** All of them where numbers may have begun anew since, or nothing is known of the moment. */
export function processesSince(moment: Moment | undefined, proc = "/proc"): number[] {
  const all = listNames(proc).map(Number).filter(Number.isInteger);
  const now = moment && momentNow(proc);
  if (!moment || !now || now.last < moment.last) return all;
  // Starts that come close to the number of numbers may have gone around.
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
