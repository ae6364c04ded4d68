/** What the starter is ordered to do before it becomes a program: end with its host, lose its rights, be known by its mark. */
import type { Kernel } from "./kernel.ts";
import { landlockCalls } from "./landlock.ts";
import type { Confines } from "./reach.ts";
import { filterCall, GIVE_UP_PRIVILEGES } from "./seccomp.ts";
import { type Call, orderWords } from "./starter.ts";

const SET_PARENT_DEATH_SIGNAL = 1;
const SIGKILL = 9;
const SIGPIPE = 13;
/** Nobody has asked the kernel to look at it for decades: free to carry a number, which the filter forbids to change. */
const FILE_LOCKS_LIMIT = 10;

/** The words before the program's own arguments; the program's path, which they end with, is among them. */
export function starterWords(
  kernel: Kernel,
  program: string,
  { net, writes, ...reach }: Confines,
  first: readonly Call[] = [],
): string[] {
  const calls: Call[] = [
    { call: "prctl", args: [SET_PARENT_DEATH_SIGNAL, SIGKILL, 0, 0, 0] },
    ...first,
    GIVE_UP_PRIVILEGES,
    ...landlockCalls(kernel.version, reach),
    filterCall(kernel.filter({ net, metadata: writes })),
  ];
  const complaint = `The system did not confine or did not start ${program}`;
  return [...orderWords(calls, complaint, process.arch), program];
}

/** For a stranger's program: its mark in a limit, and no ignored broken pipes, which it would inherit from a runtime. */
export function markedCalls(mark: string): Call[] {
  const limits = new BigUint64Array([BigInt(mark), BigInt(mark)]);
  return [
    { call: "rt_sigaction", args: [SIGPIPE, new Uint8Array(32), 0, 8] },
    { call: "prlimit64", args: [0, FILE_LOCKS_LIMIT, new Uint8Array(limits.buffer), 0], mode: "must" },
  ];
}
