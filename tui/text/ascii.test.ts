/** Tests that replacing Unicode characters does not change the columns. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asciiOf, isAsciiLocale } from "./ascii.ts";
import { widthOf } from "./line.ts";

test("each character becomes as many of ASCII as it has columns", () => {
  assert.equal(asciiOf("╭─ Tools ─╮ ▸ é 果 …"), "+- Tools -+ > ? ?? ~");
  const text = "│ 日本 plum 🍑 e\u0301 ⠋ │";
  assert.equal(asciiOf(text).length, widthOf(text));
  assert.equal(asciiOf("\u001b[36m│\u001b[39m"), "\u001b[36m|\u001b[39m");
});

test("the locale says whether there is Unicode, the strongest variable first", () => {
  for (const LANG of ["C", "POSIX", "de_DE.ISO-8859-1"]) assert.ok(isAsciiLocale({ LANG }));
  for (const LANG of ["", undefined, "C.UTF-8", "de_DE.utf8", "en_US", "ja_JP"]) assert.ok(!isAsciiLocale({ LANG }));
  assert.ok(isAsciiLocale({ LC_ALL: "C", LANG: "de_DE.UTF-8" }));
  assert.ok(!isAsciiLocale({ LC_CTYPE: "UTF-8", LANG: "C" }));
});
