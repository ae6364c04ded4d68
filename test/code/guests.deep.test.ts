/** A third-party grammar that hangs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { guestPlugin } from "./guest-plugin.ts";

test("a grammar that hangs costs its file, which is named and not tried again", () => {
  const root = scratch({ "a.toy": "function add() end\n", "hang.toy": "function two() end^\n", "z.toy": "add()\n" });
  const args = ["call", "code_refs_find", '{"name": "add"}', "--as", "json", "--plugins", guestPlugin()];
  const ask = () => JSON.parse(runJig(args, { cwd: root }).stdout);
  const found = ask();
  assert.equal(found.total, 2);
  assert.match(found.unread, /1 unreadable, or too slow for the grammar \(hang\.toy\)/);
  const start = performance.now();
  assert.deepEqual(ask(), found);
  assert.ok(performance.now() - start < 9_000, "it is not tried again");
});
