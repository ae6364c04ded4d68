/** Frames begin where Ink believes them to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { anchored } from "./steady-output.ts";

test("the first frame begins at the top, the next ones at the last line", () => {
  assert.equal(anchored("\u001b[?1049h", 24), "\u001b[?1049h\u001b[H");
  assert.equal(anchored("\u001b[23Ax", 24), "\u001b[24;1H\u001b[23Ax");
  // Of another size, or no frame at all.
  assert.equal(anchored("\u001b[10Ax", 24), "\u001b[10Ax");
  assert.equal(anchored("x\u001b[23A", 24), "x\u001b[23A");
});
