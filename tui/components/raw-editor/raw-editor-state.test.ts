/** Tests the JSON editor, which has several lines and a single caret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { editRaw, pasteRaw, type RawEdit, type RawState, rawValue } from "./raw-editor-state.ts";

const edits = (state: RawState, ...names: RawEdit[]) => names.reduce((at, edit) => editRaw(at, edit), state);

test("lines split with their indentation and join again", () => {
  const split = edits({ lines: ["{"], row: 0, column: 1 }, "break", { text: "x" });
  assert.deepEqual(split, { lines: ["{", "  x"], row: 1, column: 3 });
  const joined = edits({ ...split, column: 0 }, "cut-left");
  assert.deepEqual(joined, { lines: ["{  x"], row: 0, column: 1 });
});

test("the caret goes from line to line", () => {
  const at = edits({ lines: ["ab", "c"], row: 0, column: 2 }, "right");
  assert.deepEqual([at.row, at.column], [1, 0]);
  const up = edits(at, "end", "up", "up", "down");
  assert.deepEqual([up.row, up.column], [1, 1]);
});

test("pasted lines stand at the caret", () => {
  const { lines, row, column } = pasteRaw({ lines: ["[]"], row: 0, column: 1 }, "1,\n2");
  assert.deepEqual([lines, row, column], [["[1,", "2]"], 1, 1]);
});

test("only an object is an input", () => {
  assert.deepEqual(rawValue(['{"a":', "1}"]), { value: { a: 1 } });
  assert.match(rawValue(["[1]"]).fault ?? "", /an object/);
  assert.match(rawValue(["{"]).fault ?? "", /Not JSON yet/);
});
