/** Landlock, the kernel's access list of files, ports and signals for a process and its descendants. */
import { type Call, CLOSE_ALL, FIRST_HANDLE } from "./starter.ts";

/** Allowed paths. A folder includes everything below it. Missing paths are ignored. */
export interface LandlockRules {
  read: readonly string[];
  write: readonly string[];
  /** Programs that may be started. They can also be read. */
  execute: readonly string[];
  /** TCP ports to connect to, or "any" if the declaration has no port. */
  connect: readonly number[] | "any";
  /**
   * Allows truncation along with reading. Only for our own program, which never calls `truncate`. Otherwise the kernel would check
   * it on every open for all parent folders, which costs a search a tenth of its time.
   */
  quick?: boolean;
}

const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;
const ASK_VERSION = 1;
const RULE_PATH = 1;
const RULE_PORT = 2;
/** Opens a path without access to its content (O_PATH). */
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

/** The number of file rights in each version of the interface. Version 2 added moves, 3 truncation, and 5 device control. */
const FILE_RIGHTS = [0n, 13n, 14n, 15n, 15n, 16n] as const;
const ABI_OF_TCP = 4;
export const ABI_OF_SCOPES = 6;
/** Before this version, files that were opened for writing in another way could be truncated, so we don't promise write protection. */
export const ABI_OF_TRUNCATION = 3;

/** Run by the starter. The exit code is the kernel's Landlock version, or an error if Landlock is missing or turned off. */
export const VERSION_CALLS: readonly Call[] = [{ call: CREATE_RULESET, args: [0, 0, ASK_VERSION], mode: "exit" }];

/** The first free handles once all others are closed. */
const [RULES, OPENED] = [FIRST_HANDLE, FIRST_HANDLE + 1];

/** Calls that permanently confine the calling process, which must have set no_new_privs. They close all handles except the standard streams. */
export function landlockCalls(version: number, rules: LandlockRules): Call[] {
  const files = (1n << FILE_RIGHTS[Math.min(version, FILE_RIGHTS.length - 1)]!) - 1n;
  const attributes = new BigUint64Array([
    files,
    version >= ABI_OF_TCP ? (rules.connect === "any" ? BOTH_TCP & ~CONNECT_TCP : BOTH_TCP) : 0n,
    version >= ABI_OF_SCOPES ? BOTH_SCOPES : 0n,
  ]);
  const size = version >= ABI_OF_SCOPES ? 24 : version >= ABI_OF_TCP ? 16 : 8;
  const readable = READ_FILE | READ_DIRECTORY | (rules.quick ? TRUNCATE : 0n);
  const writable = files & ~(EXECUTE | MAKE_CHARACTER_DEVICE | MAKE_BLOCK_DEVICE | IOCTL_DEVICE);
  const ports = version < ABI_OF_TCP || rules.connect === "any" ? [] : rules.connect;
  return [
    CLOSE_ALL,
    { call: CREATE_RULESET, args: [new Uint8Array(attributes.buffer), size, 0], mode: "must" },
    ...allow(rules.read, readable & files),
    ...allow(rules.execute, (readable | EXECUTE) & files),
    ...allow(rules.write, writable),
    ...ports.map((port): Call => ({ call: ADD_RULE, args: [RULES, RULE_PORT, portRule(port), 0], mode: "must" })),
    { call: RESTRICT_SELF, args: [RULES, 0], mode: "must" },
    { call: "close", args: [RULES] },
  ];
}

/** Paths that can't be opened or used in a rule stay inaccessible. */
function allow(paths: readonly string[], rights: bigint): Call[] {
  const beneath = pathRule(rights);
  // Rights that apply to a file. The rule for a folder has more.
  const itself = pathRule(rights & (EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEVICE));
  return paths.flatMap((path): Call[] => [
    { call: "openat", args: [FROM_HERE, Buffer.from(`${path}\0`), O_PATH | O_CLOEXEC, 0], mode: "opens" },
    { call: ADD_RULE, args: [RULES, RULE_PATH, beneath, 0] },
    { call: ADD_RULE, args: [RULES, RULE_PATH, itself, 0] },
    { call: "close", args: [OPENED] },
  ]);
}

function pathRule(rights: bigint): Uint8Array {
  const rule = new DataView(new ArrayBuffer(12));
  rule.setBigUint64(0, rights, true);
  rule.setInt32(8, OPENED, true);
  return new Uint8Array(rule.buffer);
}

function portRule(port: number): Uint8Array {
  return new Uint8Array(new BigUint64Array([CONNECT_TCP, BigInt(port)]).buffer);
}
