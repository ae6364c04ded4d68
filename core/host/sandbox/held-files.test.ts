/** Size of third-party folders, even if parts are hidden. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { storageFaultOf } from "./held-files.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "jig-held-"));

test("files count wherever they are, and an absent folder holds nothing", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "a/b"), { recursive: true });
  writeFileSync(join(folder, "a/b/c"), "x".repeat(5000));
  assert.equal(storageFaultOf(folder, 4999), "full");
  assert.equal(storageFaultOf(folder, 5000), undefined);
  assert.equal(storageFaultOf(join(folder, "none"), 0), undefined);
  assert.equal(storageFaultOf(join(folder, "a/b/c"), 0), undefined);
});

const notLinux = process.platform !== "linux" && "Linux has such";

test("files whose names are no UTF-8 count, in folders of such names too", { skip: notLinux }, () => {
  const folder = newFolder();
  const strange = Buffer.from(`${folder}/\xff`, "latin1");
  mkdirSync(strange);
  writeFileSync(Buffer.concat([strange, Buffer.from("/\xfe", "latin1")]), "x".repeat(5000));
  assert.equal(storageFaultOf(folder, 4999), "full");
  assert.equal(storageFaultOf(folder, 5000), undefined);
});

test("room reserved behind the end of a file counts", { skip: notLinux }, (context) => {
  const folder = newFolder();
  writeFileSync(join(folder, "a"), "");
  const { status } = spawnSync("fallocate", ["--keep-size", "--length", "1048576", join(folder, "a")]);
  if (status !== 0) return context.skip("this file system reserves nothing");
  assert.equal(storageFaultOf(folder, 1_000_000), "full");
  assert.equal(storageFaultOf(folder, 1_100_000), undefined);
});

test("a folder deeper than any path is unreadable", {
  skip: process.platform !== "linux" && "Linux bounds paths",
}, () => {
  const folder = newFolder();
  const deep = (top: string) => join(top, ...Array.from({ length: 15 }, () => "d".repeat(200)));
  const [whole, part] = [join(folder, "a"), join(folder, "b")];
  for (const top of [whole, part]) mkdirSync(deep(top), { recursive: true });
  renameSync(part, join(deep(whole), "b"));
  assert.equal(storageFaultOf(folder, 1e9), "unreadable");
});

const rights = process.getuid?.() === 0 || process.platform === "win32" ? "its user may look at everything" : false;

test("a folder that may not be read or entered is unreadable", { skip: rights }, () => {
  for (const mode of [0o400, 0o300]) {
    const folder = newFolder();
    mkdirSync(join(folder, "x"));
    writeFileSync(join(folder, "x/f"), "");
    chmodSync(join(folder, "x"), mode);
    assert.equal(storageFaultOf(folder, 1e9), "unreadable");
    chmodSync(join(folder, "x"), 0o700);
  }
});
