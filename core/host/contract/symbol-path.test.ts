/** Symbol paths and positions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePosition, splitPlace, withPlace } from "./symbol-path.ts";

test("a place is taken off as it was put on", () => {
  for (const symbolPath of ["Game.Player", "A/operator +(A,B)", "C/Get(int,ref T)", "C/this[int]"]) {
    const place = { path: "Assets/my folder/a@b.cs", line: 12 };
    assert.deepEqual(splitPlace(withPlace(symbolPath, place)), { symbolPath, place });
    assert.deepEqual(splitPlace(symbolPath), { symbolPath });
  }
  assert.deepEqual(splitPlace("@class"), { symbolPath: "@class" });
});

test("a position is a path, a line and a column", () => {
  assert.deepEqual(parsePosition("C:/a b/c.cs:3:14"), { path: "C:/a b/c.cs", line: 3, column: 14 });
  for (const at of ["a.cs:3:14:", "a.cs:3:14: error: no", "a.cs(3,14): error CS1061: no", "a.cs(3,14)"])
    assert.deepEqual(parsePosition(at), { path: "a.cs", line: 3, column: 14 });
  for (const at of ["", "a.cs", "a.cs:3", "a.cs:0:1", ":1:1", "a.cs:1:x", "a.cs:3:14x"])
    assert.throws(() => parsePosition(at), { code: "INVALID_ARGUMENT" });
});
