/** Tests the code that replaces a match, in particular its indentation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { replacementOf } from "./replacement.ts";

/** Replaces all of `text`, starting at its first letter. `$A` is the code between `(` and the last `)`. */
function replaced(text: string, rewrite: string): string {
  const start = text.search(/\S/);
  const [from, to] = [text.indexOf("(") + 1, text.lastIndexOf(")")];
  const match = { start, end: text.length, matchedEnd: text.length, captured: [["A", from, to]] };
  return text.slice(0, start) + replacementOf(rewrite, text, match as unknown as Parameters<typeof replacementOf>[2]);
}

test("lines of a matched name keep their tabs and what is in their strings", () => {
  assert.equal(replaced("\t\tf(T{\n\t\t\t1,\n\t\t})", "g($A)"), "\t\tg(T{\n\t\t\t1,\n\t\t})");
  assert.equal(replaced("    f(`\nraw\n  b`)", "g($A)"), "    g(`\nraw\n  b`)");
});

test("lines move with the line that their name is written on", () => {
  assert.equal(replaced("\tf({\n\t\t1\n\t})", "if x {\n\tg($A)\n}"), "\tif x {\n\t\tg({\n\t\t\t1\n\t\t})\n\t}");
  assert.equal(replaced("f({\n  1\n})", "a\n  b\n  $A"), "a\n  b\n  {\n    1\n  }");
});
