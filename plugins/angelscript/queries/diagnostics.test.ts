/** Missing braces: location, and no follow-up errors. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Names } from "../lexer/interned-names.ts";
import { problemsOf } from "../parser/syntax-problems.ts";

function told(text: string): string[] {
  return problemsOf(text, new Names()).map(({ start, message }) => {
    return `${text.slice(0, start).split("\n").length}: ${message}`;
  });
}

test("a lost brace is told once, near where it is missing", () => {
  const inClass =
    "class A\n{\n\tvoid F()\n\t{\n\t\tif (X)\n\t\t{\n\t\t\tX = 1;\n\n\t\tX = 2;\n\t}\n\n\tvoid G()\n\t{\n\t\tX = 3;\n\t}\n\n" +
    "\tUFUNCTION()\n\tvoid H()\n\t{\n\t}\n}\n";
  assert.deepEqual(told(inClass), ['9: "}" expected before this']);
  const inFile = "void F()\n{\n\tfor (;;)\n\t{\n\t\tA();\n\tB();\n}\n\nvoid G()\n{\n\tC();\n}\n\nclass Last\n{\n}\n";
  assert.deepEqual(told(inFile), ['6: "}" expected before this']);
});

test("faults before the missing brace, and those of other bodies, are told all the same", () => {
  const text =
    "void F()\n{\n\tA(;\n}\n\nvoid G()\n{\n\tif (X)\n\t{\n\t\tB();\n}\n\nclass Last\n{\n\tvoid M() { C(; }\n}\n";
  assert.deepEqual(
    told(text).map((line) => line.split(":")[0]),
    ["3", "11", "15"],
  );
});
