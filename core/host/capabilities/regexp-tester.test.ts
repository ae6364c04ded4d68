/** Regex tester with catastrophic backtracking, and with harmless patterns on long texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRegExpTester } from "./regexp-tester.ts";

test("no is no, yes is yes, and giving up is neither", () => {
  const test = createRegExpTester(/^(a+)+b|!b/);
  assert.equal(test("aaaa"), false);
  assert.equal(test("aaab"), true);
  assert.equal(test("!b"), true);
  // "!b" matches at the end. An engine that gives up must not report "no match".
  const runaway = `${"a".repeat(27)}!!b`;
  try {
    assert.equal(test(runaway), true);
  } catch (error) {
    assert.equal((error as { code: string }).code, "TIMEOUT");
  }
});

test("long texts are no reason to give up", () => {
  const text = "int x = 1; ".repeat(500_000);
  assert.equal(createRegExpTester(/\bfoo\w+\(/)(text), false);
  assert.equal(createRegExpTester(/x = 2|y/)(text), false);
});
