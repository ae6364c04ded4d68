/**
 * The system calls that a confined process may make. There is one table for all architectures, with the reason for each entry and
 * its allowed argument values. All other calls are refused. Landlock limits which files can be reached, and this table does the
 * rest: a process may change itself, its open files and its children, but nothing that it shares with other programs.
 */
import type { SystemCallName } from "./syscalls.ts";

/** Checks the lower (or upper) half of an argument under a mask. Allows one of the given values, at most a number, or any number but one. */
export interface Check {
  arg: number;
  mask?: number;
  half?: "upper";
  values?: readonly number[];
  atMost?: number;
  except?: number;
}

export interface AllowedCall {
  names: readonly SystemCallName[];
  reason: string;
  /** All checks must pass. */
  only?: readonly Check[];
  /** The error if a check fails, by default EPERM. */
  error?: number;
}

export interface Grants {
  /** The process may connect within its private network, but never to local sockets, which Landlock cannot distinguish. */
  net: boolean;
  /**
   * The process may change times, modes and the like, either of files that it has open or by any name. Landlock does not
   * check these. Names are only allowed for processes whose other mounts are read-only.
   */
  metadata: "none" | "open" | "named";
  /** True if this kernel's Landlock does not cover truncation by name. */
  truncation: boolean;
}

const EACCES = 13;
const EINVAL = 22;
const ENOTTY = 25;

const is = (arg: number, ...values: number[]): Check => ({ arg, values });
const absent = (arg: number): Check[] => [is(arg, 0), { arg, half: "upper", values: [0] }];
const without = (arg: number, mask: number): Check => ({ arg, mask, values: [0] });
/** Mode bits that make every user run a file with the rights of its owner or group. */
const SET_IDS = 0o6000;
/** Without this, every user could run such a file with the rights of jig's user. */
const plainMode = (arg: number): Check[] => [without(arg, SET_IDS)];

/** New namespaces of any kind. */
const CLONE_NEW = 0x7e020000;
const [AF_UNIX, AF_INET, AF_INET6] = [1, 2, 10];
const SOCKET_TYPE = 0xf;
const [STREAM, SEQUENCED] = [1, 5];
const [ANY_PROTOCOL, TCP, UDP] = [0, 6, 17];
const MSG_FASTOPEN = 0x20000000;
const TCP_FASTOPEN_CONNECT = 30;
/** At any level. Other options with this number are obsolete or a number of attempts. */
const SEND_BUFFER = 7;
const [IP_LEVEL, SOCKET_LEVEL, IPV6_LEVEL] = [0, 1, 41];

/** Requests to terminals, handles and sockets. Others change files that are only open for reading (flags, verity), or the machine. */
const DEVICE_REQUESTS = [
  ...[0x5401, 0x5402, 0x5403, 0x5404, 0x802c542a, 0x402c542b, 0x402c542c, 0x402c542d],
  ...[0x5409, 0x540a, 0x540b, 0x540e, 0x540f, 0x5410, 0x5411, 0x5413, 0x5414, 0x5422, 0x5424, 0x5429],
  ...[0x541b, 0x5421, 0x5450, 0x5451, 0x5452, 0x5460, 0x8905, 0x80045430],
  // Reads file attributes, and makes copies that share blocks with another open file.
  ...[0x80086601, 0x801c581f, 0xc020660b, 0x40049409, 0x4020940d],
];
/** Copies, flags, locks and seals. Excludes leases, signal owners, pipe sizes and hints, which others would notice. */
const HANDLE_COMMANDS = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 16, 36, 37, 38, 1025, 1027, 1030, 1032, 1033, 1034];
/** Options of the process itself. Excludes those that hide it from the host (dumpable), grant rights, or refer to another process. */
const PROCESS_OPTIONS = [
  ...[1, 2, 3, 7, 8, 14, 15, 16, 21, 22, 23, 25, 26, 27, 29, 30, 33, 34, 37, 38, 39, 40, 41, 42],
  ...[50, 51, 52, 53, 54, 55, 56, 60, 61, 63, 64, 65, 66, 74, 75, 76, 0x41555856, 0x53564d41],
];
/** Barriers that only affect the process itself. */
const OWN_BARRIERS = [0, 8, 16, 32, 64, 128, 256];
/** Real-time policies would take the processor away from other programs. */
const FAIR_POLICIES = [0, 3, 5];
const FAIR_IO_CLASSES = [0, 0x4000, 0x6000];
const [SECCOMP_LISTENER, WHOLE_PERSONALITY] = [8, 0xffffffff];
const [OTHER_PROCESS, IO_OF_PROCESS] = [0, 1];

const ALWAYS: readonly AllowedCall[] = [
  {
    reason: "reads and writes open files",
    names: [
      ...([
        "read",
        "write",
        "readv",
        "writev",
        "pread64",
        "pwrite64",
        "preadv",
        "pwritev",
        "preadv2",
        "pwritev2",
      ] as const),
      ...(["lseek", "sendfile", "copy_file_range", "splice", "tee", "fsync", "fdatasync", "sync_file_range"] as const),
      ...([
        "ftruncate",
        "fallocate",
        "fadvise64",
        "readahead",
        "flock",
        "close",
        "close_range",
        "dup",
        "dup2",
        "dup3",
      ] as const),
      ...(["pipe", "pipe2", "select", "pselect6", "poll", "ppoll"] as const),
    ],
  },
  {
    reason: "lists, makes and moves files: Landlock decides which",
    names: [
      ...(["mkdir", "mkdirat", "rmdir", "unlink", "unlinkat"] as const),
      ...(["rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat"] as const),
      ...(["getdents", "getdents64", "chdir", "fchdir", "getcwd", "umask"] as const),
      ...(["landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"] as const),
    ],
  },
  { reason: "makes files, only regular ones", names: ["creat", "mknod"], only: plainMode(1) },
  { reason: "opens files and makes regular ones", names: ["open", "mknodat"], only: plainMode(2) },
  { reason: "opens files and makes regular ones", names: ["openat"], only: plainMode(3) },
  {
    reason: "file metadata: names and sizes are not secret here, contents are",
    names: [
      ...(["stat", "lstat", "fstat", "newfstatat", "statx", "access", "faccessat", "faccessat2"] as const),
      ...(["readlink", "readlinkat", "statfs", "fstatfs", "getxattr", "lgetxattr", "fgetxattr"] as const),
      ...(["listxattr", "llistxattr", "flistxattr", "getxattrat", "listxattrat", "file_getattr"] as const),
    ],
  },
  {
    reason: "its own memory",
    names: [
      ...(["mmap", "mprotect", "munmap", "mremap", "madvise", "brk", "msync", "mincore", "mlock", "mlock2"] as const),
      ...(["munlock", "mlockall", "munlockall", "mseal", "map_shadow_stack", "pkey_alloc", "pkey_free"] as const),
      ...(["pkey_mprotect", "mbind", "set_mempolicy", "get_mempolicy", "set_mempolicy_home_node"] as const),
    ],
  },
  {
    reason: "waits, timers and locks between its own threads",
    names: [
      ...(["futex", "futex_waitv", "futex_wake", "futex_wait", "futex_requeue", "set_robust_list"] as const),
      ...(["rseq", "nanosleep", "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "time"] as const),
      ...(["timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete", "alarm"] as const),
      ...(["getitimer", "setitimer", "timerfd_create", "timerfd_settime", "timerfd_gettime", "eventfd"] as const),
      ...(["eventfd2", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait"] as const),
      ...(["epoll_pwait2", "signalfd", "signalfd4", "inotify_init", "inotify_init1", "inotify_add_watch"] as const),
      ...(["inotify_rm_watch", "restart_syscall", "sched_yield"] as const),
    ],
  },
  {
    reason: "signals: Landlock lets them reach its own processes only",
    names: [
      ...(["rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait"] as const),
      ...(["rt_sigsuspend", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "sigaltstack", "pause"] as const),
      ...(["kill", "tkill", "tgkill", "pidfd_open", "pidfd_send_signal"] as const),
    ],
  },
  {
    reason: "starts programs that Landlock allows, confined in the same way, and waits for them",
    names: [
      ...(["fork", "vfork", "execve", "exit", "exit_group", "wait4", "waitid", "set_tid_address"] as const),
      ...(["setpgid", "getpgid", "getpgrp", "setsid", "getsid", "getpid", "getppid", "gettid"] as const),
    ],
  },
  { reason: "threads and processes, in no namespace of their own", names: ["clone"], only: [without(0, CLONE_NEW)] },
  {
    reason: "asks who it is and where it runs",
    names: [
      ...(["getuid", "geteuid", "getgid", "getegid", "getgroups", "getresuid", "getresgid", "capget"] as const),
      ...(["uname", "sysinfo", "times", "getrusage", "getrlimit", "getrandom", "getcpu", "getpriority"] as const),
      ...(["ioprio_get", "sched_getaffinity", "sched_getscheduler", "sched_getparam", "sched_getattr"] as const),
      ...(["sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "arch_prctl"] as const),
    ],
  },
  { reason: "reads limits; one of them identifies the plugin of this process", names: ["prlimit64"], only: absent(2) },
  {
    reason: "lowers its own priority and never raises it",
    names: ["setpriority"],
    only: [is(0, OTHER_PROCESS), is(1, 0), { arg: 2, atMost: 19 }],
  },
  {
    reason: "sets its own disk priority, but never to real-time",
    names: ["ioprio_set"],
    only: [is(0, IO_OF_PROCESS), is(1, 0), { arg: 2, mask: 0xe000, values: FAIR_IO_CLASSES }],
  },
  {
    reason: "sets its own scheduling, but never to real-time",
    names: ["sched_setscheduler"],
    only: [is(0, 0), { arg: 1, mask: 0xffff, values: FAIR_POLICIES }],
  },
  { reason: "its own processors", names: ["sched_setaffinity", "sched_setparam"], only: [is(0, 0)] },
  { reason: "itself", names: ["prctl"], only: [is(0, ...PROCESS_OPTIONS)], error: EINVAL },
  {
    reason: "adds filters to itself, but none that another process answers",
    names: ["seccomp"],
    only: [is(0, 0, 1, 2), without(1, SECCOMP_LISTENER)],
    error: EINVAL,
  },
  { reason: "barriers between its own threads", names: ["membarrier"], only: [is(0, ...OWN_BARRIERS)], error: EINVAL },
  {
    reason: "reads its execution domain, or sets the default",
    names: ["personality"],
    only: [is(0, 0, 8, WHOLE_PERSONALITY)],
  },
  { reason: "terminals, handles, sockets", names: ["ioctl"], only: [is(1, ...DEVICE_REQUESTS)], error: ENOTTY },
  { reason: "handles: copies, flags, locks", names: ["fcntl"], only: [is(1, ...HANDLE_COMMANDS)], error: EINVAL },
  {
    reason: "pairs of pipes; a datagram socket could send to any name",
    names: ["socketpair"],
    only: [is(0, AF_UNIX), { arg: 1, mask: SOCKET_TYPE, values: [STREAM, SEQUENCED] }],
    error: EACCES,
  },
  {
    reason: "talks over socket pairs and inherited sockets",
    names: ["recvfrom", "recvmsg", "recvmmsg", "shutdown", "getsockname", "getpeername", "getsockopt"],
  },
  {
    reason: "the same, without connecting by sending",
    names: ["sendto"],
    only: [without(3, MSG_FASTOPEN)],
    error: EACCES,
  },
  {
    reason: "options of a socket and of TCP, except those that connect or enlarge buffers, whose usual size is counted",
    names: ["setsockopt"],
    only: [
      is(1, SOCKET_LEVEL, IP_LEVEL, IPV6_LEVEL, TCP, UDP),
      { arg: 2, except: TCP_FASTOPEN_CONNECT },
      { arg: 2, except: SEND_BUFFER },
    ],
    error: EACCES,
  },
];

const NET: readonly AllowedCall[] = [
  { reason: "connects, in its own network", names: ["connect"] },
  {
    reason: "TCP in its own network: no datagrams, no related protocols",
    names: ["socket"],
    only: [is(0, AF_INET, AF_INET6), { arg: 1, mask: SOCKET_TYPE, values: [STREAM] }, is(2, ANY_PROTOCOL, TCP)],
    error: EACCES,
  },
  { reason: "sends, without connecting by it", names: ["sendmsg"], only: [without(2, MSG_FASTOPEN)], error: EACCES },
  { reason: "sends, without connecting by it", names: ["sendmmsg"], only: [without(3, MSG_FASTOPEN)], error: EACCES },
];

const METADATA_OF_OPEN: readonly AllowedCall[] = [
  { reason: "modes of open files", names: ["fchmod"], only: plainMode(1) },
  { reason: "owners and attributes of open files", names: ["fchown", "fsetxattr", "fremovexattr"] },
];

const METADATA: Record<Grants["metadata"], readonly AllowedCall[]> = {
  none: [],
  open: [...METADATA_OF_OPEN, { reason: "times of open files", names: ["utimensat"], only: absent(1) }],
  named: [
    ...METADATA_OF_OPEN,
    { reason: "modes: mounts decide where", names: ["chmod"], only: plainMode(1) },
    { reason: "modes: mounts decide where", names: ["fchmodat", "fchmodat2"], only: plainMode(2) },
    {
      reason: "owners, times, attributes: mounts decide where",
      names: [
        ...(["chown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat"] as const),
        ...(["setxattr", "lsetxattr", "removexattr", "lremovexattr"] as const),
      ],
    },
  ],
};

const TRUNCATION: AllowedCall = { reason: "truncates a file: Landlock decides which", names: ["truncate"] };

/** Programs have a fallback for these calls, so respond like a kernel that does not have them. */
export const UNAVAILABLE: readonly SystemCallName[] = [
  // A filter cannot see their arguments.
  ...(["clone3", "openat2", "io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup"] as const),
  "io_submit",
  // Anonymous files escape every quota, and a plugin could execute them.
  ...(["memfd_create", "memfd_secret", "execveat"] as const),
];

/** Programs know this error from firewalls. */
export const WITHOUT_NET: readonly SystemCallName[] = [
  ...(["socket", "connect", "bind", "listen", "accept", "accept4", "sendmsg", "sendmmsg"] as const),
];

/** Respond like a kernel that does not have newer calls. */
export const NEWEST_CALL = 470;

export function allowedCalls({ net, metadata, truncation }: Grants): AllowedCall[] {
  return [...ALWAYS, ...(net ? NET : []), ...METADATA[metadata], ...(truncation ? [] : [TRUNCATION])];
}
