/** The starter's steps before it becomes a program: end with the host, drop privileges, carry the mark. */
import { existsSync } from "node:fs";
import { type AllowedAccess, DEVICES } from "./allowed-access.ts";
import type { Kernel } from "./kernel.ts";
import { type LandlockRules, landlockCalls } from "./landlock.ts";
import { mountCalls } from "./mounts.ts";
import { networkCalls } from "./own-network.ts";
import type { ProcessGroup } from "./process-groups.ts";
import { filterCall, GIVE_UP_PRIVILEGES } from "./seccomp.ts";
import { type Call, encodeCalls } from "./starter.ts";

const SET_PARENT_DEATH_SIGNAL = 1;
const SIGKILL = 9;
const SIGPIPE = 13;
/** An obsolete resource limit without effect that carries the mark. The filter forbids changing it. */
const FILE_LOCKS_LIMIT = 10;
const OPEN_FILES_LIMIT = 7;
/** Maximum open files, because buffers of pipes and sockets belong to no process. */
const MAX_OPEN_FILES = "4096";
const SET_SUBREAPER = 36;
const DROP_CAPABILITY = 24;
/** Higher than Linux's newest capability. */
const CAPABILITIES = 41;
/** Root keeps its file capabilities, such as chown and overriding modes, which Landlock confines. */
const MAX_KEPT_CAPABILITY = 4;

interface StartedProgram extends Place {
  program: string;
}

interface Place {
  cwd: string;
  /** In the place of `/etc/hosts`. */
  hostsFile: string | undefined;
  group?: ProcessGroup | undefined;
}

/** Cached arguments of earlier starts. */
export type KnownWords = Map<string, readonly string[]>;

const MAX_KNOWN = 16;
/** Placeholder for the mark in cached arguments. No process gets it. */
const ANY_MARK = "8102938475610293847";
const ANY_LIMIT = hexOf(limitOf(ANY_MARK));

/** For third-party programs: returns the arguments before the program's own, ending with its path. All its descendants carry the mark. */
export function confinedArguments(
  kernel: Kernel,
  { program, ...place }: StartedProgram,
  access: AllowedAccess,
  mark: string,
  known: KnownWords = new Map(),
): string[] {
  const wordsOf = (each: string) => wordsFor(program, confiningCalls(kernel, access, each, place));
  if (place.group) return wordsOf(mark);
  // Two starts with the same access differ only in the mark, as long as the same folders exist.
  const key = JSON.stringify([program, place, access, access.write.map((path) => existsSync(path))]);
  let words = known.get(key);
  if (!words) {
    words = wordsOf(ANY_MARK);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, words);
  }
  if (!words.some((word) => word.includes(ANY_LIMIT))) return wordsOf(mark);
  const limit = hexOf(limitOf(mark));
  return words.map((word) => word.replace(ANY_LIMIT, limit));
}

function limitOf(value: string): Uint8Array {
  return new Uint8Array(new BigUint64Array([BigInt(value), BigInt(value)]).buffer);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** The order matters: each call restricts later ones. */
export function confiningCalls(
  kernel: Kernel,
  { net, network, writes, protect, ...rules }: AllowedAccess,
  mark: string,
  { cwd, hostsFile, group }: Place,
): Call[] {
  const metadata = kernel.mounts ? "named" : writes ? "open" : "none";
  const filter = filterCall(kernel.filter({ net, metadata }));
  const write = rules.write.filter((path) => !DEVICES.includes(path));
  const replace = hostsFile === undefined ? [] : [{ path: "/etc/hosts", by: hostsFile }];
  const plan = { write, protect, replace, network: network !== undefined, cwd };
  const mounts = kernel.mounts ? mountCalls(plan) : [];
  const ports = network ? networkCalls(network) : [];
  return [
    ...(group?.joins ?? []),
    ...mounts,
    ...ports,
    ...markedCalls(mark),
    GIVE_UP_PRIVILEGES,
    ...landlockCalls(kernel.version, rules),
    filter,
  ];
}

/** For jig's own programs, which are not hostile: restricting files and ports is enough, and a filter would slow every system call. */
export function readerArguments(kernel: Kernel, program: string, rules: LandlockRules): string[] {
  return wordsFor(program, [GIVE_UP_PRIVILEGES, ...landlockCalls(kernel.version, rules)]);
}

function wordsFor(program: string, confine: readonly Call[]): string[] {
  const calls: Call[] = [{ call: "prctl", args: [SET_PARENT_DEATH_SIGNAL, SIGKILL, 0, 0, 0] }, ...confine];
  const failure = `The system did not confine or did not start ${program}`;
  return [...encodeCalls(calls, failure, process.arch), program];
}

/**
 * Its mark in a limit; no ignored broken pipes, which it would inherit from a runtime; few open files; orphans become its own
 * children, and so are counted; as root no right that reaches beyond files.
 */
function markedCalls(mark: string): Call[] {
  const beyondFiles = Array.from({ length: CAPABILITIES }, (_, at) => at).filter((at) => at > MAX_KEPT_CAPABILITY);
  return [
    { call: "rt_sigaction", args: [SIGPIPE, new Uint8Array(32), 0, 8] },
    { call: "prlimit64", args: [0, FILE_LOCKS_LIMIT, limitOf(mark), 0], mode: "must" },
    // Fails if the limit is already lower.
    { call: "prlimit64", args: [0, OPEN_FILES_LIMIT, limitOf(MAX_OPEN_FILES), 0] },
    { call: "prctl", args: [SET_SUBREAPER, 1, 0, 0, 0] },
    ...beyondFiles.map((capability): Call => ({ call: "prctl", args: [DROP_CAPABILITY, capability, 0, 0, 0] })),
  ];
}
