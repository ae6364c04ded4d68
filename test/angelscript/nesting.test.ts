/** Source that nests or repeats without reason, 50,000 deep: a few pieces, read in time that grows with its length, and never over the stack. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { problemsOf } from "../../plugins/angelscript/parser/syntax-problems.ts";
import { piecesAreRead } from "./nested-source.ts";

piecesAreRead(["{", "a<", "if (a) ", 'f"{a(', "class A {"]);

test("a long chain of else if keeps all its branches", () => {
  const text = `int Last = 0;\nvoid F(int X) { ${"if (X == 1) X++; else ".repeat(1000)} Last = X; }`;
  assert.deepEqual(problemsOf(text, new Names()), []);
});
