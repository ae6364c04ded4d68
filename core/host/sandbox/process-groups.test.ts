/** Control groups: found, created and removed in a fake tree; joined and killed in the real one. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { exitCodeOf, startProgram } from "../runtime/start-program.ts";
import { findKernel } from "./kernel.ts";
import { findProcessGroups, joinCalls } from "./process-groups.ts";
import { CANNOT_RUN, encodeCalls } from "./starter.ts";

const skip = process.platform === "linux" ? false : "the paths are Linux's";

/** A fake tree with `memory` enabled for children of these folders. */
function fakeTree(own: string, delegating: readonly string[], root = "/") {
  const place = mkdtempSync(join(tmpdir(), "jig-cgroup-"));
  for (let at = own; ; at = dirname(at)) {
    const folder = join(place, at);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "cgroup.procs"), "");
    writeFileSync(join(folder, "cgroup.subtree_control"), delegating.includes(at) ? "cpu memory pids\n" : "cpu pids\n");
    if (at === "/") break;
  }
  const mounts = [
    "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw",
    `31 22 0:26 ${root} ${place} rw,nosuid - cgroup2 cgroup2 rw,nsdelegate`,
  ].join("\n");
  return { place, files: { cgroup: `0::${root === "/" ? "" : root}${own}\n`, mounts } };
}

const groupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith("jig-"))
    .sort();

test("the nearest group above that gives its children memory is taken", { skip }, () => {
  const own = "/user.slice/app.slice/term.scope";
  for (const root of ["/", "/system.slice/docker-1.scope"]) {
    const { place, files } = fakeTree(own, ["/user.slice", "/user.slice/app.slice"], root);
    findProcessGroups(files)!.create("7", 64);
    assert.deepEqual(groupsIn(join(place, "/user.slice/app.slice")), [`jig-${process.pid}-7`]);
  }
});

test("without the controller, without version 2 and outside the mounted part there are no groups", { skip }, () => {
  const { files } = fakeTree("/a/b", []);
  assert.equal(findProcessGroups(files), undefined);
  const { files: good } = fakeTree("/a/b", ["/a"]);
  assert.equal(findProcessGroups({ ...good, mounts: "" }), undefined);
  assert.equal(findProcessGroups({ ...good, cgroup: "4:memory:/a/b\n" }), undefined);
  assert.equal(findProcessGroups({ ...good, cgroup: "0::/../elsewhere\n" }), undefined);
});

test("a group has the limits, of those that this kernel knows", { skip }, () => {
  const { place, files } = fakeTree("/a/b", ["/a"]);
  const group = findProcessGroups(files)!.create("7", 64);
  const folder = join(place, "a", `jig-${process.pid}-7`);
  assert.equal(readFileSync(join(folder, "memory.max"), "utf8"), String(64 * 1024 * 1024));
  // A regular folder doesn't have this file, like a kernel without swap.
  assert.ok(!existsSync(join(folder, "memory.swap.max")));
  assert.equal(group.isOver(), false);
  writeFileSync(join(folder, "memory.events"), "low 0\nhigh 0\nmax 12\noom 1\noom_kill 0\n");
  assert.equal(group.isOver(), false);
  writeFileSync(join(folder, "memory.events"), "low 0\nhigh 0\nmax 12\noom 1\noom_kill 3\n");
  assert.equal(group.isOver(), true);
  writeFileSync(join(folder, "cgroup.kill"), "");
  group.kill();
  assert.equal(readFileSync(join(folder, "cgroup.kill"), "utf8"), "1");
});

test("a name that is taken is an error, not a group that somebody else has", { skip }, () => {
  const groups = findProcessGroups(fakeTree("/a/b", ["/a"]).files)!;
  groups.create("7", 64);
  assert.throws(() => groups.create("7", 64), { code: "EEXIST" });
});

test("empty groups of hosts that are gone are removed, those of others stay", { skip }, () => {
  const { place, files } = fakeTree("/a/b", ["/a"]);
  const gone = 2 ** 22 + 1;
  for (const name of [`jig-${gone}-1`, `jig-${process.pid}-1`, "jig-x", "other"]) mkdirSync(join(place, "a", name));
  findProcessGroups(files);
  assert.deepEqual(groupsIn(join(place, "a")), [`jig-${process.pid}-1`, "jig-x"].sort());
});

/** A real group on this machine. */
function realGroup(): string | undefined {
  const mounts = process.platform === "linux" ? readFileSync("/proc/self/mountinfo", "utf8") : "";
  const place = /^\d+ \d+ \S+ \/ (\S+) .* - cgroup2 /m.exec(mounts)?.[1];
  try {
    return place && mkdtempSync(join(place, "jig-test-"));
  } catch {
    return undefined;
  }
}

test("a process joins its group before it is the program, and is ended with it", { skip }, async (context) => {
  const kernel = findKernel({ environment: {}, cacheFolder: mkdtempSync(join(tmpdir(), "jig-groups-")) });
  const folder = kernel && realGroup();
  if (!folder) return context.skip("this machine lets us make no groups");
  const words = [...encodeCalls(joinCalls(join(folder, "cgroup.procs")), "It did not join", process.arch), "/bin/sh"];
  const script = 'read line; /bin/cat "$1/cgroup.procs"; exec /bin/sleep 60';
  const args = [...words, "-c", script, "sh", folder];
  const running = startProgram({ command: kernel.starter(), args, cwd: "/", env: {}, stdin: "\n", detached: true });
  const members = Buffer.from((await running.stdout![Symbol.asyncIterator]().next()).value)
    .toString()
    .split("\n");
  assert.ok(members.includes(String(running.pid)), members.join());
  writeFileSync(join(folder, "cgroup.kill"), "1");
  assert.equal((await running.exit).signal, "SIGKILL");
  // The kernel releases processes slightly after they exit.
  for (let tries = 0; existsSync(folder) && tries < 500; tries++) {
    try {
      rmdirSync(folder);
    } catch {
      await new Promise((settle) => setTimeout(settle, 10));
    }
  }
  assert.ok(!existsSync(folder));
});

test("what cannot join its group does not become the program", { skip }, async (context) => {
  const kernel = findKernel({ environment: {}, cacheFolder: mkdtempSync(join(tmpdir(), "jig-groups-")) });
  if (!kernel) return context.skip("this system cannot confine");
  const words = encodeCalls(joinCalls("/nowhere/cgroup.procs"), "It did not join", process.arch);
  assert.equal(exitCodeOf(kernel.starter(), [...words, "/bin/true"], 5000), CANNOT_RUN);
});
