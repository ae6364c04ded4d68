/** Embedded executables: extracted once, private, verified, and replaced if modified. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type AssetSource, createAssets, createExecutables } from "./assets.ts";
import { GRAMMAR_FILES } from "./grammar-assets.ts";
import { sourceAssets } from "./source-assets.ts";

const bytes = Buffer.from("#!/bin/sh\necho hi\n");
const source: AssetSource = { read: async (name) => (name === "tool" ? bytes : undefined) };

test("an embedded executable is extracted once, also when many ask at once", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "jig-assets-")), "bin");
  const { find } = createExecutables(source, folder, "");
  const found = await Promise.all(Array.from({ length: 8 }, () => find("tool")));
  assert.equal(new Set(found.map(({ path }) => path)).size, 1);
  assert.ok(found.every(({ own }) => own));
  assert.deepEqual(readdirSync(folder).length, 1);
  assert.equal(statSync(found[0]!.path).mode & 0o777, 0o700);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test("a file that somebody put in its place is replaced", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "jig-assets-")), "bin");
  const { path } = await createExecutables(source, folder, "").find("tool");
  writeFileSync(path, "#!/bin/sh\necho evil\n");
  assert.equal((await createExecutables(source, folder, "").find("tool")).path, path);
  assert.deepEqual(readFileSync(path), bytes);
});

test("a cache that was deleted since is filled again", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "jig-assets-")), "bin");
  let reads = 0;
  const counted: AssetSource = { read: (name) => source.read(name).finally(() => reads++) };
  const { find } = createExecutables(counted, folder, "");
  const { path } = await find("tool");
  rmSync(folder, { recursive: true });
  const found = await Promise.all(Array.from({ length: 8 }, () => find("tool")));
  assert.deepEqual(new Set(found.map((each) => each.path)), new Set([path]));
  assert.deepEqual(readFileSync(path), bytes);
  assert.equal(reads, 2);
});

test("where its folder cannot be written to it lies in the spare one; where neither can, the first is named", async () => {
  const top = mkdtempSync(join(tmpdir(), "jig-assets-"));
  const blocked = join(top, "file", "bin");
  writeFileSync(join(top, "file"), "");
  const found = await createExecutables(source, blocked, "", () => join(top, "spare")).find("tool");
  assert.ok(found.own && found.path.startsWith(join(top, "spare")));
  assert.deepEqual(readFileSync(found.path), bytes);
  const message = `Cannot write in ${JSON.stringify(blocked)}`;
  await assert.rejects(createExecutables(source, blocked, "", () => join(top, "file", "more")).find("tool"), (error) =>
    String(error).includes(message),
  );
});

test("other commands are looked for in absolute folders of the PATH only", async () => {
  const { find } = createExecutables(source, "/nowhere", `.:${process.env.PATH}`);
  assert.match((await find("sh")).path, /^\/.*\/sh$/);
  assert.deepEqual(await find("no-such-command"), { path: "no-such-command", own: false });
});

test("source runs find every asset; an unknown one is UNAVAILABLE", async () => {
  const assets = createAssets(sourceAssets(import.meta.url));
  for (const name of ["rg", "web-tree-sitter.wasm", ...Object.keys(GRAMMAR_FILES)]) {
    assert.ok((await assets.bytes(name)).length > 5_000, name);
  }
  for (const name of ["nope", "constructor", "../package.json"]) {
    await assert.rejects(assets.bytes(name), { code: "UNAVAILABLE" }, name);
  }
});
