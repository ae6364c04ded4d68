/** Invalid plans are explained with location, problem and fix. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JigError } from "../contract/errors.ts";
import { checkedPlan } from "./plan-schema.ts";

function advice(file: object, more: object = {}): string {
  try {
    checkedPlan({ title: "Trim", files: [{ path: "a.txt", hash: "0aF9".repeat(16), ...file }], ...more });
    return "";
  } catch (error) {
    assert.ok(error instanceof JigError);
    assert.equal(error.code, "INVALID_ARGUMENT");
    return error.advice;
  }
}

const edits = [{ start: 0, end: 1, text: "" }];

test("faults of plans are said in words", () => {
  assert.equal(advice({ edits }), "");
  const said = (file: object, text: string, more?: object) => assert.equal(advice(file, more).split(". ")[0], text);
  said({ edit: edits }, "The plan is invalid: files.0.edit is not a known property");
  assert.match(advice({ edit: edits }), /Did you mean "edits"\?$/);
  assert.match(advice({ edits: [{ strat: 0, end: 1, text: "" }] }), /files\.0\.edits\.0\.start is missing|"start"\?$/);
  said({ edits: [{ start: 0, text: "" }] }, "The plan is invalid: files.0.edits.0.end is missing");
  said({ edits: {} }, "The plan is invalid: files.0.edits must be a list, not an object");
  said(
    { edits: [{ start: -1, end: 1, text: "" }] },
    "The plan is invalid: files.0.edits.0.start must be at least 0, not -1",
  );
  assert.match(advice({ hash: undefined, edits }), /hash/);
  for (const hash of ["0", "g".repeat(64), "a".repeat(63), `sha256:${"a".repeat(64)}`])
    said({ edits, hash }, "The plan is invalid: files.0.hash is not a SHA-256 in hex (64 digits)");
  assert.match(advice({ edits, hash: "0" }), /changes\.read/);
  assert.match(advice({ edits }, { titel: "T" }), /titel is not a known property\. Did you mean "title"\?/);
  assert.match(advice({ edits, text: "" }), /files\.0 has both edits and a whole text/);
  assert.match(advice({ edits }, { conflicts: [{ wy: "x" }] }), /conflicts\.0\.(why is missing|wy is not)/);
  assert.throws(
    () => checkedPlan({ title: "T", files: [{ path: "a", edits }] }),
    /has edits but no hash .*changes\.read/,
  );
  assert.throws(() => checkedPlan("x"), /The plan is invalid: The plan must be an object, not "x"/);
});
