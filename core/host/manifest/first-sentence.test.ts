/** First sentences: not cut in parentheses or after a meaningless heading. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { summaryOf } from "./first-sentence.ts";

test("the first sentence, to its colon where that says enough", () => {
  assert.equal(summaryOf("Reads lines of a script. 200 by default."), "Reads lines of a script");
  assert.equal(summaryOf("Who calls a function: callers, or what it calls."), "Who calls a function");
  assert.equal(summaryOf("After edits: compiles, and runs the tests."), "After edits: compiles, and runs the tests");
  assert.equal(
    summaryOf("Executes a menu item (a command) by its path (File/Save)."),
    "Executes a menu item by its path",
  );
  assert.equal(summaryOf("Lists files by a glob such as *.cs; hidden ones too"), "Lists files by a glob such as *.cs");
  assert.equal(summaryOf(""), "");
});

test("a colon ends a summary after four words or more, not after fewer", () => {
  assert.equal(summaryOf("Who calls it here: callers and more."), "Who calls it here");
  assert.equal(summaryOf("Who calls it: callers and more."), "Who calls it: callers and more");
});
