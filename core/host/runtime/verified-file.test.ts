/** Verified files are recognized until anything about them changes, and only in private folders. */
import assert from "node:assert/strict";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type AssetSource, createExecutables } from "./assets.ts";
import { isVerified, recordVerified } from "./verified-file.ts";

const SKIPS = process.platform === "win32" || "Deno" in globalThis;

function verified(): string {
  const file = join(mkdtempSync(join(tmpdir(), "jig-verified-")), "rg");
  writeFileSync(file, "program", { mode: 0o700 });
  assert.equal(isVerified(file), false);
  recordVerified(file);
  assert.equal(isVerified(file), true);
  return file;
}

const changes: Record<string, (file: string) => void> = {
  "other bytes of the same length and time": (file) => {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, "PROGRAM");
    utimesSync(file, atime, mtime);
  },
  "another file in its place": (file) => {
    writeFileSync(`${file}.new`, "program", { mode: 0o700 });
    renameSync(`${file}.new`, file);
  },
  "a link in its place": (file) => {
    renameSync(file, `${file}.moved`);
    symlinkSync(`${file}.moved`, file);
  },
  "a second name": (file) => linkSync(file, `${file}.second`),
  "a mode that lets others write": (file) => chmodSync(file, 0o722),
  "a folder that lets others write": (file) => chmodSync(join(file, ".."), 0o722),
  "no record": (file) => rmSync(`${file}.verified`),
  "a record that is a folder": (file) => {
    rmSync(`${file}.verified`);
    mkdirSync(`${file}.verified`);
  },
  "no file": (file) => rmSync(file),
};

for (const [what, change] of Object.entries(changes)) {
  test(`not known again: ${what}`, { skip: SKIPS }, () => {
    const file = verified();
    change(file);
    assert.equal(isVerified(file), false);
  });
}

test("where change times are whole seconds, nothing is known again", { skip: !("Deno" in globalThis) }, () => {
  const file = join(mkdtempSync(join(tmpdir(), "jig-verified-")), "rg");
  writeFileSync(file, "program", { mode: 0o700 });
  recordVerified(file);
  assert.equal(isVerified(file), false);
});

test("a verified program is not read again; a swapped one is replaced", { skip: "Deno" in globalThis }, async () => {
  const bytes = Buffer.alloc(100_000, "a");
  let reads = 0;
  const source: AssetSource = {
    hash: () => "0123456789abcdef",
    async read() {
      reads++;
      return bytes;
    },
  };
  const folder = join(mkdtempSync(join(tmpdir(), "jig-verified-")), "bin");
  const find = async () => (await createExecutables(source, folder, "").find("tool")).path;
  const path = await find();
  assert.equal(await find(), path);
  assert.equal(reads, 1);
  writeFileSync(path, Buffer.alloc(100_000, "b"));
  assert.equal(await find(), path);
  assert.equal(reads, 2);
  assert.deepEqual(readFileSync(path), bytes);
  assert.equal(await find(), path);
  assert.equal(reads, 2);
});
