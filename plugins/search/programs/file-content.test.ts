/** Tests reading lines from chunks of any size. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, linesOf, partsOfLines } from "./file-content.ts";

async function* chunked(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const TEXT = "one\n\nthree has more letters\nfour";

test("lines are whole however they were read", async () => {
  for (const size of [1, 2, 3, 5, 100]) {
    const lines = await Array.fromAsync(linesOf(chunked(TEXT, size)), String);
    assert.deepEqual(lines, ["one\n", "\n", "three has more letters\n", "four"], String(size));
    const content = { shown: "a", bytes: () => chunked(TEXT, size), lines: { first: 2, last: 3 }, size: undefined };
    const cut = await Array.fromAsync(bytesOf(content), (part) => Buffer.from(part));
    assert.equal(Buffer.concat(cut).toString(), "\nthree has more letters\n");
  }
});

test("a line without an end is passed on as it comes", async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.alloc(65_536, "x");
  }
  let bytes = 0;
  for await (const part of partsOfLines(endless())) {
    bytes += part.length;
    if (bytes > 1_000_000) break;
  }
  assert.ok(bytes < 1_100_000);
});

test("a line of many chunks takes a time that grows with its length alone", async () => {
  const [line] = await Array.fromAsync(linesOf(chunked("x".repeat(20_000_000), 1000)));
  assert.equal(line?.length, 20_000_000);
});
