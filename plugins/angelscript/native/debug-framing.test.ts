/** Frames in arbitrary chunks, with both length conventions. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type Frame, FrameReader, Message } from "./debug-framing.ts";

function stream(counted: 0 | 1, version = 7): { bytes: Uint8Array; frames: Frame[] } {
  const settings = new Uint8Array(version === 7 ? 36 : 16);
  settings[0] = version;
  const frames: Frame[] = [
    { type: Message.databaseSettings, body: settings },
    { type: Message.database, body: Uint8Array.of(1, 2, 3) },
    { type: Message.databaseFinished, body: new Uint8Array(0) },
    { type: Message.diagnostics, body: new Uint8Array(300) },
    { type: 200, body: new Uint8Array(1) },
  ];
  const bytes: number[] = [];
  for (const { type, body } of frames) {
    const length = body.length + counted;
    bytes.push(length & 255, length >> 8, 0, 0, type, ...body);
  }
  return { bytes: Uint8Array.from(bytes), frames };
}

test("FrameReader takes frames in pieces of every size", () => {
  for (const counted of [0, 1] as const)
    for (const version of [4, 7])
      for (let piece = 1; piece < 60; piece++) {
        const { bytes, frames } = stream(counted, version);
        const reader = new FrameReader();
        const found: Frame[] = [];
        for (let at = 0; at < bytes.length; at += piece) found.push(...reader.push(bytes.slice(at, at + piece)));
        assert.deepEqual(found, frames, `pieces of ${piece}, lengths count ${counted}`);
      }
});

test("FrameReader tells the convention where the settings do not come first", () => {
  for (const counted of [0, 1]) {
    const bytes = [0, 3, 26].flatMap((size) => [size + counted, 0, 0, 0, 32, ...new Array(size).fill(9)]);
    // For an empty frame, the length is 0 or 1 depending on the convention.
    const found = new FrameReader().push(Uint8Array.from(bytes));
    assert.equal(found[0]?.body.length, 0);
  }
});

test("bodies own their bytes, also where pieces are Node's Buffers", () => {
  const { bytes } = stream(0);
  const found = new FrameReader().push(Buffer.from(bytes));
  assert.equal(new Set(found.map((frame) => frame.body.buffer)).size, found.length);
});

test("FrameReader refuses what cannot be a frame", () => {
  assert.throws(() => new FrameReader().push(Uint8Array.of(255, 255, 255, 255, 2, 0, 0)));
});
