/** What the starter is ordered to do before it becomes a program: end with its host, lose its rights, be known by its mark. */
import type { AllowedAccess } from "./allowed-access.ts";
import type { Kernel } from "./kernel.ts";
import { type LandlockRules, landlockCalls } from "./landlock.ts";
import { filterCall, GIVE_UP_PRIVILEGES } from "./seccomp.ts";
import { type Call, encodeCalls } from "./starter.ts";

const SET_PARENT_DEATH_SIGNAL = 1;
const SIGKILL = 9;
const SIGPIPE = 13;
/** Nobody has asked the kernel to look at it for decades: free to carry a number, which the filter forbids to change. */
const FILE_LOCKS_LIMIT = 10;

/** For a stranger's program: the words before its own arguments, with its path as the last. All that it starts carries the mark. */
export function confinedArguments(
  kernel: Kernel,
  program: string,
  { net, writes, ...rules }: AllowedAccess,
  mark: string,
) {
  const filter = filterCall(kernel.filter({ net, metadata: writes }));
  return wordsFor(program, [...markedCalls(mark), GIVE_UP_PRIVILEGES, ...landlockCalls(kernel.version, rules), filter]);
}

/** For a program of ours, which may be misled and no more: files and ports are enough, and a filter would cost each of its calls. */
export function readerArguments(kernel: Kernel, program: string, rules: LandlockRules): string[] {
  return wordsFor(program, [GIVE_UP_PRIVILEGES, ...landlockCalls(kernel.version, rules)]);
}

function wordsFor(program: string, confine: readonly Call[]): string[] {
  const calls: Call[] = [{ call: "prctl", args: [SET_PARENT_DEATH_SIGNAL, SIGKILL, 0, 0, 0] }, ...confine];
  const failure = `The system did not confine or did not start ${program}`;
  return [...encodeCalls(calls, failure, process.arch), program];
}

/** Its mark in a limit, and no ignored broken pipes, which it would inherit from a runtime. */
function markedCalls(mark: string): Call[] {
  const limits = new BigUint64Array([BigInt(mark), BigInt(mark)]);
  return [
    { call: "rt_sigaction", args: [SIGPIPE, new Uint8Array(32), 0, 8] },
    { call: "prlimit64", args: [0, FILE_LOCKS_LIMIT, new Uint8Array(limits.buffer), 0], mode: "must" },
  ];
}
