/** Mounts of a sandboxed process: calls, and what can still be changed by name. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findKernel } from "./kernel.ts";
import { mountCalls } from "./mounts.ts";
import { encodeCalls } from "./starter.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-mounts-"));
const kernel = findKernel({ environment: {}, cacheFolder: join(folder, "cache") });
const NOTHING = { write: [], protect: [], replace: [], network: false, cwd: "/" };
const skip = kernel?.mounts ? false : "this machine gives no mounts";

test("a user mounts in a namespace of users, root without one", () => {
  const plan = { ...NOTHING, write: [folder], protect: ["/a"] };
  const [user, root] = [mountCalls(plan, 1000, 1000), mountCalls(plan, 0, 0)];
  const flags = (calls: typeof user) => calls.find(({ call }) => call === "unshare")?.args[0];
  assert.deepEqual([flags(user), flags(root)], [0x10020000, 0x20000]);
  assert.ok(user.length > root.length);
  for (const { call, mode } of root) if (/mount|tree/.test(String(call))) assert.equal(mode, "must");
});

test("a place to write that does not exist is left out", () => {
  const copies = (write: string[]) =>
    mountCalls({ ...NOTHING, write }).filter(({ call }) => call === "open_tree").length;
  assert.deepEqual([copies([folder]), copies([folder, join(folder, "gone")])], [1, 1]);
});

test("modes change, and files are made, where it may write and nowhere else", { skip }, () => {
  const [open, inner, shut] = ["open", "open/inner", "shut"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [open, inner, shut]) {
    mkdirSync(path);
    writeFileSync(join(path, "a"), "", { mode: 0o644 });
  }
  const script = `for f in a inner/a "${shut}/a"; do chmod 600 $f; touch "$(dirname $f)/new"; done; echo > /dev/null`;
  const calls = mountCalls({ ...NOTHING, write: [open], protect: [inner], cwd: open });
  const words = encodeCalls(calls, "no mounts", process.arch);
  const { stderr } = spawnSync(kernel!.starter(), [...words, "/bin/sh", "-c", script], { cwd: open, encoding: "utf8" });
  assert.equal(stderr.match(/Read-only file system/g)?.length, 4, stderr);
  const modes = [open, inner, shut].map((path) => (statSync(join(path, "a")).mode & 0o777).toString(8));
  assert.deepEqual(modes, ["600", "644", "644"]);
  assert.deepEqual(
    [open, inner, shut].map((path) => readdirSync(path).includes("new")),
    [true, false, false],
  );
});
