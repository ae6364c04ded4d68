/** Tests that the cursor stays inside the list and the screen follows it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inSight, LIST_START, moveList, scrollBy, scrollList } from "./list-state.ts";

test("moveList() scrolls as little as needed", () => {
  const down = moveList(LIST_START, { by: 10 }, 100, 10);
  assert.deepEqual(down, { cursor: 10, top: 1 });
  assert.deepEqual(moveList(down, { by: -1 }, 100, 10), { cursor: 9, top: 1 });
  assert.deepEqual(moveList(down, { end: "last" }, 100, 10), { cursor: 99, top: 90 });
  assert.deepEqual(moveList(down, { pages: 1 }, 100, 10), { cursor: 19, top: 10 });
});

test("moveList() never leaves the list", () => {
  assert.deepEqual(moveList(LIST_START, { by: -5 }, 3, 10), LIST_START);
  assert.deepEqual(moveList(LIST_START, { by: 5 }, 3, 10), { cursor: 2, top: 0 });
  assert.deepEqual(moveList(LIST_START, { by: 5 }, 0, 10), LIST_START);
});

test("inSight() follows a list that became shorter and a screen that became smaller", () => {
  assert.deepEqual(inSight({ cursor: 50, top: 45 }, 10, 5), { cursor: 9, top: 5 });
  assert.deepEqual(inSight({ cursor: 9, top: 0 }, 10, 3), { cursor: 9, top: 7 });
});

test("scrollList() takes the cursor along only where it must", () => {
  assert.deepEqual(scrollList({ cursor: 5, top: 0 }, 3, 100, 10), { cursor: 5, top: 3 });
  assert.deepEqual(scrollList({ cursor: 0, top: 0 }, 3, 100, 10), { cursor: 3, top: 3 });
  assert.deepEqual(scrollList({ cursor: 0, top: 0 }, 3, 5, 10), { cursor: 0, top: 0 });
});

test("scrollBy() moves the text and stops when its end is in sight", () => {
  assert.deepEqual(scrollBy(LIST_START, { by: 1 }, 30, 10), { cursor: 1, top: 1 });
  assert.deepEqual(scrollBy(LIST_START, { end: "last" }, 30, 10), { cursor: 20, top: 20 });
  assert.deepEqual(scrollBy(LIST_START, { pages: 5 }, 12, 10), { cursor: 2, top: 2 });
  assert.deepEqual(scrollBy(LIST_START, { by: 1 }, 5, 10), LIST_START);
});
