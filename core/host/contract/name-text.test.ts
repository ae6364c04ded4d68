/** Names with arbitrary bytes: to text and back without a loss. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOfText, hasRawBytes, readableText, textOfName } from "./name-text.ts";

test("UTF-8 is plain text", () => {
  for (const text of ["", "a.txt", "é日本😀", "\ufffd", "\u{10ffff}\u{10fe7f}\u{10ff00}"]) {
    assert.equal(textOfName(Buffer.from(text)), text);
    assert.equal(hasRawBytes(text), false);
    assert.deepEqual(bytesOfText(text), Buffer.from(text));
  }
});

test("every other byte sequence survives as text", () => {
  const cases = [[0xe9], [0x61, 0xe9, 0x62], [0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xff, 0xc3, 0xa9]];
  // the private characters themselves, as names
  for (const code of [0x10_fe80, 0x10_feff]) cases.push([...Buffer.from(String.fromCodePoint(code))]);
  for (const bytes of cases) {
    const text = textOfName(Buffer.from(bytes));
    assert.equal(hasRawBytes(text), true);
    assert.deepEqual([...bytesOfText(text)], bytes);
    assert.equal(text.isWellFormed(), true);
  }
  const all = Buffer.from(Array.from({ length: 65_536 }, (_, at) => [at >> 8, at & 0xff]).flat());
  assert.ok(bytesOfText(textOfName(all)).equals(all));
  assert.equal(readableText(textOfName(Buffer.from([0x61, 0xe9]))), "a\ufffd");
});
