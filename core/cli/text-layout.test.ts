/** Wrapping, columns, and removal of control sequences. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plain, table, twoColumns, wrap } from "./text-layout.ts";

test("lines are broken at spaces so that they fit, also with their indent", () => {
  assert.equal(wrap("aa bb cc", 5), "aa bb\ncc");
  assert.equal(wrap("aa bb cc", 6), "aa bb\ncc");
  assert.equal(wrap("aa bb cc", 8), "aa bb cc");
  assert.equal(wrap("aa bb cc", 6, "  "), "aa\n  bb\n  cc");
  assert.equal(wrap("toolong a", 3), "toolong\na");
  assert.equal(wrap("a\nb", 10), "a\nb");
  assert.equal(wrap("漢字 漢字", 9), "漢字 漢字");
  assert.equal(wrap("漢字 漢字", 8), "漢字\n漢字");
});

test("descriptions stand below one another; behind a long name they begin on a line of their own", () => {
  assert.equal(
    twoColumns(
      [
        ["a", "one two"],
        ["bbb", ""],
        ["c".repeat(40), "far"],
      ],
      40,
    ),
    `  a${" ".repeat(29)}one two\n  bbb\n  ${"c".repeat(40)}\n${" ".repeat(32)}far`,
  );
  assert.equal(twoColumns([["ab", "x y"]], 8), "  ab  x\n      y");
  assert.equal(twoColumns([], 40), "");
});

test("a table aligns its columns, numbers to the right, and leaves out what is empty at the end", () => {
  const rows = [
    ["a", 5, ""],
    ["bbb", 12, null],
  ];
  assert.equal(table(["name", "n", "x"], rows), "name   n  x\na      5\nbbb   12");
  assert.equal(table(["n"], [["1"], [2]]), "n\n1\n2");
  const paint = { title: (text: string) => `<${text}>`, cell: (text: string, row: number) => `${row}${text}` };
  assert.equal(table(["a", "b"], [["x", "y"]], paint), "<a>  <b>\n0x  0y");
});

test("nothing that drives a terminal is left", () => {
  assert.equal(plain("\x1b[31mred\x1b[0m"), "\\u001b[31mred\\u001b[0m");
  assert.equal(plain("\x1b]8;;http://x\x07link"), "\\u001b]8;;http://x\\u0007link");
  assert.equal(plain("a\x00b\x7fc\x9bd\u202ee\u2066f"), "a\\u0000b\\u007fc\\u009bd\\u202ee\\u2066f");
  assert.equal(plain("a\r\nb\rc\td"), "a\nb\nc\td");
  assert.equal(plain("\x1bc\x1b"), "\\u001bc\\u001b");
});
