/** Tests the sizes and times of fd and find. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { momentOf, sizeTest } from "./entry-tests.ts";

test("sizes are decimal, and binary with an i", () => {
  assert.equal(sizeTest("+1k")(1000), true);
  assert.equal(sizeTest("+1ki")(1000), false);
  assert.equal(sizeTest("-1M")(1_000_001), false);
  assert.equal(sizeTest("10b")(10), true);
  for (const wrong of ["big", "5", "+5", "5kk", "5bb"]) assert.throws(() => sizeTest(wrong), /not a size/);
});

test("a time is a span, a date or seconds", () => {
  const now = Date.parse("2024-06-10T12:00:00Z");
  assert.equal(momentOf("2h", now), now - 7_200_000);
  assert.equal(momentOf("1d 2h", now), now - 93_600_000);
  assert.equal(momentOf("3weeks", now), now - 3 * 604_800_000);
  assert.equal(momentOf("@1700000000", now), 1_700_000_000_000);
  assert.equal(momentOf("2024-06-01", now), Date.parse("2024-06-01T00:00:00"));
  assert.throws(() => momentOf("soon", now), /not a time/);
});
