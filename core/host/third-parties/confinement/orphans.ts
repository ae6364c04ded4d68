/**
 * Processes that leave their parent to hide: this process makes itself the one to whom the system hands them, and ends them.
 * All that it starts carries a mark that the filter forbids to change, for whoever tidies up after a host that was killed.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Native } from "../../runtime/native.ts";
import { numberOf } from "./syscalls.ts";

const SET_CHILD_SUBREAPER = 36;
const BY_PID = 1;
const WITHOUT_WAITING = 1;
const ENDED = 4;
const WITHOUT_REAPING = 0x1000000;
const NOT_OF_OTHER_THREADS = 0x20000000;
/** The most bytes in message queues, which no program of ours has and the filter refuses: its limit is free to carry a number. */
const MESSAGE_QUEUE_LIMIT = 12;
const LEAST_MARK = 1 << 16;
/** What is being forked while others are ended. */
const PASSES = 20;

export interface Orphans {
  /** The limit that marks all that this process starts: undefined where it could not be set. */
  mark: number | undefined;
  /** Ends those handed to this process so far. */
  end(): void;
}

export function adoptOrphans(native: Native): Orphans {
  native.call(numberOf("prctl", process.arch)!, SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  return {
    mark: setMark(native),
    end() {
      for (let pass = 0; pass < PASSES; pass++) {
        const found = adopted(native);
        for (const pid of found) endOne(native, pid);
        if (found.length === 0) return;
      }
    },
  };
}

/** The same in every part of this process, and another in one that it starts. */
function setMark(native: Native): number | undefined {
  const call = numberOf("prlimit64", process.arch)!;
  const limits = new BigUint64Array(2);
  const bytes = new Uint8Array(limits.buffer);
  if (native.call(call, 0, MESSAGE_QUEUE_LIMIT, 0, bytes) !== 0) return undefined;
  const most = limits[1]! > 0x7fffffffn ? 0x7fffffff : Number(limits[1]);
  if (most <= LEAST_MARK) return undefined;
  const mark = LEAST_MARK + (process.pid % (most - LEAST_MARK));
  limits[0] = BigInt(mark);
  return native.call(call, 0, MESSAGE_QUEUE_LIMIT, bytes, 0) === 0 ? mark : undefined;
}

/**
 * The system hands orphans to the first thread, on which launchers start nothing; what the host itself starts there has
 * passed no filter.
 */
function adopted(native: Native): number[] {
  const own = filtersOf("self");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid)
    .filter((pid) => isOfThisThread(native, Number(pid)) && filtersOf(pid) > own)
    .map(Number);
}

/** Waits for nothing: only says whether this thread could wait for it. */
function isOfThisThread(native: Native, pid: number): boolean {
  const looking = (ENDED | WITHOUT_WAITING | WITHOUT_REAPING | NOT_OF_OTHER_THREADS) >>> 0;
  return native.call(numberOf("waitid", process.arch)!, BY_PID, pid, 0, looking, 0) === 0;
}

function parentOf(pid: string): number {
  return Number(
    textOf(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ")[1],
  );
}

function endOne(native: Native, pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended, and waits to be let go.
  }
  native.call(numberOf("wait4", process.arch)!, pid, 0, WITHOUT_WAITING, 0);
}

function filtersOf(pid: string): number {
  return Number(/^Seccomp_filters:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
