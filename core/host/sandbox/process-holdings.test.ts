/** Other resources of real processes, besides memory. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  holdingsOf,
  kernelEntries,
  MAX_MAPS,
  maxWatching,
  proportionalBytes,
  watchKernelMemory,
} from "./process-holdings.ts";

const PYTHON = "/usr/bin/python3";
const skip = process.platform !== "linux" ? "reads /proc" : existsSync(PYTHON) ? false : `there is no ${PYTHON}`;
const MEGABYTE = 1024 * 1024;
const NOTHING_ELSE = { watchers: 0, watches: 0, handles: 0 };

/** Runs the lines and measures meanwhile. */
async function whileRunning<T>(lines: string[], look: (pid: number) => T): Promise<T> {
  const child = spawn(PYTHON, ["-c", [...lines, "print('ready', flush=True)", "input()"].join("\n")], {
    stdio: ["pipe", "pipe", "inherit"],
    cwd: mkdtempSync(join(tmpdir(), "jig-holdings-")),
  });
  await new Promise((settle) => child.stdout.once("data", settle));
  const seen = look(child.pid!);
  const ended = new Promise((settle) => child.once("close", settle));
  child.stdin.end("\n");
  await ended;
  return seen;
}

test("files that were unlinked count once, by handle and by mapping", { skip }, async () => {
  const lines = [
    "import os, mmap",
    "file = open('a', 'wb+')",
    "file.write(b'7' * (20 << 20)); file.flush(); os.fsync(file.fileno())",
    "again = os.dup(file.fileno())",
    "mapped = mmap.mmap(file.fileno(), 20 << 20)",
    "os.unlink('a')",
  ];
  const { unlinkedBytes } = await whileRunning(lines, (pid) => holdingsOf([pid]));
  assert.ok(unlinkedBytes >= 19 * MEGABYTE && unlinkedBytes < 25 * MEGABYTE, String(unlinkedBytes));
});

test("a file that is only mapped counts, privately too, and whole if the system tells its size", { skip }, async () => {
  const lines = [
    "import os, mmap",
    "file = open('a', 'wb+')",
    "file.write(b'7' * (20 << 20)); file.flush(); os.fsync(file.fileno())",
    "mapped = mmap.mmap(file.fileno(), MAPPED << 20, flags=mmap.MAP_PRIVATE)",
    "file.close(); os.unlink('a')",
    // Python keeps a handle for resizing.
    "os.closerange(3, 64)",
  ];
  const unlinked = (mapped: number) =>
    whileRunning([lines.join("\n").replace("MAPPED", String(mapped))], (pid) => holdingsOf([pid]).unlinkedBytes);
  assert.ok((await unlinked(20)) >= 19 * MEGABYTE);
  const ofPart = await unlinked(1);
  assert.ok(ofPart >= (process.getuid?.() === 0 ? 19 : 1) * MEGABYTE, String(ofPart));
});

test("tables of pages count, where pages themselves do not", { skip }, async () => {
  const lines = [
    "import mmap",
    "sparse = mmap.mmap(-1, 64 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)",
    "sparse.madvise(15)",
    "for at in range(0, 64 << 30, 2 << 20): sparse[at]",
  ];
  const { memoryBytes } = await whileRunning(lines, (pid) => holdingsOf([pid]));
  assert.ok(memoryBytes >= 128 * MEGABYTE, String(memoryBytes));
});

test("many maps are counted quickly, and no further than there may be", { skip }, async () => {
  const lines = ["import mmap", "maps = [mmap.mmap(-1, 4096, 0x22, 1 + at % 2) for at in range(30000)]"];
  const { one, many, ms } = await whileRunning(lines, (pid) => {
    const one = holdingsOf([pid]).maps;
    const begun = performance.now();
    const many = holdingsOf(Array(55).fill(pid)).maps;
    return { one, many, ms: performance.now() - begun };
  });
  assert.ok(one > 30_000 && many > MAX_MAPS && many < 2 * MAX_MAPS, `${one} ${many}`);
  assert.ok(ms < 2000, String(ms));
});

test("locks of parts of files and entries of epoll are counted", { skip }, async () => {
  const lines = [
    "import fcntl, select, os",
    "file = open('a', 'wb+')",
    "for at in range(3000): fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * (3000 - at))",
    "epoll = select.epoll()",
    "for each in [os.pipe()[0] for _ in range(100)]: epoll.register(each)",
  ];
  const counted = await whileRunning(lines, (pid) => [kernelEntries([pid]), kernelEntries([pid], 50)]);
  assert.ok(counted[0]! >= 3100 && counted[0]! < 3200, String(counted));
  assert.ok(counted[1]! > 50, String(counted));
});

test("memory of the kernel has grown if it is far above its least", () => {
  const proc = mkdtempSync(join(tmpdir(), "jig-proc-"));
  const set = (megabytes: number) => writeFileSync(join(proc, "meminfo"), `SUnreclaim:  ${megabytes * 1024} kB\n`);
  set(500);
  const hasGrown = watchKernelMemory(proc);
  const seen = [600, 300, 400, 500].map((megabytes) => {
    set(megabytes);
    return hasGrown();
  });
  assert.deepEqual(seen, [false, false, false, true]);
});

test("shared memory counts also after its pages were given back", { skip }, async () => {
  const lines = [
    "import mmap",
    "shared = mmap.mmap(-1, 64 << 20)",
    "shared.write(b'7' * (64 << 20))",
    "shared.madvise(mmap.MADV_DONTNEED)",
  ];
  const { memoryBytes } = await whileRunning(lines, (pid) => holdingsOf([pid]));
  assert.ok(memoryBytes >= 64 * MEGABYTE, String(memoryBytes));
});

test("pages in common are counted in shares", { skip }, async () => {
  const lines = [
    "import os",
    "kept = b'7' * (64 << 20)",
    "child = os.fork()",
    "import time",
    "if child == 0: time.sleep(2); os._exit(0)",
  ];
  const both = await whileRunning(lines, (pid) => proportionalBytes([pid]));
  assert.ok(both < 60 * MEGABYTE, String(both));
  const stopped = await whileRunning(["kept = b'7' * (8 << 20)"], (pid) =>
    proportionalBytes(Array(9).fill(pid), 10 * MEGABYTE),
  );
  assert.ok(stopped > 10 * MEGABYTE && stopped < 40 * MEGABYTE, String(stopped));
});

test("what sockets and pipes can hold counts beyond the usual number of them", { skip }, async () => {
  const lines = ["import os, socket", "pairs = [socket.socketpair() for _ in range(200)]"];
  const few = await whileRunning(["import socket", "pairs = [socket.socketpair() for _ in range(20)]"], (pid) =>
    holdingsOf([pid]),
  );
  const many = await whileRunning(lines, (pid) => holdingsOf([pid]));
  assert.ok(few.memoryBytes < 40 * MEGABYTE, String(few.memoryBytes));
  assert.ok(many.memoryBytes > 60 * MEGABYTE && many.memoryBytes < 120 * MEGABYTE, String(many.memoryBytes));
});

test("watches of folders are counted", { skip }, async () => {
  const lines = [
    "import ctypes",
    "libc = ctypes.CDLL(None)",
    "handles = [libc.inotify_init1(0) for _ in range(3)]",
    "for handle in handles: libc.inotify_add_watch(handle, b'/', 0xfff); libc.inotify_add_watch(handle, b'/usr', 0xfff)",
  ];
  const { watchers, watches } = await whileRunning(lines, (pid) => holdingsOf([pid]));
  assert.deepEqual([watchers, watches], [3, 6]);
  assert.ok(maxWatching().watchers > 0);
  assert.deepEqual(maxWatching("/nowhere"), { watchers: Number.POSITIVE_INFINITY, watches: Number.POSITIVE_INFINITY });
});

test("a process that is gone holds nothing; what cannot be read neither", () => {
  assert.deepEqual(holdingsOf([0]), { memoryBytes: 0, unlinkedBytes: 0, maps: 0, ...NOTHING_ELSE });
  const proc = mkdtempSync(join(tmpdir(), "jig-proc-"));
  mkdirSync(join(proc, "7"));
  writeFileSync(join(proc, "7", "status"), "RssAnon:\t    100 kB\nRssFile:\t     50 kB\nRssShmem:\t     10 kB\n");
  writeFileSync(
    join(proc, "7", "maps"),
    "7f0000000000-7f0000100000 rw-s 00000000 00:01 33 /dev/zero (deleted)\n7f0000000000-7f0000200000 rw-p 00000000 00:01 34 /dev/zero (deleted)\n",
  );
  assert.deepEqual(holdingsOf([7], proc), {
    memoryBytes: 150 * 1024 + MEGABYTE,
    unlinkedBytes: 0,
    maps: 2,
    ...NOTHING_ELSE,
  });
});
