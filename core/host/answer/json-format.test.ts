/** JSON in pieces is JSON.stringify's, and no piece is long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonPieces } from "./json-format.ts";

const LONG = 32 * 1024;

test("a long text is written in pieces, and no pair of surrogates is parted", () => {
  for (const before of [LONG - 2, LONG - 1, LONG]) {
    const text = `${"a".repeat(before)}😀\n"\\${"é😀".repeat(LONG)}`;
    for (const value of [text, { rows: [{ text }, null, [text, 1]], 'k"': "" }]) {
      const pieces = [...jsonPieces(value)];
      assert.equal(pieces.join(""), JSON.stringify(value));
      assert.ok(Math.max(...pieces.map((piece) => piece.length)) < 2.5 * LONG);
    }
  }
});

test("lone surrogates stay what JSON makes of them", () => {
  for (const lone of ["\ud83d", "\ude00"]) {
    const text = `${"a".repeat(LONG - 1)}${lone}b${lone}`;
    assert.equal([...jsonPieces(text)].join(""), JSON.stringify(text));
  }
});
