/** Rows for files saved by an Editor. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { savedRowsOf } from "./saved-files.ts";

test("saved rows: the file itself or its first list", () => {
  assert.deepEqual(savedRowsOf([{ a: 1 }]), [{ a: 1 }]);
  assert.deepEqual(savedRowsOf({ Query: "x", Results: [{ a: 1 }] }), [{ a: 1 }]);
  assert.equal(savedRowsOf({ Query: "x" }), undefined);
  assert.equal(savedRowsOf(undefined), undefined);
});
