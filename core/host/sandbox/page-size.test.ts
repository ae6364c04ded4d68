/** The kernel's unit for memory. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { pageBytes, pageBytesIn } from "./page-size.ts";

test("it is read from what the kernel tells each process", { skip: process.platform !== "linux" }, () => {
  assert.equal(pageBytes(), Number(execFileSync("getconf", ["PAGESIZE"], { encoding: "utf8" })));
});

test("large pages are known, and 4 KB are assumed without a word of it", () => {
  const vector = (...words: number[]) => Buffer.from(BigUint64Array.from(words, BigInt).buffer);
  assert.equal(pageBytesIn(vector(16, 6, 6, 65_536, 17, 100, 0, 0)), 65_536);
  assert.equal(pageBytesIn(vector(16, 6, 0, 0)), 4096);
  assert.equal(pageBytesIn(Buffer.alloc(5)), 4096);
});
