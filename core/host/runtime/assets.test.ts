/** Embedded executables: extracted once, private, verified; a swapped file is replaced. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type AssetSource, createAssets, createExecutables } from "./assets.ts";
import { sourceAssets } from "./source-assets.ts";

const bytes = Buffer.from("#!/bin/sh\necho hi\n");
const source: AssetSource = { read: async (name) => (name === "tool" ? bytes : undefined) };

test("an embedded executable is extracted once, also when many ask at once", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "jig-assets-")), "bin");
  const locate = createExecutables(source, folder, "");
  const paths = await Promise.all(Array.from({ length: 8 }, () => locate("tool")));
  assert.equal(new Set(paths).size, 1);
  assert.deepEqual(readdirSync(folder).length, 1);
  assert.equal(statSync(paths[0]!).mode & 0o777, 0o700);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test("a file that somebody put in its place is replaced", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "jig-assets-")), "bin");
  const path = await createExecutables(source, folder, "")("tool");
  writeFileSync(path, "#!/bin/sh\necho evil\n");
  assert.equal(await createExecutables(source, folder, "")("tool"), path);
  assert.deepEqual(readFileSync(path), bytes);
});

test("other commands are looked for in absolute folders of the PATH only", async () => {
  const locate = createExecutables(source, "/nowhere", `.:${process.env.PATH}`);
  assert.match(await locate("sh"), /^\/.*\/sh$/);
  assert.equal(await locate("no-such-command"), "no-such-command");
});

test("source runs find every asset; an unknown one is UNAVAILABLE", async () => {
  const assets = createAssets(sourceAssets(import.meta.url));
  for (const name of ["rg", "web-tree-sitter.wasm", "tree-sitter-c_sharp.wasm"]) {
    assert.ok((await assets.bytes(name)).length > 100_000, name);
  }
  for (const name of ["nope", "constructor", "../package.json"]) {
    await assert.rejects(assets.bytes(name), { code: "UNAVAILABLE" }, name);
  }
});
