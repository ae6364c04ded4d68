/** Processor time in ms (user and system): of a program run, and of a server including child processes that exited. */
import { readdirSync, readFileSync } from "node:fs";
import { environment } from "../jig.ts";

/** Value of `sysconf(_SC_CLK_TCK)` on Linux. */
const TICKS_PER_SECOND = 100;
/** Indexes of utime and cutime in /proc/pid/stat, counted from the field after the name. System time is next to each. */
const OWN_USER = 11;
const ENDED_USER = 13;

export const hasProcessorTimes = process.platform === "linux";

/** Includes children the program has waited for. Output goes to /dev/null. */
export function timeOfRun(command: readonly string[], cwd: string): number {
  const { resourceUsage, signalCode } = Bun.spawnSync([...command], {
    cwd,
    env: environment(),
    stdin: "ignore",
    stdout: Bun.file("/dev/null"),
    stderr: "ignore",
  });
  if (signalCode) throw new Error(`${command[0]} was ended by ${signalCode}`);
  return Number(resourceUsage.cpuTime.total) / 1000;
}

/**
 * All live threads and finished children. The latter have a resolution of 10 ms, so measure many calls. Finished threads, such as
 * parsers, aren't included.
 */
export function timeOfServer(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + timeOfThread(pid, thread), 0);
  const { ended } = ticksOf(pid);
  return threads + (ended * 1000) / TICKS_PER_SECOND;
}

/** All threads and finished children, with a resolution of 10 ms. */
export function timeOfProcess(pid: number): number {
  const { own, ended } = ticksOf(pid);
  return ((own + ended) * 1000) / TICKS_PER_SECOND;
}

function ticksOf(pid: number): { own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const both = (at: number) => Number(fields[at]) + Number(fields[at + 1]);
  return { own: both(OWN_USER), ended: both(ENDED_USER) };
}

export function timeOfMainThread(pid: number): number {
  return timeOfThread(pid, String(pid));
}

function timeOfThread(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0; // The process has exited.
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
