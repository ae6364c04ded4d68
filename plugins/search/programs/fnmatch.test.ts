/** Tests the globs of find and ls. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fnmatch } from "./fnmatch.ts";

test("a star takes slashes too, a set and an escape one character", () => {
  for (const [pattern, text, expected] of [
    ["*.rs", "a.rs", true],
    ["*.rs", "src/a.rs", true],
    ["./src/*", "./src/a/b", true],
    ["C[aH]*", "CHANGELOG", true],
    ["[!a]b", "cb", true],
    ["[!a]b", "ab", false],
    ["[a-c]?", "bx", true],
    ["\\*", "*", true],
    ["\\*", "x", false],
    ["[", "[", true],
    ["", "", true],
    ["*", "", true],
    ["?", "", false],
    ["a*b*c", "aXbXbXc", true],
    ["a*b*c", "aXbX", false],
    ["a?b", "a😀b", true],
    ["[😀]*", "😀b", true],
    ["[!😀]b", "😀b", false],
  ] as const) {
    assert.equal(fnmatch(pattern)(text), expected, `${pattern} ${text}`);
  }
  assert.equal(fnmatch("READ*", { ignoreCase: true })("readme"), true);
});

test("many stars take no longer than the lengths multiplied", () => {
  assert.equal(fnmatch(`${"*a".repeat(30)}b`)("a".repeat(20_000)), false);
});
