/** Editable text round-trips byte by byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openText, withNewline } from "./editable-text.ts";

const bytes = (...parts: (number[] | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

test("UTF-8, UTF-16 and Windows-1252 come back byte for byte, with their marks", () => {
  const utf16 = Buffer.from("a😀\r\n語", "utf16le");
  const cases = [
    bytes("plain\n"),
    bytes([0xef, 0xbb, 0xbf], "語😀\r\n"),
    bytes([0xff, 0xfe], [...utf16]),
    bytes([0xfe, 0xff], [...Buffer.from(utf16).swap16()]),
    bytes([0xe9, 0x80, 0x81, 0x20, 0xff]),
    bytes(""),
  ];
  for (const each of cases) {
    const { text, encode } = openText(each, "f");
    assert.deepEqual(Buffer.from(encode(text)), each);
    assert.ok(!text.startsWith("\ufeff"));
  }
});

test("what cannot be written again is refused", () => {
  assert.throws(() => openText(bytes([0xff, 0x00, 0x80]), "a.bin"), { code: "ENCODING", message: /"a\.bin"/ });
  assert.throws(() => openText(bytes([0xff, 0xfe, 0x00]), "odd"), { code: "ENCODING" });
  assert.throws(() => openText(bytes([0xe9, 0x20]), "latin").encode("é 語"), {
    code: "ENCODING",
    message: /windows-1252/,
  });
});

test("new text gets the line ends that most lines have", () => {
  assert.equal(withNewline("a\nb\r\n", openText(bytes("x\r\ny\r\nz\n"), "f").newline), "a\r\nb\r\n");
  assert.equal(withNewline("a\r\nb", openText(bytes("x\ny\n"), "f").newline), "a\nb");
});
