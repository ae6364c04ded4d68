/** What an outcome of a plugin has wrong, and what to write instead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toJigError } from "../contract/errors.ts";
import { checkedOutcome } from "./plugin-outcome.ts";

function hintOf(value: unknown, plans = false): string {
  try {
    checkedOutcome(value, "t", plans);
  } catch (error) {
    return toJigError(error).hint ?? "";
  }
  return "it is right";
}

test("a key that says whether the call failed is never moved into the value", () => {
  for (const key of ["fail", "failure", "faild", "isError", "error", "err"])
    assert.equal(hintOf({ value: 1, [key]: true }), `Write "failed" instead of "${key}"`, key);
  assert.equal(hintOf({ value: 1, error: "it broke" }), 'Write "reason" instead of "error"');
  assert.equal(hintOf({ value: 1, ok: false }), 'Write "failed": true instead of "ok": false');
  assert.equal(hintOf({ value: 1, success: true }), 'Remove it: a call without "failed": true has succeeded');
  assert.match(hintOf({ value: 1, broken: true }), /^Write "failed": true if .*; otherwise move it into "value": /);
  assert.match(hintOf({ value: 1, lines: 3 }), /^Move it into "value": \{"value": \{…, "lines": 3\}\}$/);
});

test("a tool that plans is told to return its plan, and others their value", () => {
  assert.match(hintOf({}, true), /^Write return context\.changes\.propose\(…\) in a module, with "return", or print/);
  assert.match(hintOf(undefined, true), /context\.changes\.propose/);
  assert.match(hintOf({ plam: {} }, true), /^Write "plan" instead of "plam"/);
  assert.match(hintOf({}), /^Write \{"value": \{\}\}/);
});
