/**
 * Runs inside namespaces of its own, as their root: a victim, and beside it confined processes that make random system calls with
 * random arguments, many of which name the victim, its objects and its files. Prints what the victim looked like before and after.
 *
 *     bun test/security/call-fuzzer.ts CALLS SEED
 *
 * Everything but a disk in memory is made read-only first: a fault in the filter must not reach this machine.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { NEWEST_CALL } from "../../core/host/sandbox/allowed-calls.ts";
import { findKernel } from "../../core/host/sandbox/kernel.ts";
import { type Call, encodeCalls } from "../../core/host/sandbox/starter.ts";
import { confiningCalls } from "../../core/host/sandbox/starter-arguments.ts";
import { numberOf, type SystemCallName } from "../../core/host/sandbox/syscalls.ts";
import { mulberry } from "../mulberry.ts";

const CALLS_A_RUN = 2000;
const CALLS_A_MARK = 50;
/** Time limit in ms, as a blocking call ends the run. */
const RUN_MS = 400;

/** Allowed calls that block, exit, fork, or disturb what follows. */
const LEFT_OUT: SystemCallName[] = [
  ...([
    "exit",
    "exit_group",
    "pause",
    "rt_sigsuspend",
    "rt_sigtimedwait",
    "select",
    "pselect6",
    "poll",
    "ppoll",
  ] as const),
  ...(["epoll_wait", "epoll_pwait", "epoll_pwait2", "nanosleep", "clock_nanosleep", "futex", "futex_wait"] as const),
  ...(["futex_waitv", "fork", "vfork", "clone", "wait4", "waitid", "flock", "read", "readv", "pread64"] as const),
  ...(["rt_sigreturn", "munmap", "mmap", "mremap", "mprotect", "brk", "execve", "recvfrom", "recvmsg"] as const),
  ...(["close_range", "dup2", "dup3", "seccomp", "arch_prctl", "alarm", "setitimer", "restart_syscall"] as const),
  ...(["pkey_mprotect", "map_shadow_stack", "kill", "tkill", "tgkill", "rt_sigqueueinfo", "mseal", "madvise"] as const),
  ...(["fallocate", "mlockall", "landlock_restrict_self", "recvmmsg", "rt_sigprocmask", "timer_create"] as const),
];

const [calls = 100_000, seed = 1] = process.argv.slice(2, 4).map(Number);
const random = mulberry(seed);
const scratch = mkdtempSync(join(tmpdir(), "jig-fuzzed-"));
execFileSync("mount", ["-t", "tmpfs", "none", scratch]);
execFileSync("mount", ["-t", "tmpfs", "none", "/dev/shm"]);
execFileSync("mount", ["-t", "mqueue", "none", "/mnt"]);
makeReadOnly([scratch, "/dev/shm", "/mnt"]);
const own = join(scratch, "own");
const held = join(scratch, "held");
mkdirSync(own);
writeFileSync(held, "the victim's");
chmodSync(held, 0o640);
writeFileSync("/mnt/queue", "");
const ids = ["-M", "-Q", "-S"].map((kind) =>
  Number(
    /\d+/.exec(
      execFileSync("ipcmk", kind === "-M" ? [kind, "4096"] : kind === "-S" ? [kind, "2"] : [kind], {
        encoding: "utf8",
      }),
    )![0],
  ),
);
writeFileSync("/dev/shm/shared", "shared");

const VICTIM = `const held = require("node:fs").openSync(${JSON.stringify(held)}, "r"); const memory = Buffer.alloc(1 << 20, 7);
const server = require("node:net").createServer((socket) => socket.end("served")).listen(0, "127.0.0.1");
process.stdin.on("data", () => console.log(require("node:crypto").createHash("sha256").update(memory).digest("hex"), server.listening, require("node:fs").readFileSync(${JSON.stringify(held)}, "utf8").length));`;
const victim = spawn(process.execPath, ["-e", VICTIM], { stdio: ["pipe", "pipe", "inherit"] });
const asked = async () => {
  victim.stdin.write("?");
  return await new Promise((settle) => victim.stdout.once("data", (data) => settle(String(data).trim())));
};

async function look(): Promise<Record<string, unknown>> {
  const out = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" }).stdout;
  const { mode, uid, gid, mtimeMs, size } = statSync(held);
  const proc = (file: string) => readFileSync(`/proc/${victim.pid}/${file}`, "utf8");
  return {
    answer: await asked(),
    // Priority and niceness; real-time priority and policy.
    scheduling: proc("stat")
      .replace(/^.*\) /s, "")
      .split(" ")
      .filter((_, at) => [15, 16, 37, 38].includes(at)),
    limits: proc("limits"),
    processors: /Cpus_allowed:.*/.exec(proc("status"))![0],
    disk: out("ionice", "-p", String(victim.pid)),
    objects: out("ipcs", "-a"),
    shared: readdirSync("/dev/shm").join() + readFileSync("/dev/shm/shared", "utf8"),
    queues: readdirSync("/mnt"),
    file: { mode, uid, gid, mtimeMs, size, hash: createHash("sha256").update(readFileSync(held)).digest("hex") },
    names: readdirSync(scratch),
    mounts: readFileSync("/proc/self/mountinfo", "utf8"),
    routes: readFileSync("/proc/net/route", "utf8") + out("ip", "-o", "address"),
    host: out("hostname"),
  };
}

const WRITE = process.arch === "arm64" ? 64 : 1;
const DOT = Buffer.from(".");
const bytes = (text: string) => Buffer.from(`${text}\0`);
const PLACES = [
  bytes(held),
  bytes("/mnt/queue"),
  bytes("/queue"),
  bytes("/dev/shm/shared"),
  bytes(own),
  bytes("/"),
  new Uint8Array(256),
];
const NUMBERS = [
  0,
  0,
  0,
  1,
  2,
  3,
  4,
  5,
  10,
  16,
  17,
  0x1000,
  0x80000,
  0xffffffff,
  0xffffff9c,
  0x7fffffff,
  victim.pid!,
  ...ids,
];

function argument(): Call["args"][number] {
  const kind = random();
  if (kind < 0.55) return NUMBERS[Math.floor(random() * NUMBERS.length)]!;
  if (kind < 0.8) return PLACES[Math.floor(random() * PLACES.length)]!;
  return kind < 0.9 ? 1 << Math.floor(random() * 31) : Math.floor(random() * 2 ** 32);
}

const leftOut = new Set(LEFT_OUT.map((name) => numberOf(name, process.arch)));
function randomCall(): Call {
  let number = 0;
  do number = Math.floor(random() * (NEWEST_CALL + 20));
  while (leftOut.has(number));
  const args = Array.from({ length: 5 }, argument);
  // Standard streams show the progress.
  const first = args[0];
  if (typeof first === "number" && first < 3) args[0] = first + 3;
  return { call: number, args };
}

const kernel = findKernel({ environment: {}, cacheFolder: join(scratch, "cache") });
if (!kernel) throw new Error("this kernel cannot confine");
const access = {
  read: ["/usr", "/lib", "/lib64", held],
  write: [own],
  execute: ["/usr/bin/true"],
  connect: [],
  net: seed % 2 === 0,
  network: undefined,
  writes: false,
  protect: [],
};
const before = await look();
let made = 0;
let runs = 0;
while (made < calls && runs < calls) {
  const list: Call[] = [];
  for (let at = 0; at <= CALLS_A_RUN; at++) {
    if (at % CALLS_A_MARK === 0) list.push({ call: WRITE, args: [1, DOT, 1] });
    list.push(randomCall());
  }
  const words = encodeCalls(
    [...confiningCalls(kernel, access, "77", { cwd: own, hostsFile: undefined }), ...list],
    "not confined",
    process.arch,
  );
  const ran = spawnSync(kernel.starter(), [...words, "/usr/bin/true"], {
    timeout: RUN_MS,
    killSignal: "SIGKILL",
    cwd: own,
  });
  // All sandboxing calls must succeed before the first dot is printed.
  if (ran.stdout.length === 0) throw new Error(`it was not confined: ${ran.stderr}`);
  made += (ran.stdout.length - 1) * CALLS_A_MARK;
  runs++;
}
const after = await look();
victim.kill("SIGKILL");
const changed = Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
console.log(
  JSON.stringify({
    made,
    runs,
    changed,
    before: changed.map((key) => before[key]),
    after: changed.map((key) => after[key]),
  }),
);
process.exit(0);

function makeReadOnly(but: readonly string[]): void {
  for (const line of readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n")) {
    const [, , , , place = "", options = ""] = line.split(" ");
    if (but.includes(place)) continue;
    const flags = options.split(",").filter((each) => each !== "rw" && each !== "ro");
    const { status } = spawnSync("mount", ["-o", ["remount", "bind", "ro", ...flags].join(","), place]);
    if (status !== 0 && place === "/") throw new Error("the root of this machine stays writable: nothing is tried");
  }
}
