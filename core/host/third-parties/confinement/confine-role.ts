/**
 * The role of a process that confines itself and then becomes another program, which is so confined from its first
 * instruction, with all that it starts. A thread of the host that did so would take others with it: the runtimes start
 * the threads that they share from whichever thread first needs them.
 */
import { loadNative, type Native } from "../../runtime/native.ts";
import { type Reach, restrictThread } from "./landlock.ts";
import { type FilterOptions, filterProgram, filterThread, giveUpPrivileges } from "./seccomp.ts";
import { numberOf } from "./syscalls.ts";

export interface ConfineOrder {
  reach: Reach;
  filter: FilterOptions;
  /** By which all that the program starts is known. */
  mark: string;
  /** Where the program starts. */
  cwd: string;
  /** Variables that only the program gets: for the process that confines they would mean something else. */
  env?: Record<string, string>;
}

/** What a shell says where a program cannot be run. */
export const CANNOT_RUN = 126;
const SET_PARENT_DEATH_SIGNAL = 1;
const SIGKILL = 9;
const SIGPIPE = 13;
/** Nobody has asked the kernel to look at it for decades: free to carry a number, which the filter forbids to change. */
const FILE_LOCKS_LIMIT = 10;

/** Returns only where it failed, and gives the reason. */
export function confineAndBecome(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const [order = "", program = "", ...args] = words;
  const native = loadNative();
  try {
    if (native) become(native, JSON.parse(order) as ConfineOrder, [program, ...args], environment);
  } catch (error) {
    return `${program} was not started: ${error instanceof Error ? error.message : String(error)}`;
  }
  return `The system did not confine ${program}, so it was not started`;
}

/** Comes back only where some step failed. */
function become(
  native: Native,
  { reach, filter, mark, cwd, env }: ConfineOrder,
  command: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const { arch } = process;
  const program = filterProgram(filter);
  process.chdir(cwd);
  native.call(numberOf("prctl", arch)!, SET_PARENT_DEATH_SIGNAL, SIGKILL, 0, 0, 0);
  resetSignal(native, SIGPIPE);
  if (!program || !setMark(native, BigInt(mark))) return;
  if (!giveUpPrivileges(native) || !restrictThread(native, reach) || !filterThread(native, program)) return;
  const kept: Uint8Array[] = [];
  const list = (texts: readonly string[]) => {
    const strings = texts.map((text) => Buffer.from(`${text}\0`));
    kept.push(...strings);
    return new Uint8Array(new BigUint64Array([...strings.map((each) => native.addressOf(each)), 0n]).buffer);
  };
  const variables = Object.entries({ ...environment, ...env }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${value}`,
  );
  const [path, argv, envp] = [Buffer.from(`${command[0]}\0`), list(command), list(variables)];
  native.call(numberOf("execve", arch)!, path, argv, envp);
  // Only where that failed; until then nothing of these may be let go.
  kept.push(path, argv, envp);
}

/** In the limit that is in force; the greatest stays. */
function setMark(native: Native, mark: bigint): boolean {
  const call = numberOf("prlimit64", process.arch)!;
  const limits = new BigUint64Array(2);
  const bytes = new Uint8Array(limits.buffer);
  if (native.call(call, 0, FILE_LOCKS_LIMIT, 0, bytes) !== 0) return false;
  limits[0] = mark;
  return native.call(call, 0, FILE_LOCKS_LIMIT, bytes, 0) === 0;
}

/** Runtimes ignore broken pipes, and a program would inherit that. */
function resetSignal(native: Native, signal: number): void {
  native.call(numberOf("rt_sigaction", process.arch)!, signal, new Uint8Array(32), 0, 8);
}
