/** Tests that the fingerprint changes after every edit that a search could see, and only then. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { FakeClock, FakeFiles, type FakeTree } from "../../../test/search/fake-context.ts";
import type { Target } from "../ripgrep/query.ts";
import fingerprint from "./fingerprint.ts";

const WHOLE: Target = { cwd: "/w", paths: ["/w"], explicit: false, noIgnore: false, without: [] };
const SUB: Target = { ...WHOLE, paths: ["/w/a/b"] };
const TREE: FakeTree = {
  "/.gitignore": [1, 1],
  "/w/.gitignore": [1, 10],
  "/w/a/.ignore": [1, 20],
  "/w/a/other.txt": [1, 30],
  "/w/a/b/one.txt": [1, 40],
  "/w/a/b/deep/two.txt": [2, 90],
  "/w/.git/index": [3, 1000],
  "/w/x.git/three.txt": [3, 60],
  "/w/link": "->",
};

function contextOf(tree: FakeTree) {
  const clock = new FakeClock();
  const files = new FakeFiles(tree);
  const controller = new AbortController();
  return { clock, files, signal: controller.signal, controller };
}

async function sweep(tree: FakeTree, targets: readonly Target[] = [WHOLE], withinMs = 1000) {
  return await fingerprint({ targets, withinMs }, contextOf(tree) as unknown as WorkerContext);
}

test("a tree that did not change has one fingerprint, and tells its newest file", async () => {
  const first = await sweep(TREE);
  assert.match(first.hash, /^[0-9a-f]{64}$/);
  assert.equal(first.newest, 90);
  assert.equal((await sweep({ ...TREE })).hash, first.hash);
});

test("whatever a search could see changes it", async () => {
  const cases: [target: Target, change: FakeTree, changes: boolean][] = [
    [WHOLE, { "/w/a/b/one.txt": [2, 40] }, true],
    [WHOLE, { "/w/a/b/one.txt": [1, 41] }, true],
    [WHOLE, { "/w/a/b/new.txt": [1, 1] }, true],
    [WHOLE, { "/w/x.git/three.txt": [4, 60] }, true],
    [WHOLE, { "/w/.git/index": [4, 2000] }, false],
    [WHOLE, { "/w/elsewhere": "->" }, false],
    [WHOLE, { "/w/empty": "/" }, false],
    [WHOLE, { "/.gitignore": [2, 2] }, false],
    // For a directory, this includes the ignore files above it, up to the workspace root.
    [SUB, { "/w/a/b/one.txt": [2, 40] }, true],
    [SUB, { "/w/a/other.txt": [2, 30] }, false],
    [SUB, { "/w/a/.ignore": [2, 20] }, true],
    [SUB, { "/w/a/.gitignore": [1, 1] }, true],
    [SUB, { "/w/.gitignore": [1, 11] }, true],
    [SUB, { "/w/.rgignore": [1, 1] }, true],
    [SUB, { "/.gitignore": [2, 2] }, false],
  ];
  for (const [target, change, changes] of cases) {
    const before = await sweep(TREE, [target]);
    const after = await sweep({ ...TREE, ...change }, [target]);
    assert.equal(after.hash !== before.hash, changes, JSON.stringify(change));
  }
});

test("a file that is gone changes it, and another that takes its place", async () => {
  const { "/w/a/b/one.txt": one, ...rest } = TREE;
  const gone = await sweep(rest);
  const renamed = await sweep({ ...rest, "/w/a/b/once.txt": one! });
  const hashes = new Set([(await sweep(TREE)).hash, gone.hash, renamed.hash]);
  assert.equal(hashes.size, 3);
});

test("all targets count, in their order", async () => {
  const other: Target = { ...WHOLE, paths: ["/w/x.git"] };
  const hashes = await Promise.all([[SUB], [other], [SUB, other], [other, SUB]].map((targets) => sweep(TREE, targets)));
  assert.equal(new Set(hashes.map(({ hash }) => hash)).size, 4);
  assert.equal((await sweep(TREE, [{ ...WHOLE, paths: ["/w/a/b", "/w/x.git"] }])).newest, 90);
});

test("of named files nothing but these is looked at; one that is gone is an error", async () => {
  const context = contextOf(TREE);
  const named = { ...WHOLE, paths: ["/w/a/b/one.txt", "/w/link"], explicit: true };
  const { newest } = await fingerprint({ targets: [named], withinMs: 1 }, context as unknown as WorkerContext);
  assert.equal(newest, 40);
  assert.deepEqual(context.files.seen, ["stat /w/a/b/one.txt", "stat /w/link"]);
  await assert.rejects(sweep(TREE, [{ ...named, paths: ["/w/gone"] }]), { code: "PATH_NOT_FOUND" });
});

test("a directory that cannot be read holds nothing", async () => {
  const empty = await sweep({}, [WHOLE]);
  assert.equal(empty.newest, 0);
  assert.equal((await sweep({ "/w": "/" }, [WHOLE])).hash, empty.hash);
});

test("the sweep says how long it took, and is given up when its time is over", async () => {
  const slow = (withinMs: number) => {
    const context = contextOf(TREE);
    const { list } = context.files;
    context.files.list = async (...given) => {
      context.clock.time += 10;
      return await list.apply(context.files, given);
    };
    return fingerprint({ targets: [WHOLE], withinMs }, context as unknown as WorkerContext);
  };
  // There are five directories, and the clock is read before each of them.
  assert.equal((await slow(40)).tookMs, 50);
  await assert.rejects(slow(39), { code: "TIMEOUT" });
});

test("a cancelled sweep ends", async () => {
  const context = contextOf(TREE);
  context.controller.abort(new Error("given up"));
  const run = fingerprint({ targets: [WHOLE], withinMs: 1 }, context as unknown as WorkerContext);
  await assert.rejects(run, /given up/);
});
