/** Chunked JSON equals JSON.stringify, and chunks are short. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonChunks } from "./json-chunks.ts";

const LONG = 32 * 1024;

test("a long text is written in chunks, and no pair of surrogates is parted", () => {
  for (const before of [LONG - 2, LONG - 1, LONG]) {
    const text = `${"a".repeat(before)}😀\n"\\${"é😀".repeat(LONG)}`;
    for (const value of [text, { rows: [{ text }, null, [text, 1]], 'k"': "" }]) {
      const chunks = [...jsonChunks(value)];
      assert.equal(chunks.join(""), JSON.stringify(value));
      assert.ok(Math.max(...chunks.map((chunk) => chunk.length)) < 2.5 * LONG);
    }
  }
});

test("lone surrogates stay what JSON makes of them", () => {
  for (const lone of ["\ud83d", "\ude00"]) {
    const text = `${"a".repeat(LONG - 1)}${lone}b${lone}`;
    assert.equal([...jsonChunks(text)].join(""), JSON.stringify(text));
  }
});
