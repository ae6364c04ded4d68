/** Temporary folders of plugin processes are empty at the start of each call. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { createScratch } from "./scratch-folders.ts";

const top = mkdtempSync(join(tmpdir(), "jig-scratch-"));
const emptied = () => new Promise((settle) => setTimeout(settle, 0));

test("an unused folder stays; one that holds something, or is another now, is made anew", async () => {
  const scratch = createScratch(top, "tried");
  const { HOME: home = "", TMPDIR: tmp = "" } = scratch.environment;
  const used = async (work: () => void) => {
    const before = lstatSync(home, { throwIfNoEntry: false })?.ino;
    const end = scratch.hold();
    work();
    end();
    await emptied();
    scratch.hold()();
    for (const path of [home, tmp]) {
      const stat = lstatSync(path);
      assert.ok(stat.isDirectory());
      if (process.platform !== "win32") assert.equal(stat.mode & 0o7777, 0o700);
      assert.deepEqual(readdirSync(path), []);
    }
    return before === lstatSync(home).ino;
  };
  await used(() => {});
  if (process.platform !== "win32") assert.ok(await used(() => {}));
  await used(() => writeFileSync(join(home, ".hidden"), ""));
  await used(() => mkdirSync(join(tmp, "a", "b"), { recursive: true }));
  await used(() => chmodSync(home, 0o755));
  if (process.platform === "linux") {
    await used(() => {
      for (const at of [home, scratch.folder]) writeFileSync(Buffer.from(`${at}/\xff`, "latin1"), "");
    });
    assert.deepEqual(readdirSync(scratch.folder).sort(), ["home", "tmp"]);
  }
  await used(() => {
    rmdirSync(home);
    symlinkSync(top, home);
  });
  scratch.remove();
});

const rights = process.getuid?.() === 0 || process.platform === "win32" ? "its user may remove everything" : false;

/** Read-only, like a module cache. */
function closedFolder(at: string, mode = 0o555): void {
  mkdirSync(join(at, "modules", "a"), { recursive: true });
  writeFileSync(join(at, "modules", "a", "f"), "");
  chmodSync(join(at, "modules", "a"), mode);
  chmodSync(join(at, "modules"), mode);
}

test("folders that a program closed go with the rest", { skip: rights }, async () => {
  const scratch = createScratch(top, "closing");
  for (const mode of [0o555, 0o300, 0]) {
    const end = scratch.hold();
    closedFolder(scratch.environment.TMPDIR!, mode);
    chmodSync(scratch.folder, mode);
    end();
    await emptied();
    scratch.hold()();
    assert.deepEqual(readdirSync(scratch.environment.TMPDIR!), []);
  }
  closedFolder(scratch.folder);
  scratch.remove();
  assert.equal(existsSync(scratch.folder), false);
});

test("what a dead host left goes, and what cannot be removed keeps no call", { skip: rights }, () => {
  const { pid } = spawnSync("true");
  const scratch = createScratch(mkdtempSync(join(tmpdir(), "jig-left-")), "later");
  const parent = dirname(scratch.folder);
  const left = join(parent, `${pid}-left`);
  for (const path of Object.values(scratch.environment)) mkdirSync(path, { recursive: true, mode: 0o700 });
  closedFolder(left);
  chmodSync(parent, 0o500);
  scratch.hold()();
  scratch.remove();
  assert.ok(existsSync(left));
  chmodSync(parent, 0o700);
  createScratch(dirname(parent), "next").hold()();
  assert.equal(existsSync(left), false);
});
