/** Watched sweeps give the same result as a full walk after any change. */
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { FolderWatch } from "../runtime/folder-watch.ts";
import { createSweeper } from "./sweep.ts";
import { createWatchedSweeper, type WatchedSweeperOptions } from "./watched-sweep.ts";

const CAN_WATCH = process.platform === "linux" && !("Deno" in globalThis);
const UNWATCHED = CAN_WATCH ? false : "this runtime cannot watch";
const ROUNDS = Number(process.env.JIG_ROUNDS ?? 400);
const tree = () => realpathSync(mkdtempSync(join(tmpdir(), "jig-watched-")));
const fresh = (top: string) => createSweeper({ once: true })({ directories: [top], extensions: [".cs"] });

function watching(top: string, options: Partial<WatchedSweeperOptions> = {}) {
  const sweeper = createWatchedSweeper(createSweeper(), {
    canaryFolder: join(tree(), "canary"),
    settledMs: 0,
    ...options,
  });
  const ask = () => sweeper.sweep({ directories: [top], extensions: [".cs"], skip: ["skipped"] });
  return { ask, report: () => sweeper.reports()[0] };
}

/** Watching starts with the second sweep. */
async function watched(top: string, options: Partial<WatchedSweeperOptions> = {}) {
  const { ask, report } = watching(top, options);
  await ask();
  await ask();
  if (!options.watch) assert.ok(report()?.watchedFolders, report()?.reason ?? "");
  return { ask, report };
}

describe("a watched tree", { skip: UNWATCHED }, () => {
  test("gives the same object while nothing changes, and looks at nothing", async () => {
    const top = tree();
    mkdirSync(join(top, "a/b"), { recursive: true });
    writeFileSync(join(top, "a/b/x.cs"), "x");
    const { ask, report } = await watched(top);
    assert.deepEqual(report(), { directories: [top], watchedFolders: 3 });
    const before = await ask();
    writeFileSync(join(top, "a/b/x.txt"), "of no interest");
    mkdirSync(join(top, "skipped"));
    assert.equal(await ask(), before);
    appendFileSync(join(top, "a/b/x.cs"), "y");
    assert.deepEqual([...(await ask()).sizes], [2]);
    assert.deepEqual([...before.sizes], [1], "what was given before stays as it was");
  });

  test("sees every kind of change", async () => {
    const top = tree();
    for (const folder of ["a", "b/c"]) mkdirSync(join(top, folder), { recursive: true });
    for (const name of ["a/1.cs", "a/2.cs", "b/3.cs", "b/c/4.cs"]) writeFileSync(join(top, name), name);
    const { ask } = await watched(top);
    const elsewhere = tree();
    const changes: [string, () => void][] = [
      ["replaced by a rename", () => renameSync(writeIn(elsewhere, "n", "new"), join(top, "a/1.cs"))],
      ["shortened", () => truncateSync(join(top, "a/2.cs"), 1)],
      ["touched", () => utimesSync(join(top, "a/2.cs"), 5, 5)],
      ["renamed to another ending", () => renameSync(join(top, "a/2.cs"), join(top, "a/2.txt"))],
      ["and back", () => renameSync(join(top, "a/2.txt"), join(top, "a/2.cs"))],
      ["a folder renamed", () => renameSync(join(top, "b/c"), join(top, "b/d"))],
      ["written to in the renamed folder", () => writeFileSync(join(top, "b/d/5.cs"), "")],
      ["a folder moved out", () => renameSync(join(top, "b/d"), join(elsewhere, "d"))],
      ["a folder moved in", () => renameSync(join(elsewhere, "d"), join(top, "a/d"))],
      ["deep folders made at once", () => mkdirSync(join(top, "x/y/z"), { recursive: true })],
      ["a file deep below", () => writeFileSync(join(top, "x/y/z/6.cs"), "")],
      ["a link in the place of a file", () => replaceByLink(join(top, "b/3.cs"))],
      ["a folder in the place of a link", () => replaceByFolder(join(top, "b/3.cs"))],
      ["another folder in the place of the tree", () => replaceTree(top)],
      ["a file in the new tree", () => writeFileSync(join(top, "7.cs"), "")],
      ["nothing left", () => rmSync(top, { recursive: true })],
      ["made again", () => mkdirSync(top)],
      ["a file in it", () => writeFileSync(join(top, "8.cs"), "")],
    ];
    for (const [what, change] of changes) {
      change();
      assert.deepEqual(await ask(), fresh(top), what);
    }
  });

  test("sees a file change under another of its names", async () => {
    const top = tree();
    const other = join(tree(), "other");
    writeFileSync(join(top, "1.cs"), "one");
    linkSync(join(top, "1.cs"), other);
    const { ask } = await watched(top);
    appendFileSync(other, "more");
    assert.deepEqual(await ask(), fresh(top));
    unlinkSync(join(top, "1.cs"));
    writeFileSync(join(top, "2.cs"), "two");
    assert.deepEqual(await ask(), fresh(top));
    linkSync(join(top, "2.cs"), join(tree(), "late"));
    await ask();
  });

  test("sees more changes than the system's queue holds", async () => {
    const top = tree();
    const { ask, report } = await watched(top);
    const most = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
    for (let at = 0; at < most / 2; at++) {
      writeFileSync(join(top, `${at % 3000}.txt`), "");
      unlinkSync(join(top, `${at % 3000}.txt`));
    }
    writeFileSync(join(top, "behind the end.cs"), "");
    assert.deepEqual((await ask()).paths, [join(top, "behind the end.cs")]);
    await ask();
    assert.equal(report()?.watchedFolders, 1);
  });

  test("is swept while its canary is gone", async () => {
    const top = tree();
    const canaryFolder = join(tree(), "canary");
    const { ask } = await watched(top, { canaryFolder });
    for (const name of readdirSync(canaryFolder)) unlinkSync(join(canaryFolder, name));
    writeFileSync(join(top, "1.cs"), "");
    assert.deepEqual(await ask(), fresh(top));
    rmSync(canaryFolder, { recursive: true });
    writeFileSync(join(top, "2.cs"), "");
    assert.deepEqual(await ask(), fresh(top));
  });

  test("answers several that ask at once", async () => {
    const top = tree();
    const { ask } = await watched(top);
    writeFileSync(join(top, "1.cs"), "");
    const [first, second, third] = await Promise.all([ask(), ask(), ask()]);
    assert.deepEqual(first, fresh(top));
    assert.equal(second, first);
    assert.equal(third, first);
  });

  test("says what a walk without memory says, through hundreds of changes", { timeout: 120_000 }, async () => {
    const top = tree();
    const { ask } = await watched(top);
    let seed = 1;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const folder = () => join(top, ...Array.from({ length: random(3) }, () => `d${random(4)}`));
    const file = () => join(folder(), `f${random(6)}.${random(4) === 0 ? "txt" : "cs"}`);
    const acts = [
      () => mkdirSync(folder(), { recursive: true }),
      () => writeFileSync(file(), "x".repeat(random(50))),
      () => appendFileSync(file(), "y"),
      () => unlinkSync(file()),
      () => renameSync(file(), file()),
      () => renameSync(folder(), folder()),
      () => random(6) === 0 && rmSync(folder(), { recursive: true, force: true }),
      () => utimesSync(file(), random(9), random(9)),
      () => linkSync(file(), file()),
    ];
    for (let round = 0; round < ROUNDS; round++) {
      mkdirSync(top, { recursive: true });
      for (let act = random(6); act >= 0; act--) {
        try {
          acts[random(acts.length)]?.();
        } catch {
          // It doesn't exist, so there's nothing to change.
        }
      }
      assert.deepEqual(await ask(), fresh(top), `round ${round}`);
    }
  });
});

describe("a tree that cannot be watched", () => {
  const silent: FolderWatch = { add: () => "", complete() {}, changes: async () => [], close() {} };

  test("is swept, and says why", async () => {
    const top = tree();
    for (const watch of [() => "no more instances", () => ({ ...silent, add: () => "no more watches" })]) {
      const { ask, report } = await watched(top, { watch });
      writeFileSync(join(top, "1.cs"), String(Math.random()));
      assert.deepEqual(await ask(), fresh(top));
      assert.match(report()?.reason ?? "", /^no more/);
    }
  });

  test("is swept for good once a watch has missed a change", async () => {
    const top = tree();
    writeFileSync(join(top, "1.cs"), "");
    const { ask, report } = await watched(top, { watch: () => silent, auditMs: -1 });
    writeFileSync(join(top, "2.cs"), "");
    assert.deepEqual(await ask(), fresh(top));
    if (process.platform === "linux") assert.match(report()?.reason ?? "", /did not report/);
    writeFileSync(join(top, "3.cs"), "");
    assert.deepEqual(await ask(), fresh(top));
  });
});

function writeIn(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function replaceByLink(path: string): void {
  unlinkSync(path);
  symlinkSync("/etc/hostname", path);
}

function replaceByFolder(path: string): void {
  unlinkSync(path);
  mkdirSync(path);
}

function replaceTree(top: string): void {
  renameSync(top, `${top}-before`);
  mkdirSync(top);
  assert.ok(existsSync(`${top}-before`));
}
