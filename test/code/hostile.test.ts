/** Pathological files: queries finish, and other files still give results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

test("files that were not read are named by an answer that depends on them", () => {
  const root = scratch({
    "a.ts": "export function good() {}\n",
    "large.ts": `export function good() {}\n// ${"x".repeat(1024 * 1024)}\n`,
    "lib.min.js": "function good(){}\n",
  });
  const note = "Files not read: 1 over 1 MB (large.ts), 1 generated or minified (lib.min.js)";
  for (const tool of ["code_refs_find", "code_symbol_find"])
    assert.equal((callJig(tool, { name: "good" }, { cwd: root }).value as { unread: string }).unread, note);
});

test("a name of 250 letters is found, and its uses in other files", () => {
  const name = `a${"bcdefghij".repeat(28).slice(0, 249)}`;
  const root = scratch({
    "a.ts": `export function ${name}() {}\n`,
    "b.ts": `import { ${name} } from "./a";\n${name}();\n`,
  });
  const found = (tool: string) => (callJig(tool, { name }, { cwd: root }).value as { total: number }).total;
  assert.deepEqual([found("code_symbol_find"), found("code_refs_find")], [1, 3]);
});
