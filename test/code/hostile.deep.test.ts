/** Deep nesting is read. */
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
