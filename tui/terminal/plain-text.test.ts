/** Plain text goes through; keys and pastes arrive intact even if a read splits them. */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { ReadStream } from "node:tty";
import { withoutPlainText } from "./plain-text.ts";

function split(...chunks: string[]): { typed: string[]; left: string[] } {
  const typed: string[] = [];
  const queue = [...chunks];
  const stdin = Object.assign(new Readable({ read() {} }), { read: () => queue.shift() ?? null });
  // `read` is all that's used.
  const stream = withoutPlainText(stdin as unknown as ReadStream, (text) => typed.push(text));
  const left: string[] = [];
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) if (chunk !== "") left.push(chunk);
  return { typed, left };
}

test("letters are passed on, and other keys are left", () => {
  assert.deepEqual(split("wa", "\r", "l k", "\u007f", "é", "~"), {
    typed: ["wa", "l k", "~"],
    left: ["\r", "\u007f", "é"],
  });
  assert.deepEqual(split("ab\r"), { typed: [], left: ["ab\r"] });
});

test("letters after a whole sequence are passed on", () => {
  for (const key of ["\u001b[A", "\u001b[1;3C", "\u001bOP", "\u001b[[A", "\u001b?", "\u001b\u001b[A", "\u001b[97;1:3u"])
    assert.deepEqual(split(key, "a"), { typed: ["a"], left: [key] }, JSON.stringify(key));
});

test("letters that may belong to a key are left", () => {
  assert.deepEqual(split("\u001b", "a", "b"), { typed: ["b"], left: ["\u001b", "a"] });
  assert.deepEqual(split("\u001b[", "5", "~", "b"), { typed: ["b"], left: ["\u001b[", "5", "~"] });
  assert.deepEqual(split("\u001b", "\u001b", "a", "b"), { typed: ["b"], left: ["\u001b", "\u001b", "a"] });
});

test("pasted text is left, even if reads split its marks", () => {
  assert.deepEqual(split("\u001b[20", "0~one", "two", "\u001b[A", "three\u001b[2", "01~", "four"), {
    typed: ["four"],
    left: ["\u001b[20", "0~one", "two", "\u001b[A", "three\u001b[2", "01~"],
  });
});
