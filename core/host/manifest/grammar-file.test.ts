/** Invalid grammar files are recognized by their first bytes. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { grammarFault } from "./grammar-file.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-grammar-"));
after(() => rmSync(folder, { recursive: true }));

function faultOf(content: string): string | undefined {
  const path = join(folder, "g.wasm");
  writeFileSync(path, content, "latin1");
  return grammarFault(path);
}

test("a module of WebAssembly may be a grammar", () => {
  for (const rest of ["", "more"]) assert.equal(faultOf(`\0asm\u0001\0\0\0${rest}`), undefined);
});

test("what is none says why", () => {
  assert.equal(faultOf(""), "is empty");
  assert.equal(faultOf("version https://git-lfs"), "is a Git LFS pointer, not the file itself");
  assert.equal(faultOf("\0as"), 'is not compiled to wasm: it begins with "\\u0000as"');
  assert.equal(
    faultOf("\0asm\u0002\0\0\0"),
    'is not compiled to wasm: it begins with "\\u0000asm\\u0002\\u0000\\u0000\\u0000"',
  );
  assert.equal(faultOf("a version"), 'is not compiled to wasm: it begins with "a versio"');
});

test("a folder and a file that is not there are no grammars", () => {
  mkdirSync(join(folder, "dir"));
  assert.equal(grammarFault(join(folder, "dir")), "is not a regular file");
  assert.equal(grammarFault(join(folder, "gone")), "does not exist");
  assert.match(grammarFault(join(folder, "g.wasm", "inside")) ?? "", /^cannot be read: ENOTDIR/);
});
