/** The words of `jig plugin` commands that are refused, and what to write instead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readWords } from "./terminal.ts";

test("a second folder, and a folder after -C, are refused with what to write", () => {
  const told = (words: string[], max: number, hint: string) =>
    assert.throws(() => readWords(words, {}, max), { code: "INVALID_ARGUMENT", hint });
  told(["hello", "again"], 1, 'Leave it out: the command takes one argument, here "hello"');
  told(["hello"], 0, "Leave it out");
  told(["-C", "hello"], 1, "Write the folder without -C: hello. See jig plugin --help");
  told(["-C"], 1, "Write the folder without -C: FOLDER. See jig plugin --help");
  told(["-x"], 1, "See jig plugin --help");
});
