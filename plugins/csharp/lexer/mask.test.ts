/** Tests the text that `codeOnly` searches see. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskCode } from "./mask.ts";

/** Returns the rest of the text without blanks. */
function code(text: string): string {
  const masked = maskCode(text);
  assert.equal(masked.length, text.length);
  assert.equal(masked.split("\n").length, text.split("\n").length);
  return masked.replace(/\s+/g, " ").trim();
}

test("comments and strings go, code stays", () => {
  assert.equal(code('a("x // y", /* z */ b); // c\nd();'), "a( , b); d();");
  assert.equal(code('var s = @"C:\\" + "\\"" + \'"\'; t();'), "var s = + + ; t();");
  assert.equal(code('"""\n raw " { } \n""" ; u();'), "; u();");
});

test("code in interpolation holes stays, format and text go", () => {
  assert.equal(code('$"a {b(c)} d {e:F2} {{f}}"'), "b(c) e");
  assert.equal(code('$"{(x ? "yes" : y)}"'), "(x ? : y)");
  assert.equal(code('$@"{p}\n""{q}"" r"'), "p q");
  assert.equal(code('$$"""{not} {{yes}}"""'), "yes");
});

test("a verbatim name is code", () => {
  assert.equal(code("int @class = 1;"), "int @class = 1;");
});

test("an apostrophe in a region name opens no character literal", () => {
  assert.equal(code("#region Don't\nx();\n#endregion"), "#region Don't x(); #endregion");
});
