/** The approvals file is never replaced by one with fewer entries. */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { denoStorage } from "../sandbox/deno-storage.ts";
import { readFolder } from "./folder-content.ts";
import { createTrust } from "./trust.ts";

function setUp() {
  const base = mkdtempSync(join(tmpdir(), "jig-trust-"));
  const folder = join(base, "plugin");
  for (const path of [folder, join(base, "config")]) mkdirSync(path);
  writeFileSync(join(folder, "plugin.json"), "{}");
  const places = { configFolder: join(base, "config"), cacheFolder: join(base, "cache") };
  const contentOf = (text: string) => {
    writeFileSync(join(folder, "plugin.json"), text);
    return readFolder(folder);
  };
  const trust = createTrust(places);
  return { folder, trust, contentOf, file: join(base, "config", "trust.json"), copies: join(base, "cache", "trusted") };
}

test("approvals that cannot be read approve nothing and are kept", () => {
  const { folder, trust, file } = setUp();
  const approve = () => trust.approve(folder, readFolder(folder), { name: "a", unsandboxed: false });
  for (const text of ['{"version": 1, "plugins": {', '{"version": 2, "plugins": {}}', ""]) {
    writeFileSync(file, text);
    assert.equal(trust.approvalOf(folder), undefined);
    assert.throws(approve, { code: "UNAVAILABLE", message: /trust\.json/ });
    assert.equal(readFileSync(file, "utf8"), text);
  }
});

test("a withdrawn approval is remembered without approving anything, until the folder is approved again", () => {
  const { folder, trust, contentOf } = setUp();
  assert.deepEqual([trust.isWithdrawn(folder), trust.revoke(folder)], [false, false]);
  trust.approve(folder, contentOf("1"), { name: "a", unsandboxed: false, authored: true });
  assert.deepEqual([trust.isWithdrawn(folder), trust.revoke(folder)], [false, true]);
  assert.deepEqual(
    [trust.approvalOf(folder), trust.isWithdrawn(folder), trust.revoke(folder)],
    [undefined, true, false],
  );
  trust.approve(folder, contentOf("2"), { name: "a", unsandboxed: false });
  assert.equal(trust.isWithdrawn(folder), false);
  assert.equal(trust.approvalOf(folder)?.authored, true, "its author stays its author");
});

test("copies that no approval names go, unless they were used of late", () => {
  const { folder, trust, contentOf, copies } = setUp();
  const named = contentOf("1");
  trust.approve(folder, named, { name: "a", unsandboxed: false });
  const developed = contentOf("2");
  trust.approveWhileRunning(folder, developed);
  const [old, recent] = [contentOf("3"), contentOf("4")];
  for (const content of [old, recent]) trust.copyOf(content);
  const storage = denoStorage(dirname(copies), trust.copyOf(old));
  mkdirSync(storage, { recursive: true });
  mkdirSync(join(copies, ".new-a"));
  for (const path of [named.hash, developed.hash, old.hash, ".new-a"]) utimesSync(join(copies, path), 1, 1);
  const last = contentOf("5");
  trust.copyOf(last);
  assert.deepEqual(readdirSync(copies).sort(), [named.hash, developed.hash, recent.hash, last.hash].sort());
  assert.ok(!existsSync(storage));
});

test("a copy that is used again counts as used of late, and nothing goes while approvals cannot be read", () => {
  const { trust, contentOf, copies, file } = setUp();
  const [used, unused] = [contentOf("1"), contentOf("2")];
  const paths = [used, unused].map((content) => trust.copyOf(content));
  for (const path of paths) utimesSync(path, 1, 1);
  trust.copyOf(used);
  writeFileSync(file, "{");
  trust.copyOf(contentOf("3"));
  assert.equal(readdirSync(copies).length, 3);
  rmSync(file);
  trust.copyOf(contentOf("4"));
  assert.deepEqual([existsSync(join(copies, used.hash)), existsSync(join(copies, unused.hash))], [true, false]);
});
