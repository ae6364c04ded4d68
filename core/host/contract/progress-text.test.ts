/** Progress texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { progressText } from "./progress-text.ts";

test("says what, and how many of how many", () => {
  assert.equal(
    progressText({ done: 1234, total: 8032, message: "indexing scripts" }),
    "indexing scripts: 1,234 of 8,032",
  );
  assert.equal(progressText({ done: 3, total: 0, message: "indexing" }), "indexing");
  assert.equal(progressText({ done: 3, total: 9, message: "test 3: Walk" }), "test 3: Walk");
  assert.equal(progressText({ message: "compiling" }), "compiling");
  assert.equal(progressText({ done: 1, total: 2 }), undefined);
  assert.equal(
    progressText({ message: "com\u200bpiling\u{e0041}\u001b[31m" }),
    "com\\u200bpiling\\u{e0041}\\u001b[31m",
  );
});
