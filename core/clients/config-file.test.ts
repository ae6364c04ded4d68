/** Special files as client configuration: rejected, or written while preserving their properties. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { JigError } from "../host/frontend-api.ts";
import { makeFolderOf, readConfigFile, replaceFile } from "./config-file.ts";

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

test("a full disk leaves a file that cannot be replaced as it was", POSIX, () => {
  const file = join(folder(), "linked.json");
  const text = `{"a": "${"v".repeat(16_000)}"}`;
  writeFileSync(file, text);
  linkSync(file, `${file}.other`);
  const script = `import { replaceFile } from ${JSON.stringify(join(import.meta.dirname, "config-file.ts"))};
try { replaceFile(process.argv.at(-1), Buffer.alloc(60_000, "x")) } catch (error) { console.log(error.code) }`;
  writeFileSync(`${file}.ts`, script);
  // Depending on the shell, a block has 512 or 1,024 bytes.
  const limited = ["-c", 'ulimit -f 32; exec "$0" "$@"', process.execPath, `${file}.ts`, file];
  const { stdout, stderr } = spawnSync("sh", limited, { encoding: "utf8" });
  assert.equal(stdout, "UNAVAILABLE\n", stderr);
  assert.equal(readFileSync(file, "utf8"), text);
});

test("a path through a file or a link that leads nowhere is refused with that place", POSIX, () => {
  const at = folder();
  writeFileSync(join(at, "file"), "");
  symlinkSync("gone", join(at, "link"));
  for (const [name, message] of [
    ["file", /file is not a folder$/],
    ["link", /link is a link to gone, which is not a folder$/],
  ] as const) {
    const file = join(at, name, "deep", "own.json");
    for (const work of [
      () => readConfigFile(file),
      () => makeFolderOf(file),
      () => replaceFile(file, Buffer.from("x")),
    ]) {
      const { code, message: said } = refusalOf(work);
      assert.equal(code, "NOT_A_FILE");
      assert.match(said, message);
    }
  }
});

test("a writable file in a read-only folder is written", { skip: process.getuid?.() !== 0 }, (t) => {
  // Other users can't access the tests' temporary folder.
  const at = mkdtempSync("/tmp/jig-config-");
  t.after(() => rmSync(at, { recursive: true }));
  const file = join(at, "own.json");
  writeFileSync(file, "{}");
  const script = `import { replaceFile } from ${JSON.stringify(join(import.meta.dirname, "config-file.ts"))};
process.setegid(4321); process.seteuid(1234);
try { replaceFile(process.argv.at(-1), Buffer.from("changed")) } catch (error) { console.log(error.message) }`;
  writeFileSync(join(at, "write.ts"), script);
  execFileSync("chown", ["-R", "1234:4321", at]);
  chmodSync(at, 0o555);
  const run = (path: string) => spawnSync(process.execPath, [join(at, "write.ts"), path], { encoding: "utf8" });
  assert.deepEqual([run(file).stdout, readFileSync(file, "utf8")], ["", "changed"]);
  assert.equal(run(join(at, "new.json")).stdout, `Cannot write ${join(at, "new.json")}: permission denied\n`);
});
