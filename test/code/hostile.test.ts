/** Pathological files: queries finish, and other files still give results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

const nest = (open: string, inner: string, close: string) => `${open.repeat(40_000)}${inner}${close.repeat(40_000)}`;

test("chains, calls and macros 40,000 deep end, with lines cut around the name", { timeout: 110_000 }, () => {
  const root = scratch({
    "a.java": `class G { int good() { return 1; } void h() { ${nest("good.", "x", "")}; } }\n`,
    "a.rs": `fn good() -> i32 { 1 }\nfn h() { let x = ${nest("vec![", "1", "]")}; }\n`,
    "a.c": `int good(void) { return 1; }\nvoid h() { ${nest("good(", "1", ")")}; }\n`,
    "b.py": "def good():\n    return 1\n\ngood()\n",
  });
  const ask = (input: object) =>
    callJig("code_refs_find", input, { cwd: root }).value as { uses: { path: string; text: string }[]; total: number };
  const python = ask({ name: "b.py#good" });
  assert.deepEqual([python.total, ...python.uses.map(({ path }) => path)], [2, "b.py", "b.py"]);
  // Limited to a folder, all uses are listed, even possible ones.
  const all = ask({ name: "good", limit: 50, in: "." });
  assert.ok(all.total > 40_000);
  assert.ok(all.uses.every(({ text }) => text.length < 500));
});

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
