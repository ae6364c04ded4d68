/** Cached sweeps give the same result as a full walk after any change. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { createSweeper } from "./sweep.ts";

/** Deno's ctime has a resolution of a second. */
const DENO = "Deno" in globalThis;
/** Longer than the time resolution of any relevant file system. */
const SETTLE_MS = DENO ? 1100 : 25;
const ROUNDS = DENO ? 30 : 150;
const settled = () => new Promise((done) => setTimeout(done, SETTLE_MS + 15));
const tree = () => realpathSync(mkdtempSync(join(tmpdir(), "jig-sweep-")));

describe("a sweep again", () => {
  test("gives the same object where nothing changed, and another where a file did", async () => {
    const top = tree();
    mkdirSync(join(top, "a/b"), { recursive: true });
    writeFileSync(join(top, "a/b/x.cs"), "x");
    await settled();
    const sweep = createSweeper({ settleMs: SETTLE_MS });
    const ask = () => sweep({ directories: [top], extensions: [".cs"] });
    const first = ask();
    if (process.platform === "linux") assert.equal(ask(), first);
    appendFileSync(join(top, "a/b/x.cs"), "y");
    assert.deepEqual([...ask().sizes], [2]);
    assert.deepEqual([...first.sizes], [1], "what was given before stays as it was");
  });

  test("sees a file that is put into a folder whose times are set back", async () => {
    const top = tree();
    mkdirSync(join(top, "a"));
    const past = new Date("2020-01-01");
    utimesSync(join(top, "a"), past, past);
    await settled();
    const sweep = createSweeper({ settleMs: SETTLE_MS });
    const ask = () => sweep({ directories: [top] }).paths;
    assert.deepEqual(ask(), []);
    writeFileSync(join(top, "a/x"), "");
    utimesSync(join(top, "a"), past, past);
    assert.deepEqual(ask(), [join(top, "a/x")]);
  });

  test("reads a folder again that changed in the same tick as it was read", () => {
    const top = tree();
    const sweep = createSweeper();
    for (let count = 1; count <= 200; count++) {
      writeFileSync(join(top, `${count}`), "");
      assert.equal(sweep({ directories: [top] }).paths.length, count);
    }
  });

  test("leaves out what a project's tools put beside its file, and nothing of that name elsewhere", async () => {
    const top = tree();
    for (const folder of ["Saved", "Game/Saved", "Game/Script/Saved", "Game/Plugins/One/Saved", "Game/Script/One"]) {
      mkdirSync(join(top, folder), { recursive: true });
      writeFileSync(join(top, folder, "x.as"), "");
    }
    writeFileSync(join(top, "Game/Plugins/One/One.UPlugin"), "");
    await settled();
    const sweep = createSweeper({ settleMs: SETTLE_MS });
    const skipSiblings = { ".uproject": ["Saved", "Binaries"], ".uplugin": ["Saved"] };
    const ask = () =>
      sweep({ directories: [top], extensions: [".as"], skipSiblings }).paths.map((path) => path.slice(top.length + 1));
    assert.deepEqual(ask(), ["Game/Saved/x.as", "Game/Script/One/x.as", "Game/Script/Saved/x.as", "Saved/x.as"]);
    writeFileSync(join(top, "Game/Game.uproject"), "");
    assert.deepEqual(ask(), ["Game/Script/One/x.as", "Game/Script/Saved/x.as", "Saved/x.as"]);
    unlinkSync(join(top, "Game/Game.uproject"));
    assert.equal(sweep({ directories: [top], extensions: [".as"] }).paths.length, 5, "another walk");
    assert.equal(ask().length, 4);
    rmSync(top, { recursive: true });
  });

  test("says what a walk without memory says, through hundreds of changes", async () => {
    const top = tree();
    const random = randomNumbers(4711);
    const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
    const folders = ["", "a", "a/b", "a/b/c", "d", "d.cs", "d/e", "obj"];
    const names = ["x.cs", "y.cs", "z.CS", "t.txt", "b"];
    const changes: (() => void)[] = [
      () => writeFileSync(place(), "x".repeat(random(9))),
      () => appendFileSync(place(), "y"),
      () => mkdirSync(join(top, pick(folders)), { recursive: true }),
      () => mkdirSync(place()),
      () => unlinkSync(place()),
      () => rmSync(join(top, pick(folders.slice(1))), { recursive: true, force: true }),
      () => renameSync(place(), place()),
      () => renameSync(join(top, pick(folders.slice(1))), join(top, pick(folders.slice(1)))),
      () => symlinkSync(place(), place()),
      () => utimesSync(place(), random(1e9), random(1e9)),
      () => utimesSync(join(top, pick(folders)), random(1e9), random(1e9)),
      () => chmodSync(join(top, pick(folders.slice(1))), pick([0o000, 0o300, 0o500, 0o700])),
    ];
    const place = () => join(top, pick(folders), pick(names));
    const sweep = createSweeper({ settleMs: SETTLE_MS });
    const forgetful = createSweeper({ once: true });
    const options = { directories: [top], extensions: [".cs"], skip: ["obj"], skipBeside: { ".txt": ["e"] } };
    for (let round = 0; round < ROUNDS; round++) {
      for (let change = random(5); change >= 0; change--) {
        try {
          pick(changes)();
        } catch {
          // Many random changes aren't possible in the current state.
        }
      }
      const expected = createSweeper()(options);
      const found = sweep(options);
      assert.deepEqual(found, expected, `round ${round}`);
      assert.deepEqual(forgetful(options), expected, `round ${round}`);
      assert.ok(found.paths.every((path) => existsSync(path)));
      if (random(3) === 0) await settled();
    }
  });
});

describe("what cannot be read", () => {
  const IS_ROOT = process.getuid?.() === 0;
  const NOBODY = 65_534;

  const skip = process.platform !== "linux" || (IS_ROOT && !process.seteuid);
  test("is named: a folder closed to us, and one whose entries may be listed only", { skip }, async () => {
    const top = tree();
    for (const folder of ["open", "closed", "listed"]) {
      mkdirSync(join(top, folder));
      writeFileSync(join(top, folder, "x.cs"), "");
    }
    chmodSync(top, 0o755);
    // Make parent folders accessible to another user, as the temporary folder may be root's.
    const opened: [folder: string, mode: number][] = [];
    for (let above = dirname(top); IS_ROOT && above !== "/"; above = dirname(above)) {
      const mode = statSync(above).mode & 0o7777;
      if ((mode & 0o011) === 0o011) continue;
      opened.push([above, mode]);
      chmodSync(above, mode | 0o011);
    }
    chmodSync(join(top, "closed"), 0o000);
    chmodSync(join(top, "listed"), 0o444);
    await settled();
    const sweep = createSweeper({ settleMs: SETTLE_MS });
    const ask = () => sweep({ directories: [top], extensions: [".cs"] });
    if (IS_ROOT) process.seteuid?.(NOBODY);
    try {
      const found = ask();
      assert.deepEqual(found.paths, [join(top, "open/x.cs")]);
      assert.deepEqual(found.unreadable, [join(top, "closed"), join(top, "listed")]);
      assert.deepEqual(ask(), found);
    } finally {
      if (IS_ROOT) process.seteuid?.(0);
      for (const [folder, mode] of opened) chmodSync(folder, mode);
      for (const folder of ["closed", "listed"]) chmodSync(join(top, folder), 0o755);
    }
    assert.deepEqual([ask().paths.length, ask().unreadable], [3, undefined], "a right that is given counts at once");
  });

  test("for want of files to open is an error, not an empty tree", {
    skip: process.platform === "win32" || DENO,
  }, () => {
    const top = tree();
    writeFileSync(join(top, "x.cs"), "");
    const script = join(top, "try.ts");
    writeFileSync(
      script,
      `import { openSync } from "node:fs";
      import { createSweeper } from ${JSON.stringify(join(import.meta.dirname, "sweep.ts"))};
      const sweep = createSweeper();
      try { for (;;) openSync("/dev/null"); } catch {}
      try { process.stdout.write(String(sweep({ directories: [${JSON.stringify(top)}] }).paths.length)); }
      catch (error) { process.stdout.write(error.code + ": " + error.message); }`,
    );
    const limited = ["-c", 'ulimit -n 64 && exec "$0" "$@"', process.execPath, script];
    const { stdout } = spawnSync("sh", limited, { encoding: "utf8" });
    assert.equal(stdout, "UNAVAILABLE: The system does not let this process open more files");
  });
});

function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
