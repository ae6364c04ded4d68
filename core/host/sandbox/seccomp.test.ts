/** The seccomp filter on both architectures, evaluated by an interpreter. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Arch, type AttemptedCall, verdictOf } from "../../../test/security/filter-interpreter.ts";
import { allowedCalls, NEWEST_CALL, UNAVAILABLE } from "./allowed-calls.ts";
import { filterProgram } from "./seccomp.ts";
import { numberOf, type SystemCallName } from "./syscalls.ts";

const [EPERM, EACCES, EINVAL, ENOTTY, ENOSYS] = [1, 13, 22, 25, 38];
const NOTHING = { net: false, metadata: "none", truncation: false } as const;
const EVERYTHING = { net: true, metadata: "open", truncation: false } as const;

for (const arch of ["x64", "arm64"] as const) {
  describe(arch, () => {
    const plain = filterProgram({ ...NOTHING, arch })!;
    const granted = filterProgram({ ...EVERYTHING, arch })!;
    const verdict = (name: SystemCallName, args: AttemptedCall["args"] = [], program = plain) => {
      const number = numberOf(name, arch);
      return number === undefined ? undefined : verdictOf(program, arch as Arch, { number, args });
    };
    const refused = (name: SystemCallName, args: AttemptedCall["args"], error = EPERM, program = plain) =>
      assert.ok([error, undefined].includes(verdict(name, args, program) as number), `${name} ${args}`);
    const allowed = (name: SystemCallName, args: AttemptedCall["args"], program = plain) =>
      assert.ok(["allow", undefined].includes(verdict(name, args, program) as string), `${name} ${args}`);

    test("what the table allows without conditions is allowed", () => {
      for (const { names, only } of allowedCalls(EVERYTHING))
        if (!only) for (const name of names) allowed(name, [1, 2, 3], granted);
    });

    test("every number that the table does not allow is refused", () => {
      const table = allowedCalls(NOTHING).flatMap(({ names }) => names.map((name) => numberOf(name, arch)));
      for (let number = 0; number <= NEWEST_CALL; number++) {
        if (table.includes(number)) continue;
        assert.ok([EPERM, EACCES, ENOSYS].includes(verdictOf(plain, arch, { number }) as number), String(number));
      }
    });

    test("newer calls, x32 and what has a way around are not there; another architecture is the end", () => {
      for (const number of [NEWEST_CALL + 1, 512, 100_000, 0x40000000, 0x40000001, -1])
        assert.equal(verdictOf(plain, arch, { number }), ENOSYS);
      for (const name of UNAVAILABLE) refused(name, [0, 0, 0, 0, 0], ENOSYS, granted);
      assert.equal(verdictOf(plain, arch, { number: 0, auditArch: 0x40000003 }), "kill");
    });

    test("priorities: its own, downwards", () => {
      allowed("setpriority", [0, 0, 19]);
      refused("setpriority", [0, 0, -1]);
      refused("setpriority", [0, 1, 5]);
      refused("setpriority", [1, 0, 5]);
      refused("setpriority", [2, 0, 5]);
      allowed("ioprio_set", [1, 0, 0x4007]);
      refused("ioprio_set", [1, 0, 0x2000]);
      refused("ioprio_set", [2, 0, 0x4000]);
      refused("ioprio_set", [3, 0, 0x4000]);
      allowed("sched_setscheduler", [0, 3, 0]);
      refused("sched_setscheduler", [0, 1, 0]);
      refused("sched_setscheduler", [77, 0, 0]);
      refused("sched_setaffinity", [77, 8, 1]);
    });

    test("objects that other programs share, and their processes", () => {
      for (const name of ["ptrace", "shmget", "shmctl", "semctl", "msgrcv", "mq_unlink", "keyctl"] as const)
        refused(name, [0, 0, 0], EPERM, granted);
      for (const name of ["bpf", "perf_event_open", "userfaultfd", "unshare", "mount", "setns", "capset"] as const)
        refused(name, [0, 0, 0], EPERM, granted);
      refused("clone", [0x10000000 | 17]);
      refused("clone", [0x40000000]);
      allowed("clone", [0x3d0f00]);
      refused("prlimit64", [0, 7, 0x1000]);
      refused("prlimit64", [0, 7, 0x100000000n]);
      allowed("prlimit64", [0, 7, 0, 0x1000]);
    });

    test("sockets: pairs; with a grant TCP; never raw ones, netlink or local ones", () => {
      refused("socket", [2, 1, 0], EACCES);
      refused("connect", [3, 0, 16], EACCES);
      refused("sendmsg", [3, 0, 0], EACCES);
      allowed("socketpair", [1, 1 | 0x80000, 0]);
      refused("socketpair", [1, 2, 0], EACCES);
      allowed("socket", [2, 1 | 0x80000 | 0x800, 6], granted);
      allowed("socket", [10, 1, 0], granted);
      for (const args of [
        [2, 2, 0],
        [2, 2 | 0x80000, 17],
        [2, 3, 1],
        [2, 3, 255],
        [2, 1, 132],
        [16, 3, 0],
        [17, 3, 0],
        [1, 1, 0],
        [38, 5, 0],
      ])
        refused("socket", args, EACCES, granted);
      refused("sendto", [3, 0, 0, 0x20000000], EACCES, granted);
      refused("sendmsg", [3, 0, 0x20000000], EACCES, granted);
      refused("setsockopt", [3, 6, 30], EACCES, granted);
      allowed("setsockopt", [3, 6, 1], granted);
      refused("setsockopt", [3, 1, 7], EACCES);
      for (const name of ["bind", "listen", "accept", "accept4"] as const) refused(name, [3], EACCES, granted);
    });

    test("requests to handles: of terminals and sockets; nothing that stays with a file or reaches the machine", () => {
      allowed("ioctl", [0, 0x5401]);
      for (const request of [0x5412, 0x541c, 0x40086602, 0x401c5820, 0x40806685, 0xc0045877])
        refused("ioctl", [0, request], ENOTTY);
      allowed("fcntl", [3, 1030]);
      for (const command of [8, 10, 1024, 1026, 1031, 1036]) refused("fcntl", [3, command], EINVAL);
      allowed("prctl", [15]);
      for (const option of [4, 24, 28, 31, 35, 36, 47, 57, 59, 62, 67, 0x59616d61]) refused("prctl", [option], EINVAL);
    });

    test("no file that lends its owner's rights to whoever runs it", () => {
      const named = filterProgram({ ...EVERYTHING, metadata: "named", arch })!;
      const calls: [SystemCallName, number][] = [
        ["chmod", 1],
        ["fchmod", 1],
        ["creat", 1],
        ["mknod", 1],
        ["open", 2],
        ["mknodat", 2],
        ["fchmodat", 2],
        ["fchmodat2", 2],
        ["openat", 3],
      ];
      for (const [name, at] of calls) {
        const args = (mode: number) => [...Array<number>(at).fill(1), mode];
        allowed(name, args(0o1755), named);
        for (const mode of [0o4755, 0o2755]) refused(name, args(mode), EPERM, named);
      }
    });

    test("modes and times: by handle, with a grant", () => {
      refused("fchmod", [3, 0o600]);
      allowed("fchmod", [3, 0o600], granted);
      refused("chmod", [1, 0o600], EPERM, granted);
      allowed("utimensat", [3, 0, 0], granted);
      refused("utimensat", [3, 0x1000, 0], EPERM, granted);
      const named = filterProgram({ ...EVERYTHING, metadata: "named", arch })!;
      for (const name of ["chmod", "chown", "fchmod", "fchownat", "utimensat", "setxattr"] as const)
        allowed(name, [1, 0o755, 0o755], named);
      allowed("truncate", [1, 0]);
      refused("truncate", [1, 0], EPERM, filterProgram({ ...EVERYTHING, truncation: true, arch })!);
    });
  });
}

test("there is no filter for an architecture whose calls are not known", () => {
  assert.equal(filterProgram({ ...NOTHING, arch: "riscv64" }), undefined);
});
