/** Client files that are no plain files: refused with their place, or written with all that is theirs. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { JigError } from "../host/frontend-api.ts";
import { readConfigFile, replaceFile } from "./config-file.ts";

const POSIX = { skip: process.platform === "win32" };
const folder = () => mkdtempSync(join(tmpdir(), "jig-config-"));

function refusalOf(work: () => unknown): JigError {
  try {
    work();
  } catch (error) {
    if (error instanceof JigError) return error;
    throw error;
  }
  assert.fail("it was not refused");
}

test("pipes, devices, folders and links that lead nowhere are refused by read and write", POSIX, () => {
  const at = folder();
  const cases: [name: string, make: (file: string) => void, code: string, message: RegExp][] = [
    ["pipe", (file) => execFileSync("mkfifo", [file]), "NOT_A_FILE", /is a named pipe, not a file/],
    ["zero", (file) => symlinkSync("/dev/zero", file), "NOT_A_FILE", /^\/dev\/zero is a device/],
    ["folder", (file) => mkdirSync(file), "NOT_A_FILE", /is a folder/],
    ["dangling", (file) => symlinkSync("gone/x.json", file), "PATH_NOT_FOUND", /is a link to gone\/x\.json, which/],
    ["loop", (file) => symlinkSync(file, file), "PATH_OUTSIDE", /ELOOP/],
    [
      "huge",
      (file) => {
        writeFileSync(file, "");
        truncateSync(file, 10 ** 9);
      },
      "LIMIT_EXCEEDED",
      /has 1000000000 bytes/,
    ],
  ];
  for (const [name, make, code, message] of cases) {
    const file = join(at, name);
    make(file);
    const before = lstatSync(file);
    for (const work of [() => readConfigFile(file), () => replaceFile(file, Buffer.from("x"))]) {
      const refused = refusalOf(work);
      assert.deepEqual([refused.code, message.test(refused.message)], [code, true], `${name}: ${refused.message}`);
      assert.ok(refused.message.includes(name), refused.message + refused.hint);
      assert.equal(lstatSync(file).ino, before.ino);
    }
  }
});

test("hard links stay, links stay links, and rights stay whatever the process masks", POSIX, () => {
  const at = folder();
  const [one, other, linked] = ["one.json", "other.json", "linked.json"].map((name) => join(at, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(one, "a long text that was there before");
  linkSync(one, other);
  replaceFile(one, Buffer.from("short"));
  assert.deepEqual([readFileSync(other, "utf8"), statSync(one).nlink], ["short", 2]);
  symlinkSync("other.json", linked);
  replaceFile(linked, Buffer.from("through"));
  assert.deepEqual([readlinkSync(linked), readFileSync(one, "utf8")], ["other.json", "through"]);
  const file = join(at, "mode.json");
  writeFileSync(file, "");
  for (const mode of [0o666, 0o600, 0o640]) {
    chmodSync(file, mode);
    replaceFile(file, Buffer.from(String(mode)));
    assert.deepEqual([statSync(file).mode & 0o7777, readFileSync(file, "utf8")], [mode, String(mode)]);
  }
});

test("a file of another user stays theirs", { skip: process.getuid?.() !== 0 }, () => {
  const file = join(folder(), "theirs.json");
  writeFileSync(file, "x".repeat(100));
  execFileSync("chown", ["1234:4321", file]);
  replaceFile(file, Buffer.from("{}"));
  const { uid, gid } = statSync(file);
  assert.deepEqual([uid, gid, readFileSync(file, "utf8")], [1234, 4321, "{}"]);
});

test("a read-only file is refused", { skip: process.platform === "win32" || process.getuid?.() === 0 }, () => {
  const file = join(folder(), "own.json");
  writeFileSync(file, "{}", { mode: 0o444 });
  assert.equal(refusalOf(() => replaceFile(file, Buffer.from("x"))).code, "PERMISSION_DENIED");
  assert.ok(existsSync(file));
});
