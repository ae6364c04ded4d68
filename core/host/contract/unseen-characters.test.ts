/** Which characters are escaped, and which ones scripts need. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  escapedJson,
  hasUnseen,
  marksToEscapes,
  withEscapes,
  withLongSpelled,
  withMarks,
} from "./unseen-characters.ts";

test("controls, marks that reorder, zero-width characters and tags become escapes", () => {
  for (const code of [0, 0x1b, 0x7f, 0x80, 0x9b, 0xad, 0x61c, 0x200b, 0x200e, 0x202e, 0x2028, 0x2060, 0x2066, 0xfeff])
    assert.equal(withEscapes(`a${String.fromCharCode(code)}b`), `a\\u${code.toString(16).padStart(4, "0")}b`);
  assert.equal(withEscapes("a\u{e0041}b\u{1d173}"), "a\\u{e0041}b\\u{1d173}");
  assert.equal(
    withEscapes("pass\u200dword pass\u200cword a\ufe0f x\ufe0e\ufe0f a\u{e0101}"),
    "pass\\u200dword pass\\u200cword a\\ufe0f x\\ufe0e\\ufe0f a\\u{e0101}",
  );
});

test("scripts, emoji and line ends stay", () => {
  for (const text of ["a\tb\nc\r\nd", "日本 한글 é", "👨‍👩‍👧 ❤️ 1️⃣", "می‌خواهم", "क्‍ष", "葛\u{e0100}", "𝄞 𝒳", "a\ufffdb"]) {
    assert.equal(withEscapes(text), text);
    assert.ok(!hasUnseen(text));
  }
  assert.equal(withEscapes("a\rb"), "a\\u000db");
});

test("JSON and marked lines say the same to a parser", () => {
  const value = { "k\u202e": ["a\u009b\u{e0041}\u200b", 1, null], plain: "👨‍👩" };
  const json = escapedJson(value);
  assert.ok(!hasUnseen(json), json);
  assert.deepEqual(JSON.parse(json), value);
  assert.equal(marksToEscapes(JSON.stringify(withMarks("a\u202eb\u{e0041}"))), '"a\\u202eb\u{e0041}"');
  assert.equal(withLongSpelled("a\u202eb\u{e0041}"), "a\u202eb\\u{e0041}");
});
