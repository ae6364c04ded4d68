/** Fuzzes both editor protocols: readers return complete frames or an error, and don't allocate more than they received. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { JigError } from "../../core/host/frontend-api.ts";
import { readBindsCache } from "../../plugins/angelscript/native/binds-layout.ts";
import { FrameReader as UnrealReader } from "../../plugins/angelscript/native/debug-framing.ts";
import { readDiagnostics } from "../../plugins/angelscript/native/editor-diagnostics.ts";
import { readUnrealCache } from "../../plugins/angelscript/native/unreal-cache.ts";
import { FrameReader as UnityReader } from "../../plugins/unity/protocol/frame.ts";
import { parseMessage } from "../../plugins/unity/protocol/message.ts";
import { fuzz, mutated, pieces, TIMEOUT_MS } from "./fuzz.ts";

/** Only `JigError`s are allowed. */
function codedOrFine(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!(error instanceof JigError)) throw error;
    assert.notEqual(error.code, "INTERNAL", error.message);
    return false;
  }
}

const frame = (json: string) => `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
const UNITY = [
  frame('{"jsonrpc":"2.0","id":1,"result":{"Success":true}}'),
  frame('{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no"}}') +
    frame('{"jsonrpc":"2.0","id":3,"result":null}'),
  frame('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'),
];

test("Unity's frames", { timeout: TIMEOUT_MS }, async () => {
  const spices = [
    "Content-Length: ",
    "\r\n",
    "\r\n\r\n",
    "-1",
    "99999999999",
    "0x10",
    "{",
    "}",
    "\0",
    '"',
    "[".repeat(500),
  ];
  await fuzz([mutated(UNITY, spices), fc.array(fc.nat(), { maxLength: 6 })], (text, cuts) => {
    const reader = new UnityReader();
    for (const piece of pieces(Buffer.from(text), cuts)) {
      const fine = codedOrFine(() => {
        for (const body of reader.push(piece)) codedOrFine(() => parseMessage(body));
      });
      if (!fine) return;
    }
  });
});

test("Unity's frames come out whole, however the packets fall", { timeout: TIMEOUT_MS }, async () => {
  const bodies = fc.array(fc.json(), { minLength: 1, maxLength: 4 });
  await fuzz([bodies, fc.array(fc.nat(), { maxLength: 8 })], (texts, cuts) => {
    const reader = new UnityReader();
    const found = pieces(Buffer.from(texts.map(frame).join("")), cuts).flatMap((piece) => reader.push(piece));
    assert.deepEqual(found, texts);
  });
});

test("Unreal's frames and what is in them", { timeout: TIMEOUT_MS }, async () => {
  const head = fc.tuple(fc.oneof(fc.nat({ max: 40 }), fc.nat(), fc.constant(0xffff_ffff)), fc.nat({ max: 255 }));
  const frames = fc.array(fc.tuple(head, fc.uint8Array({ maxLength: 60 })), { maxLength: 5 });
  await fuzz([frames, fc.array(fc.nat(), { maxLength: 6 })], (list, cuts) => {
    const bytes = Buffer.concat(
      list.map(([[length, type], body]) => {
        const start = Buffer.alloc(5);
        start.writeUInt32LE(length >>> 0);
        start[4] = type;
        return Buffer.concat([start, body]);
      }),
    );
    const reader = new UnrealReader();
    for (const piece of pieces(bytes, cuts)) {
      const fine = codedOrFine(() => {
        for (const { body } of reader.push(piece)) codedOrFine(() => readDiagnostics(body));
      });
      if (!fine) return;
    }
  });
});

test("Unreal's caches on disk", { timeout: TIMEOUT_MS }, async () => {
  await fuzz([fc.uint8Array({ maxLength: 400 }), fc.json()], (bytes, json) => {
    codedOrFine(() => readBindsCache(bytes));
    codedOrFine(() => readUnrealCache(bytes));
    codedOrFine(() => readUnrealCache(Buffer.from(json)));
  });
});
