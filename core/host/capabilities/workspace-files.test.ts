/** File access: both read modes, ranges, limits, atomic writes, decoding. */
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createWorkspace } from "../workspace/workspace.ts";
import { createGate } from "./permissions.ts";
import { createSweeper } from "./sweep.ts";
import { decodeText } from "./text-decoding.ts";
import { createFiles } from "./workspace-files.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-files-")));
mkdirSync(join(top, "sub", "x.cs"), { recursive: true });
mkdirSync(join(top, ".git"));
writeFileSync(join(top, "a.txt"), "0123456789");
writeFileSync(join(top, "sub", "b.CS"), "class B {}");
writeFileSync(join(top, ".git", "c.cs"), "hidden");
symlinkSync(join(top, "a.txt"), join(top, "link.cs"));

const workspace = createWorkspace([{ name: "files", path: top }], () => []);
const sweeper = createSweeper();
const sweep = async (options: object) => sweeper({ directories: [top], ...options });
const open = (blocking: boolean, readOnly = false) =>
  createFiles({
    resolve: createGate("p", { read: ["workspace"], write: ["workspace"] }, workspace, readOnly).path,
    sweep,
    blocking,
  });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

for (const blocking of [true, false]) {
  test(`read() gives the whole or a part (${blocking ? "blocking" : "async"})`, async () => {
    const files = open(blocking);
    assert.equal(text(await files.read("a.txt")), "0123456789");
    assert.equal(text(await files.read("a.txt", { offset: 3, length: 4 })), "3456");
    assert.equal(text(await files.read("a.txt", { offset: 8, length: 100 })), "89");
    assert.equal(text(await files.read("a.txt", { offset: 100 })), "");
    await assert.rejects(files.read("a.txt", { maxBytes: 5 }), { code: "LIMIT_EXCEEDED" });
    await assert.rejects(files.read("sub"), { code: "NOT_A_FILE" });
  });
}

test("readText() of a path that needs no looking up says what looking says", async () => {
  const resolve = createGate("p", { read: ["workspace"] }, workspace, true).path;
  for (const mayReadDirect of [() => true, () => false]) {
    const { readText } = createFiles({ resolve, sweep, blocking: true, mayReadDirect });
    const { text, size, mtimeMs } = await readText(join(top, "a.txt"));
    assert.deepEqual([text, size, mtimeMs], ["0123456789", 10, statSync(join(top, "a.txt")).mtimeMs]);
    assert.equal((await readText(join(top, "link.cs"))).text, "0123456789");
    assert.equal((await readText(join(top, "sub", "..", "a.txt"))).text, "0123456789");
    await assert.rejects(readText(join(top, "a.txt"), { maxBytes: 5 }), { code: "LIMIT_EXCEEDED" });
    await assert.rejects(readText(join(top, "sub")), { code: "NOT_A_FILE" });
    await assert.rejects(readText(join(top, "none.cs")), { code: "PATH_NOT_FOUND" });
  }
});

test("read() of a path that needs no looking up gives what looking gives", async () => {
  let looked = 0;
  const gate = createGate("p", { read: ["workspace"] }, workspace, true);
  const resolve: typeof gate.path = (...request) => {
    looked++;
    return gate.path(...request);
  };
  for (const isDirect of [true, false]) {
    const { read } = createFiles({ resolve, sweep, blocking: true, mayReadDirect: () => isDirect });
    looked = 0;
    assert.equal(text(await read(join(top, "a.txt"))), "0123456789");
    assert.equal(looked, isDirect ? 0 : 1);
    assert.equal(text(await read(join(top, "a.txt"), { offset: 3, length: 4 })), "3456");
    assert.equal(text(await read(join(top, "link.cs"))), "0123456789");
    await assert.rejects(read(join(top, "a.txt"), { maxBytes: 5 }), { code: "LIMIT_EXCEEDED" });
    await assert.rejects(read(join(top, "sub")), { code: "NOT_A_FILE" });
    await assert.rejects(read(join(top, "none.cs")), { code: "PATH_NOT_FOUND" });
  }
});

test("list() of a folder that needs no looking up says what looking says", async () => {
  const resolve = createGate("p", { read: ["workspace"] }, workspace, true).path;
  symlinkSync(join(top, "sub"), join(top, "way"));
  for (const mayReadDirect of [() => true, () => false]) {
    const { list } = createFiles({ resolve, sweep, blocking: true, mayReadDirect });
    const { mtimeMs, ctimeMs } = statSync(join(top, "sub", "b.CS"));
    const file = { path: join(top, "sub", "b.CS"), kind: "file", size: 10, mtimeMs, ctimeMs };
    const found = await list(join(top, "sub"));
    assert.deepEqual([found[0], found[1]!.path, found[1]!.kind], [file, join(top, "sub", "x.cs"), "directory"]);
    assert.deepEqual(await list(join(top, "sub"), { names: ["none", "b.CS", ".."] }), [file]);
    assert.deepEqual(await list(join(top, "way", "..", "sub"), { names: ["b.CS"] }), [file]);
    assert.deepEqual(await list(join(top, "way"), { names: ["b.CS"] }), [file]);
    await assert.rejects(list(join(top, "a.txt")), { code: "NOT_A_FILE" });
    await assert.rejects(list(join(top, "none")), { code: "PATH_NOT_FOUND" });
  }
  rmSync(join(top, "way"));
});

test("stream() gives chunks, from an offset", async () => {
  const chunks: string[] = [];
  for await (const chunk of open(false).stream("a.txt", { offset: 2, chunkBytes: 3 })) chunks.push(text(chunk));
  assert.equal(chunks.join(""), "23456789");
});

test("sweep() is sorted, takes endings, enters no .git and follows no links", async () => {
  const found = await open(false).sweep({ extensions: [".cs"] });
  assert.deepEqual(found.paths, [join(top, "sub", "b.CS")]);
  assert.deepEqual([...found.sizes], [10]);
  assert.deepEqual((await open(false).sweep({ skip: ["sub"] })).paths, [join(top, "a.txt")]);
  await assert.rejects(open(false).sweep({ directories: ["/etc"] }), { code: "PATH_OUTSIDE" });
});

test("write() is atomic, does not replace unless told to, and needs the permission", async () => {
  const files = open(false);
  await files.write("new.txt", "one");
  await assert.rejects(files.write("new.txt", "two"), { code: "INVALID_ARGUMENT" });
  await files.write("new.txt", "two", { replace: true });
  assert.equal(readFileSync(join(top, "new.txt"), "utf8"), "two");
  assert.deepEqual(
    readdirSync(top).filter((name) => name.endsWith(".tmp")),
    [],
  );
  await assert.rejects(open(false, true).write("x", "y"), { code: "PERMISSION_DENIED" });
  const careful = createFiles({
    resolve: createGate("p", { read: ["workspace"] }, workspace, false).path,
    sweep,
    blocking: false,
  });
  await assert.rejects(careful.write("x", "y"), { code: "PERMISSION_DENIED" });
});

test("write() into a place that runs later needs a permission that names it", async () => {
  await assert.rejects(open(false).write(".git/config2", "x"), { code: "PERMISSION_DENIED" });
  await assert.rejects(open(false).write(".envrc", "x"), { code: "PERMISSION_DENIED" });
  symlinkSync(join(top, ".git"), join(top, "innocent"));
  await assert.rejects(open(false).write("innocent/config2", "x"), { code: "PERMISSION_DENIED" });
  const named = createFiles({
    resolve: createGate("p", { write: ["workspace", ".git/**"] }, workspace, false).path,
    sweep,
    blocking: false,
  });
  await named.write("innocent/config2", "x");
  assert.equal(readFileSync(join(top, ".git", "config2"), "utf8"), "x");
  await assert.rejects(named.write(".envrc", "x"), { code: "PERMISSION_DENIED" });
});

test("a plugin that declares nothing reads nothing, and is not told what is there", async () => {
  const none = createFiles({ resolve: createGate("p", {}, workspace, false).path, sweep, blocking: false });
  await assert.rejects(none.read("a.txt"), { code: "PERMISSION_DENIED" });
  await assert.rejects(none.read("/etc/passwd"), { code: "PATH_OUTSIDE" });
});

test("decodeText() follows the BOM, then UTF-8, then the fallback, and drops nothing", () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  assert.deepEqual(decodeText(bytes(0xef, 0xbb, 0xbf, 0x41)), {
    text: "A",
    encoding: "utf-8",
    bom: true,
    replaced: false,
  });
  assert.equal(decodeText(bytes(0xff, 0xfe, 0x42, 0x30)).text, "あ");
  assert.equal(decodeText(bytes(0xfe, 0xff, 0x30, 0x42)).text, "あ");
  assert.deepEqual(decodeText(bytes(0xe9)), { text: "é", encoding: "windows-1252", bom: false, replaced: true });
  assert.equal(decodeText(bytes(0x82, 0xa0), "shift_jis").text, "あ");
  assert.equal(decodeText(bytes(0x41, 0xff, 0x00)).text, "A\ufffd\0");
  assert.throws(() => decodeText(bytes(0xff), "klingon"), { code: "ENCODING" });
  assert.equal(decodeText(bytes()).text, "");
});
