/** Processor time, user and system, in milliseconds: of a program from start to end, and of a server with the programs that it ended. */
import { readdirSync, readFileSync } from "node:fs";
import { environment } from "../jig.ts";

/** What `sysconf(_SC_CLK_TCK)` is wherever Linux runs. */
const TICKS_PER_SECOND = 100;
/** Where `man 5 proc` counts utime and cutime, from the field after the name; the system's time follows each. */
const OWN_USER = 11;
const ENDED_USER = 13;

export const hasProcessorTimes = process.platform === "linux";

/** Runs a program to its end, its output to /dev/null. Children that it waited for count. */
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
 * So far, of all threads that live and all children that ended: the latter in steps of 10 ms, so take it over many calls. Threads that
 * ended are missing, as those that parsed a new index.
 */
export function timeOfServer(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + timeOfThread(pid, thread), 0);
  const { ended } = ticksOf(pid);
  return threads + (ended * 1000) / TICKS_PER_SECOND;
}

/** So far, of all threads and all children that ended, in steps of 10 ms. */
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

/** So far, of the thread that answers. */
export function timeOfMainThread(pid: number): number {
  return timeOfThread(pid, String(pid));
}

function timeOfThread(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0; // It ended meanwhile.
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
