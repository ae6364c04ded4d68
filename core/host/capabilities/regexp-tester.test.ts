/** A tester against patterns that backtrack without end, and against plain ones on long texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRegExpTester } from "./regexp-tester.ts";

test("no is no, yes is yes, and giving up is neither", () => {
  const test = createRegExpTester(/^(a+)+b|!b/);
  assert.equal(test("aaaa"), false);
  assert.equal(test("aaab"), true);
  assert.equal(test("!b"), true);
  // An engine that reads to the end finds "!b"; one that gives up must not say that nothing is there.
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
