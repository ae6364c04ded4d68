/** Folders of a plugin's processes: empty and its own at the start of each call, whatever the last one did. */
import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  await used(() => {
    rmdirSync(home);
    symlinkSync(top, home);
  });
  scratch.remove();
});
