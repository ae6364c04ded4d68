/** Tests the evaluation of `#if` conditions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { implies, truthOf } from "./conditions.ts";

const known = (name: string) => (name === "A" ? true : name === "B" ? false : undefined);

test("conditions hold as far as their symbols are known", () => {
  for (const [condition, expected] of [
    ["A", true],
    ["!A || B", false],
    ["X || A", true],
    ["X && B", false],
    ["X && A", undefined],
    ["!(A && !B)", false],
    ["A == true && B != A", true],
    ["X == X", undefined],
    ["!B && (B || !X || A)", true],
    ["", undefined],
    ["A &&", undefined],
    ["(A", undefined],
    ["A B", undefined],
    ["A @ B", undefined],
    ["(".repeat(10_000), undefined],
    [`${"!".repeat(9_999)}A`, undefined],
  ] as const)
    assert.equal(truthOf(condition, known), expected, condition.slice(0, 40));
});

test("a condition implies those that are part of it", () => {
  assert.equal(implies("A && !(B || C)", "!(B||C)"), true);
  assert.equal(implies("A && B", "B && A"), true);
  assert.equal(implies("A", "(A)"), true);
  assert.equal(implies("A || B", "A"), false);
  assert.equal(implies("", "A"), false);
  assert.equal(implies("A", ""), true);
  assert.equal(implies("A || B", "A||B"), true);
});
