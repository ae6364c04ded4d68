/** Landlock: the kernel's own list of what a process, and every process it starts from then on, may reach of files, ports and signals. */
import type { Call } from "./starter.ts";

/** What may be reached. Folders count with all that is beneath them; what does not exist is left out. */
export interface LandlockRules {
  read: readonly string[];
  write: readonly string[];
  /** Programs that may be started; they can be read too. */
  execute: readonly string[];
  /** TCP ports that may be connected to; "any" where the declaration names no port. */
  connect: readonly number[] | "any";
  /**
   * For our own program that knows no `truncate`: it may do that where it may read. At each open the kernel asks whether that is
   * allowed too, and where it is not goes through all folders above, which costs a search a tenth of its time.
   */
  quick?: boolean;
}

const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;
const ASK_VERSION = 1;
const RULE_PATH = 1;
const RULE_PORT = 2;
const CLOSE_RANGE = 436;
const ALL_HANDLES = 0xffffffff;
/** Opens a name without access to what is behind it. */
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
const ABI_OF_TCP = 4;
export const ABI_OF_SCOPES = 6;
/** Before it what was open for writing elsewhere could be cut: no promise about writes is made. */
export const ABI_OF_TRUNCATION = 3;

/** By the starter, whose exit code it is: the version that the kernel has; an error where it has none or it is switched off. */
export const VERSION_CALLS: readonly Call[] = [{ call: CREATE_RULESET, args: [0, 0, ASK_VERSION], mode: "exit" }];

/** The first that are free once all others are closed. */
const [RULES, OPENED] = [3, 4];

/** Confine who makes them, which has given up new privileges before, for good; they close all but the standard streams. */
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
    { call: CLOSE_RANGE, args: [RULES, ALL_HANDLES, 0], mode: "must" },
    { call: CREATE_RULESET, args: [new Uint8Array(attributes.buffer), size, 0], mode: "must" },
    ...allow(rules.read, readable & files),
    ...allow(rules.execute, (readable | EXECUTE) & files),
    ...allow(rules.write, writable),
    ...ports.map((port): Call => ({ call: ADD_RULE, args: [RULES, RULE_PORT, portRule(port), 0], mode: "must" })),
    { call: RESTRICT_SELF, args: [RULES, 0], mode: "must" },
    { call: "close", args: [RULES] },
  ];
}

/** What cannot be opened, or is of no use in a rule, cannot be reached. */
function allow(paths: readonly string[], rights: bigint): Call[] {
  const beneath = pathRule(rights);
  // Of what is no folder only these can be granted; of a folder they are granted already.
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
