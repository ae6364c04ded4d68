/** Uses Landlock, the kernel's access control for files, ports and signals. It applies to a process and its descendants. */
import { type Call, CLOSE_ALL, FIRST_HANDLE } from "./starter.ts";

/** The allowed paths. Folders include everything below them, and a path that doesn't exist is ignored. */
export interface LandlockRules {
  read: readonly string[];
  write: readonly string[];
  /** Programs that may be started and read. */
  execute: readonly string[];
  /** TCP ports, or "any" if none was declared. */
  connect: readonly number[] | "any";
  /**
   * Allows truncation where reading is allowed. The kernel would check this on each open for every parent folder, which makes a
   * search a tenth slower. It is only set for our own program, which never calls `truncate`.
   */
  quick?: boolean;
}

const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;
const ASK_VERSION = 1;
const RULE_PATH = 1;
const RULE_PORT = 2;
/** Only a path, without access to the content. */
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

/** The number of file rights in each version: moves were added in 2, truncation in 3, device control in 5. */
const FILE_RIGHTS = [0n, 13n, 14n, 15n, 15n, 16n] as const;
const ABI_OF_TCP = 4;
export const ABI_OF_SCOPES = 6;
/** In older versions a file that is already open could be truncated, so protection isn't promised there. */
export const ABI_OF_TRUNCATION = 3;

/** Run by the starter, which exits with the kernel's Landlock version, or with an error if it is missing. */
export const VERSION_CALLS: readonly Call[] = [{ call: CREATE_RULESET, args: [0, 0, ASK_VERSION], mode: "exit" }];

/** The first descriptors that are free after closing all others. */
const [RULES, OPENED] = [FIRST_HANDLE, FIRST_HANDLE + 1];

/** Confines the calling process permanently (with no_new_privs) and closes all but the standard streams. */
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

/** A path that can't be opened or used in a rule remains inaccessible. */
function allow(paths: readonly string[], rights: bigint): Call[] {
  const beneath = pathRule(rights);
  // These apply to the file itself. A folder has more.
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
