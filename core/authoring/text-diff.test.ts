/** Differences of texts and of folders. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FolderContent } from "../host/mod.ts";
import { contentDiff, lineDiff } from "./text-diff.ts";

const content = (files: Record<string, string>): FolderContent => ({
  hash: "",
  files: Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text), executable: false })),
});

test("changed lines with two around them", () => {
  const before = ["1", "2", "3", "4", "5", "6", "7", "8"];
  assert.deepEqual(lineDiff(before, ["1", "2", "3", "4", "x", "6", "7", "8"]), [
    "  3",
    "  4",
    "- 5",
    "+ x",
    "  6",
    "  7",
  ]);
  assert.deepEqual(lineDiff(before, before), []);
  assert.deepEqual(lineDiff(["a"], []), ["- a"]);
});

test("files that came, went and changed; hidden characters are shown; bytes are counted", () => {
  const before = content({ a: "one\n", gone: "x", bin: "\0" });
  const after = content({ a: "one\u202e\n", bin: "\0\0", fresh: "y" });
  assert.deepEqual(contentDiff(before, after), [
    "~ a",
    "    - one",
    "    + one⟨U+202E⟩",
    "      ",
    "~ bin",
    "    1 bytes became 2",
    "+ fresh (1 bytes)",
    "- gone",
  ]);
});
