/** Tests that mouse reports are removed from the input, even if a read splits them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMouseFilter } from "./mouse-reports.ts";

test("reports become events, keys stay", () => {
  const filter = createMouseFilter();
  const { text, events } = filter(
    "a\u001b[<0;10;5Mb\u001b[<0;10;5m\u001b[A\u001b[<64;1;1M\u001b[<65;1;1M\u001b[<2;1;1M",
  );
  assert.equal(text, "ab\u001b[A");
  assert.deepEqual(events, [
    { kind: "press", x: 9, y: 4 },
    { kind: "wheel-up", x: 0, y: 0 },
    { kind: "wheel-down", x: 0, y: 0 },
  ]);
});

test("a report cut off by the end of a read is put together", () => {
  const filter = createMouseFilter();
  assert.deepEqual(filter("x\u001b[<0;1"), { text: "x", events: [] });
  assert.deepEqual(filter("2;3M"), { text: "", events: [{ kind: "press", x: 11, y: 2 }] });
  assert.deepEqual(filter("\u001b"), { text: "\u001b", events: [] });
});
