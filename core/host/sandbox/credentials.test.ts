/** Credentials excluded from a granted folder. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { withoutCredentials } from "./credentials.ts";

function folderOf(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "jig-credentials-"));
  for (const path of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), "");
  }
  return folder;
}

const grantOf = (folder: string) =>
  withoutCredentials(folder)
    .map((path) => path.slice(folder.length + 1))
    .sort();

test("a folder without credentials is one grant, others are their parts", () => {
  assert.deepEqual(grantOf(folderOf(["a/b", "c"])), [""]);
  assert.deepEqual(grantOf(folderOf(["a/b/c", "a/b/.env", "a/d", "e/f"])), ["a/b/c", "a/d", "e"]);
  assert.deepEqual(grantOf(folderOf([".aws/config", "a"])), ["a"]);
  const folder = folderOf(["a/.env", "b"]);
  assert.deepEqual(withoutCredentials(`${folder}/a/../`), [join(folder, "b")]);
});

test("a link is never part of a grant: its target would be granted", () => {
  const folder = folderOf([".env", "lib/a"]);
  for (const name of ["data", ".aws", "lib/inner"]) symlinkSync(tmpdir(), join(folder, name));
  symlinkSync(".env", join(folder, "settings"));
  assert.deepEqual(grantOf(folder), ["lib"]);
});

test("many files in one folder hide no credential beside it or after them", () => {
  const many = Array.from({ length: 3100 }, (_, at) => `a/b/${at}`);
  assert.deepEqual(grantOf(folderOf([...many, "a/b/~/.env", "z/.env", "z/y"])), ["a", "z/y"]);
  const flat = folderOf([...many.map((path) => path.slice(4)), ".env", "zz.pem"]);
  writeFileSync(join(flat, "zz.pem"), "-----BEGIN PRIVATE KEY-----");
  assert.equal(grantOf(flat).length, many.length);
});
