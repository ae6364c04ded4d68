/** Splitting chunks into lines, and values across processes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLineSplitter, pack, unpack } from "./frames.ts";

test("lines come whole, however the chunks fall", () => {
  const text = "one\n\ntwo ünï\nlast without end";
  const bytes = Buffer.from(text);
  for (const size of [1, 2, 3, 7, 100]) {
    const lines: string[] = [];
    const split = createLineSplitter(
      (line) => lines.push(line.toString()),
      1000,
      () => assert.fail(),
    );
    for (let at = 0; at < bytes.length; at += size) split(bytes.subarray(at, at + size));
    assert.deepEqual(lines, ["one", "", "two ünï"]);
  }
});

test("a line without end is told before it fills the memory", () => {
  let told = 0;
  const split = createLineSplitter(
    () => assert.fail(),
    1000,
    () => told++,
  );
  for (let count = 0; count < 11; count++) split(Buffer.alloc(100, 120));
  assert.equal(told, 1);
});

test("bytes, numbers in bulk and objects that look like them cross unharmed", () => {
  for (const value of [
    null,
    "text",
    [1, { a: [true] }],
    new Uint8Array([0, 255, 10]),
    { deep: [{ bytes: new Uint8Array([1]) }] },
    { $bytes: "mine" },
    { $object: { $floats: "x" } },
    { $bytes: new Uint8Array([7]) },
    Float64Array.from([1.5, -0, Number.MAX_VALUE]),
  ]) {
    assert.deepEqual(unpack(JSON.parse(JSON.stringify(pack(value)))), value);
  }
  assert.deepEqual(pack({ $schema: "a", $ref: 1 }), { $schema: "a", $ref: 1 }, "only what looks like ours is marked");
  assert.deepEqual(pack({ sizes: Float64Array.from([1.5, 2]) }, "lists"), { sizes: [1.5, 2] });
  const buffer = Buffer.from("abcdef").subarray(2, 4);
  assert.deepEqual(unpack(pack(buffer)), new Uint8Array([99, 100]));
});

test("what is packed by a stranger cannot reach a prototype", () => {
  const unpacked = unpack(JSON.parse('{"__proto__": {"polluted": true}}')) as object;
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  assert.ok(Object.hasOwn(unpacked, "__proto__") || !("polluted" in unpacked));
});
