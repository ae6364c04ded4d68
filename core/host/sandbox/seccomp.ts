/** Compiles the table of allowed calls into a seccomp filter. */
import {
  type AllowedCall,
  allowedCalls,
  type Check,
  type Grants,
  NEWEST_CALL,
  UNAVAILABLE,
  WITHOUT_NET,
} from "./allowed-calls.ts";
import type { Call } from "./starter.ts";
import { numberOf, type SystemCallName } from "./syscalls.ts";

export interface FilterOptions extends Grants {
  arch: string;
}

const EPERM = 1;
const EACCES = 13;
const ENOSYS = 38;

const AUDIT_ARCH: Record<string, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const [LOAD, AND, EQUAL, ABOVE, AT_LEAST, RETURN] = [0x20, 0x54, 0x15, 0x25, 0x35, 0x06];
const [ALLOW, KILL, ERROR] = [0x7fff0000, 0x80000000, 0x00050000];
const [AT_NUMBER, AT_ARCH, AT_ARGS] = [0, 4, 16];
const MAX_INSTRUCTIONS = 4096;

type Instruction = [code: number, yes: number, no: number, value: number];

const refusal = (error: number): Instruction => [RETURN, 0, 0, ERROR | error];

/** Returns undefined for architectures that aren't supported. */
export function filterProgram(options: FilterOptions): Uint8Array | undefined {
  const arch = AUDIT_ARCH[options.arch];
  if (arch === undefined) return undefined;
  const program: Instruction[] = [
    [LOAD, 0, 0, AT_ARCH],
    [EQUAL, 1, 0, arch],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, AT_NUMBER],
    // Newer calls and the x32 ABI.
    [ABOVE, 0, 1, NEWEST_CALL],
    refusal(ENOSYS),
  ];
  const judge = (names: readonly SystemCallName[], verdict: readonly Instruction[]) => {
    for (const name of names) {
      const number = numberOf(name, options.arch);
      if (number !== undefined) program.push([EQUAL, 0, verdict.length, number], ...verdict);
    }
  };
  // Calls with argument checks come first. All others are always allowed, which the kernel caches.
  const calls = allowedCalls(options);
  for (const call of calls) if (call.only) judge(call.names, checked(call));
  const free = calls.flatMap(({ names, only }) => (only ? [] : names.map((name) => numberOf(name, options.arch))));
  for (const [first, last] of rangesOf(free.filter((each) => each !== undefined))) {
    program.push([AT_LEAST, 0, 2, first], [ABOVE, 1, 0, last], [RETURN, 0, 0, ALLOW]);
  }
  judge(UNAVAILABLE, [refusal(ENOSYS)]);
  judge(WITHOUT_NET, [refusal(EACCES)]);
  program.push(refusal(EPERM));
  if (program.length > MAX_INSTRUCTIONS) return undefined;
  return encoded(program);
}

/** Merges consecutive numbers, because the kernel runs the filter for each number when it is installed. */
function rangesOf(numbers: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && number <= range[1] + 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/** All checks follow each other, and then it returns. */
function checked({ only = [], error = EPERM }: AllowedCall): Instruction[] {
  const refuse = refusal(error);
  return [...only.flatMap((check) => [...loaded(check), ...compared(check), refuse]), [RETURN, 0, 0, ALLOW]];
}

function loaded({ arg, mask, half }: Check): Instruction[] {
  const load: Instruction = [LOAD, 0, 0, AT_ARGS + 8 * arg + (half ? 4 : 0)];
  return mask === undefined ? [load] : [load, [AND, 0, 0, mask]];
}

/** Skips an instruction if the check passes. */
function compared({ values, atMost, except }: Check): Instruction[] {
  if (atMost !== undefined) return [[ABOVE, 0, 1, atMost]];
  if (except !== undefined) return [[EQUAL, 0, 1, except]];
  const known = values ?? [];
  return known.map((value, at) => [EQUAL, known.length - at, 0, value]);
}

/** In little-endian order, the code and the jumps are followed by the value. */
function encoded(program: readonly Instruction[]): Uint8Array {
  const words = new Uint32Array(program.length * 2);
  let at = 0;
  for (const [code, yes, no, value] of program) {
    words[at++] = code | (yes << 16) | (no << 24);
    words[at++] = value;
  }
  return new Uint8Array(words.buffer);
}

const NO_NEW_PRIVILEGES = 38;
const SET_SECCOMP = 22;
const FILTER_MODE = 2;

/** Sets no_new_privs, so that from here on no program gets more rights than its parent. */
export const GIVE_UP_PRIVILEGES: Call = { call: "prctl", args: [NO_NEW_PRIVILEGES, 1, 0, 0, 0], mode: "must" };

/** Installs the filter, which can't be removed. */
export function filterCall(program: Uint8Array): Call {
  const header = (place: (bytes: Uint8Array) => number) => {
    const bytes = new DataView(new ArrayBuffer(16));
    bytes.setUint16(0, program.length / 8, true);
    bytes.setBigUint64(8, BigInt(place(program)), true);
    return place(new Uint8Array(bytes.buffer));
  };
  return { call: "prctl", args: [SET_SECCOMP, FILTER_MODE, header, 0, 0], mode: "must" };
}
