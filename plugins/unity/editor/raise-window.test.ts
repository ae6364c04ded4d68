/** Finds a process's window in wmctrl's output. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { windowOf } from "./raise-window.ts";

test("the window of a process, in what wmctrl prints", () => {
  const listing = "0x03e00003  0 999    host Terminal\n0x04800007 -1 14     host My Game - Unity 6\n";
  assert.equal(windowOf(listing, 14), "0x04800007");
  assert.equal(windowOf(listing, 15), undefined);
});
