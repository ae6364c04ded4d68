/** Everything that the starter does before turning into a program: arrange to exit with the host, drop privileges, carry the mark. */
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
/** RLIMIT_LOCKS is obsolete and does nothing, which makes it a good place for the mark. The filter keeps programs from changing it. */
const FILE_LOCKS_LIMIT = 10;
const OPEN_FILES_LIMIT = 7;
/** The maximum number of open files. It matters because the buffers of pipes and sockets don't belong to any process. */
const MAX_OPEN_FILES = "4096";
const SET_SUBREAPER = 36;
const DROP_CAPABILITY = 24;
/** This is above the newest capability of Linux. */
const CAPABILITIES = 41;
/** Root keeps its capabilities for files, such as chown, which Landlock controls anyway. */
const MAX_KEPT_CAPABILITY = 4;

interface StartedProgram extends Place {
  program: string;
}

interface Place {
  cwd: string;
  /** Replaces `/etc/hosts`. */
  hostsFile: string | undefined;
  group?: ProcessGroup | undefined;
}

/** The arguments of earlier starts. */
export type KnownWords = Map<string, readonly string[]>;

const MAX_KNOWN = 16;
/** A placeholder for the mark in the cache, which no process ever gets. */
const ANY_MARK = "8102938475610293847";
const ANY_LIMIT = hexOf(limitOf(ANY_MARK));

/** Returns the arguments before those of the program, with its path last. All descendants have the mark. */
export function confinedArguments(
  kernel: Kernel,
  { program, ...place }: StartedProgram,
  access: AllowedAccess,
  mark: string,
  known: KnownWords = new Map(),
): string[] {
  const wordsOf = (each: string) => wordsFor(program, confiningCalls(kernel, access, each, place));
  if (place.group) return wordsOf(mark);
  // If the access and the folders on disk are equal, two starts only differ in the mark.
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

/** The order is important, because each call limits those that follow. */
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

/** Same for jig's own programs. They are not hostile, so we can do without a filter, which slows down every system call. */
export function readerArguments(kernel: Kernel, program: string, rules: LandlockRules): string[] {
  return wordsFor(program, [GIVE_UP_PRIVILEGES, ...landlockCalls(kernel.version, rules)]);
}

function wordsFor(program: string, confine: readonly Call[]): string[] {
  const calls: Call[] = [{ call: "prctl", args: [SET_PARENT_DEATH_SIGNAL, SIGKILL, 0, 0, 0] }, ...confine];
  const failure = `The system could not confine or start ${program}`;
  return [...encodeCalls(calls, failure, process.arch), program];
}

/**
 * Set the mark (as a resource limit), few open files, and default handling of SIGPIPE, since runtimes ignore it and that
 * would be inherited. We also become the parent of orphans so that they count. As root, only rights for files are kept.
 */
function markedCalls(mark: string): Call[] {
  const beyondFiles = Array.from({ length: CAPABILITIES }, (_, at) => at).filter((at) => at > MAX_KEPT_CAPABILITY);
  return [
    { call: "rt_sigaction", args: [SIGPIPE, new Uint8Array(32), 0, 8] },
    { call: "prlimit64", args: [0, FILE_LOCKS_LIMIT, limitOf(mark), 0], mode: "must" },
    // This fails if it is lower already.
    { call: "prlimit64", args: [0, OPEN_FILES_LIMIT, limitOf(MAX_OPEN_FILES), 0] },
    { call: "prctl", args: [SET_SUBREAPER, 1, 0, 0, 0] },
    ...beyondFiles.map((capability): Call => ({ call: "prctl", args: [DROP_CAPABILITY, capability, 0, 0, 0] })),
  ];
}
