/** Source nested 50,000 levels deep, some variants: linear time and no stack overflow. */
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
