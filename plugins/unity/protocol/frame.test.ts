// Framing with literal bytes, and arbitrary packet boundaries.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { editorCodeOf } from "../command/editor-errors.ts";
import { encodeFrame, FrameReader, MAX_REQUEST_BYTES } from "./frame.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a frame is header, empty line, body; the length counts bytes", () => {
  assert.deepEqual(encodeFrame('{"a":"é🎮"}'), bytes('Content-Length: 14\r\n\r\n{"a":"é🎮"}'));
});

test("any bodies, cut anywhere, come out whole and in order", () => {
  const body = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(body, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (bodies, cuts) => {
        const stream = bytes(bodies.map((each) => `Content-Length: ${bytes(each).length}\r\n\r\n${each}`).join(""));
        const reader = new FrameReader();
        const received: string[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = cuts[turn % cuts.length]!;
          received.push(...reader.push(stream.subarray(at, at + size)));
          at += size;
        }
        assert.deepEqual(received, bodies);
      },
    ),
  );
});

test("header variants are read", () => {
  const variants = [
    "content-length:2\r\n\r\n{}",
    "X: 1\r\nCONTENT-LENGTH:   2   \r\nY: 2\r\n\r\n{}",
    "X: 1\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 002\r\n\r\n{}",
  ];
  for (const variant of variants)
    assert.deepEqual(new FrameReader().push(bytes(variant)), ["{}"], JSON.stringify(variant));
});

test("what can never become a frame is refused at once", () => {
  const nonsense = [
    "Content-Length: 2\n\n{}",
    "Content-Length: x\r\n\r\n",
    "Content-Length: 0x10\r\n\r\n",
    "Content-Length: +2\r\n\r\n",
    "Content-Length: 2.0\r\n\r\n",
    "Content-Length:\r\n\r\n",
    "Content-Length: 0\r\n\r\n",
    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "Content-Length: 999999999999999\r\n\r\n",
    "\r\n\r\n",
    "x".repeat(9_000),
  ];
  for (const text of nonsense) {
    assert.throws(
      () => new FrameReader().push(bytes(text)),
      (error) => editorCodeOf(error) === "PROTOCOL_ERROR",
      JSON.stringify(text.slice(0, 60)),
    );
  }
});

test("a line feed pair in a body is no header's end", () => {
  assert.deepEqual(new FrameReader().push(bytes("Content-Length: 4\r\n\r\na\n\nbContent-Length: 1\r\n\r\nc")), [
    "a\n\nb",
    "c",
  ]);
});

test("a request that fills the Editor's buffer is refused", () => {
  const head = "Content-Length: 1048552\r\n\r\n".length;
  assert.equal(encodeFrame("x".repeat(MAX_REQUEST_BYTES - head - 1)).length, MAX_REQUEST_BYTES - 1);
  assert.throws(
    () => encodeFrame("x".repeat(MAX_REQUEST_BYTES - head)),
    (error) => editorCodeOf(error) === "REQUEST_TOO_LARGE",
  );
});
