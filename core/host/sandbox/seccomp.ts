/** The filter of system calls: what Landlock does not speak of, refused to a process and every process it starts from then on. */
import type { Call } from "./starter.ts";
import { numberOf, type SystemCallName } from "./syscalls.ts";

export interface FilterOptions {
  arch: string;
  /** May have sockets for connections of the Internet; never local ones, which Landlock cannot tell apart. */
  net: boolean;
  /** May change times, modes and the like of files that it has open; by name it may not, for names lead anywhere. */
  metadata: boolean;
  /** The kernel's Landlock does not know truncation by name. */
  truncation: boolean;
}

const EPERM = 1;
const EACCES = 13;
const ENOSYS = 38;

/** What an argument's lower (or upper) half may be, under a mask: anything else is refused. */
interface Only {
  arg: number;
  mask?: number;
  half?: "upper";
  values: readonly number[];
}

interface Rule {
  names: readonly SystemCallName[];
  error: number;
  /** Without it every call is refused. */
  only?: readonly Only[];
  /** Refused for these values alone. */
  never?: { arg: number; values: readonly number[] };
}

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
const SOCK_TYPE = 0xf;
const [ANY_PROTOCOL, TCP, UDP] = [0, 6, 17];
const TCP_FASTOPEN_CONNECT = 30;
const MSG_FASTOPEN = 0x20000000;
/** New namespaces of any kind. */
const CLONE_NEW = 0x7e020000;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

const itself = (arg: number): Only[] => [{ arg, values: [0] }];
const absent = (arg: number): Only[] => [
  { arg, values: [0] },
  { arg, half: "upper", values: [0] },
];

const ALWAYS: readonly Rule[] = [
  // Programs fall back on calls whose arguments a filter can see.
  { names: ["clone3", "io_uring_setup", "io_uring_enter", "io_uring_register"], error: ENOSYS },
  { names: ["clone"], error: EPERM, only: [{ arg: 0, mask: CLONE_NEW, values: [0] }] },
  {
    names: [
      ...(["ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp", "process_madvise"] as const),
      ...(["process_mrelease", "migrate_pages", "move_pages", "perf_event_open", "bpf", "userfaultfd"] as const),
      ...(["add_key", "request_key", "keyctl", "shmget", "shmat", "semget", "msgget", "mq_open"] as const),
      ...(["unshare", "setns", "chroot", "pivot_root", "mount", "umount2", "open_tree", "move_mount"] as const),
      ...(["fsopen", "fspick", "mount_setattr", "open_by_handle_at", "fanotify_init", "quotactl"] as const),
      ...(["quotactl_fd", "init_module", "finit_module", "delete_module", "kexec_load", "swapon"] as const),
      ...(["swapoff", "reboot", "acct", "syslog", "settimeofday", "clock_settime", "adjtimex"] as const),
      ...(["clock_adjtime", "sethostname", "setdomainname", "vhangup", "setrlimit"] as const),
    ],
    error: EPERM,
  },
  // Limits may be read. They are inherited, and one of them tells whose process this is.
  { names: ["prlimit64"], error: EPERM, only: absent(2) },
  { names: ["setpriority", "ioprio_set"], error: EPERM, only: itself(1) },
  {
    names: ["sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"],
    error: EPERM,
    only: itself(0),
  },
  { names: ["ioctl"], error: EPERM, never: { arg: 1, values: [TIOCSTI, TIOCLINUX] } },
  // Pairs of pipes. A datagram socket could send to any name.
  {
    names: ["socketpair"],
    error: EACCES,
    only: [
      { arg: 0, values: [AF_UNIX] },
      { arg: 1, mask: SOCK_TYPE, values: [SOCK_STREAM, SOCK_SEQPACKET] },
    ],
  },
];

const NO_NET: Rule = { names: ["socket", "connect", "bind", "listen", "accept", "accept4"], error: EACCES };

const NET: readonly Rule[] = [
  { names: ["bind", "listen", "accept", "accept4"], error: EACCES },
  {
    names: ["socket"],
    error: EACCES,
    only: [
      { arg: 0, values: [AF_INET, AF_INET6, AF_NETLINK] },
      // Landlock holds TCP to its ports, but not its relatives.
      { arg: 2, values: [ANY_PROTOCOL, TCP, UDP] },
    ],
  },
  // These connect without `connect`.
  { names: ["sendto", "sendmmsg"], error: EACCES, only: [{ arg: 3, mask: MSG_FASTOPEN, values: [0] }] },
  { names: ["sendmsg"], error: EACCES, only: [{ arg: 2, mask: MSG_FASTOPEN, values: [0] }] },
  { names: ["setsockopt"], error: EACCES, never: { arg: 2, values: [TCP_FASTOPEN_CONNECT] } },
];

const BY_NAME = [
  ...([
    "chmod",
    "fchmodat",
    "fchmodat2",
    "chown",
    "lchown",
    "fchownat",
    "setxattr",
    "lsetxattr",
    "setxattrat",
  ] as const),
  ...(["removexattr", "lremovexattr", "removexattrat", "utime", "utimes", "futimesat", "file_setattr"] as const),
];
const BY_HANDLE = ["fchmod", "fchown", "fsetxattr", "fremovexattr", "utimensat"] as const;

function rulesFor({ net, metadata, truncation }: FilterOptions): Rule[] {
  return [
    ...ALWAYS,
    ...(net ? NET : [NO_NET]),
    { names: BY_NAME, error: EPERM },
    metadata ? { names: ["utimensat"], error: EPERM, only: absent(1) } : { names: BY_HANDLE, error: EPERM },
    ...(truncation ? [{ names: ["truncate"], error: EPERM } as const] : []),
  ];
}

const AUDIT_ARCH: Record<string, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Calls of the x32 interface, with numbers of their own. */
const X32 = 0x40000000;
const [LOAD, AND, EQUAL, AT_LEAST, RETURN] = [0x20, 0x54, 0x15, 0x35, 0x06];
const [ALLOW, KILL, ERROR] = [0x7fff0000, 0x80000000, 0x00050000];
const [AT_NUMBER, AT_ARCH, AT_ARGS] = [0, 4, 16];
const MAX_INSTRUCTIONS = 4096;

type Instruction = [code: number, yes: number, no: number, value: number];

/** The program for the kernel; undefined for an architecture whose calls are not known here. */
export function filterProgram(options: FilterOptions): Uint8Array | undefined {
  const arch = AUDIT_ARCH[options.arch];
  if (arch === undefined) return undefined;
  const program: Instruction[] = [
    [LOAD, 0, 0, AT_ARCH],
    [EQUAL, 1, 0, arch],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, AT_NUMBER],
    [AT_LEAST, 0, 1, X32],
    [RETURN, 0, 0, ERROR | ENOSYS],
  ];
  for (const rule of rulesFor(options)) {
    const refuse: Instruction = [RETURN, 0, 0, ERROR | rule.error];
    const judged = judgement(rule, refuse);
    for (const name of rule.names) {
      const number = numberOf(name, options.arch);
      if (number !== undefined) program.push([EQUAL, 0, judged.length, number], ...judged);
    }
  }
  program.push([RETURN, 0, 0, ALLOW]);
  if (program.length > MAX_INSTRUCTIONS) return undefined;
  return encoded(program);
}

/** What is done with a call of the rule's; it always returns. */
function judgement({ only, never }: Rule, refuse: Instruction): Instruction[] {
  const allow: Instruction = [RETURN, 0, 0, ALLOW];
  if (never) {
    const tests = never.values.map((value, at): Instruction => [EQUAL, never.values.length - at, 0, value]);
    return [[LOAD, 0, 0, AT_ARGS + 8 * never.arg], ...tests, allow, refuse];
  }
  if (!only) return [refuse];
  const checks = only.flatMap(({ arg, mask, half, values }): Instruction[] => [
    [LOAD, 0, 0, AT_ARGS + 8 * arg + (half ? 4 : 0)],
    ...(mask === undefined ? [] : [[AND, 0, 0, mask] as Instruction]),
    ...values.map((value, at): Instruction => [EQUAL, values.length - at, 0, value]),
    refuse,
  ]);
  return [...checks, allow];
}

/** A word for the code and where to go on, one for the value; both architectures have the least byte first. */
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

/** For who makes it and all that it starts: no program that runs with more rights than who started it. */
export const GIVE_UP_PRIVILEGES: Call = { call: "prctl", args: [NO_NEW_PRIVILEGES, 1, 0, 0, 0], mode: "must" };

/** Puts the filter before who makes the call, for good. */
export function filterCall(program: Uint8Array): Call {
  const header = (place: (bytes: Uint8Array) => number) => {
    const bytes = new DataView(new ArrayBuffer(16));
    bytes.setUint16(0, program.length / 8, true);
    bytes.setBigUint64(8, BigInt(place(program)), true);
    return place(new Uint8Array(bytes.buffer));
  };
  return { call: "prctl", args: [SET_SECCOMP, FILTER_MODE, header, 0, 0], mode: "must" };
}
