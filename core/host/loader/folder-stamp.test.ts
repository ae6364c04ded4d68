/** What counts as a changed grammar. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { stampOf } from "./folder-stamp.ts";

test("a changed file changes the stamp, also beside a link that leads nowhere", {
  skip: process.platform === "win32",
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-guests-"));
  const stamp = () => stampOf(folder);
  writeFileSync(join(folder, "tags.scm"), "");
  symlinkSync("nobody@nowhere", join(folder, ".#tags.scm"));
  mkdirSync(join(folder, "grammar/built"), { recursive: true });
  writeFileSync(join(folder, "grammar/built/ini.wasm"), "old");
  const first = stamp();
  writeFileSync(join(folder, "grammar/built/ini.wasm"), "another");
  const before = stamp();
  assert.notEqual(before, first);
  assert.equal(stamp(), before);
  utimesSync(join(folder, "tags.scm"), 1_000_000, 1_000_000);
  assert.notEqual(stamp(), before);
});
