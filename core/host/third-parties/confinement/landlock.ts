/** Landlock: the kernel's own list of what a thread, and every process it starts from then on, may reach of files, ports and signals. */
import { statSync } from "node:fs";
import type { Native } from "../../runtime/native.ts";
import { numberOf } from "./syscalls.ts";

/** What may be reached. Folders count with all that is beneath them; what does not exist is left out. */
export interface Reach {
  read: readonly string[];
  write: readonly string[];
  /** Programs that may be started; they can be read too. */
  execute: readonly string[];
  /** TCP ports that may be connected to; "any" where the declaration names no port. */
  connect: readonly number[] | "any";
}

const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;
const ASK_VERSION = 1;
const RULE_PATH = 1;
const RULE_PORT = 2;
/** Opens a name without access to what is behind it. The runtimes' own `open` would not do: not all give the kernel's numbers. */
const O_PATH = 0x200000;
const O_CLOEXEC = 0x80000;
const FROM_HERE = -100;

const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIRECTORY = 1n << 3n;
const MAKE_CHARACTER_DEVICE = 1n << 6n;
const MAKE_BLOCK_DEVICE = 1n << 11n;
const TRUNCATE = 1n << 14n;
const IOCTL_DEVICE = 1n << 15n;
const CONNECT_TCP = 2n;
const BOTH_TCP = 3n;
const BOTH_SCOPES = 3n;

/** How many rights over files each version of the kernel's interface knows: 2 added moves, 3 truncation, 5 device control. */
const FILE_RIGHTS = [0n, 13n, 14n, 15n, 15n, 16n] as const;
export const ABI_OF_TCP = 4;
export const ABI_OF_SCOPES = 6;
/** Before it what was open for writing elsewhere could be cut: no promise about writes is made. */
export const ABI_OF_TRUNCATION = 3;

/** The version that the kernel has, 0 where it has none or it is switched off. */
export function landlockVersion(native: Native): number {
  return Math.max(0, native.call(CREATE_RULESET, 0, 0, ASK_VERSION));
}

/** Confines the calling thread, which has given up new privileges before, for good. False where the kernel refuses. */
export function restrictThread(native: Native, reach: Reach): boolean {
  const version = landlockVersion(native);
  if (version === 0) return false;
  const files = (1n << FILE_RIGHTS[Math.min(version, FILE_RIGHTS.length - 1)]!) - 1n;
  const attributes = new BigUint64Array([
    files,
    version >= ABI_OF_TCP ? (reach.connect === "any" ? BOTH_TCP & ~CONNECT_TCP : BOTH_TCP) : 0n,
    version >= ABI_OF_SCOPES ? BOTH_SCOPES : 0n,
  ]);
  const bytes = new Uint8Array(attributes.buffer);
  const size = version >= ABI_OF_SCOPES ? 24 : version >= ABI_OF_TCP ? 16 : 8;
  const rules = native.call(CREATE_RULESET, bytes, size, 0);
  if (rules < 0) return false;
  try {
    const allow = (paths: readonly string[], rights: bigint) =>
      paths.every((path) => allowPath(native, rules, path, rights & files));
    const readable = READ_FILE | READ_DIRECTORY;
    const writable = files & ~(EXECUTE | MAKE_CHARACTER_DEVICE | MAKE_BLOCK_DEVICE | IOCTL_DEVICE);
    const added =
      allow(reach.read, readable) &&
      allow(reach.execute, readable | EXECUTE) &&
      allow(reach.write, writable) &&
      (version < ABI_OF_TCP ||
        reach.connect === "any" ||
        reach.connect.every((port) => allowPort(native, rules, port)));
    return added && native.call(RESTRICT_SELF, rules, 0) === 0;
  } finally {
    close(native, rules);
  }
}

function allowPath(native: Native, rules: number, path: string, rights: bigint): boolean {
  const open = numberOf("openat", process.arch)!;
  const handle = native.call(open, FROM_HERE, Buffer.from(`${path}\0`), O_PATH | O_CLOEXEC, 0);
  if (handle < 0) return true;
  try {
    // Of what is no folder only these can be granted.
    const grantable = statSync(`/proc/self/fd/${handle}`).isDirectory()
      ? rights
      : rights & (EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEVICE);
    const rule = new DataView(new ArrayBuffer(12));
    rule.setBigUint64(0, grantable, true);
    rule.setInt32(8, handle, true);
    return native.call(ADD_RULE, rules, RULE_PATH, new Uint8Array(rule.buffer), 0) === 0;
  } finally {
    close(native, handle);
  }
}

function close(native: Native, handle: number): void {
  native.call(numberOf("close", process.arch)!, handle);
}

function allowPort(native: Native, rules: number, port: number): boolean {
  const rule = new BigUint64Array([CONNECT_TCP, BigInt(port)]);
  return native.call(ADD_RULE, rules, RULE_PORT, new Uint8Array(rule.buffer), 0) === 0;
}
