/** Diffs of texts and folders. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FolderContent } from "../host/frontend-api.ts";
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

test("a change does not hide in the size of its file", () => {
  const long = Array.from({ length: 9000 }, (_, at) => `line ${at}`);
  assert.deepEqual(lineDiff(long, long.with(4000, "evil")), [
    "  line 3998",
    "  line 3999",
    "- line 4000",
    "+ evil",
    "  line 4001",
    "  line 4002",
  ]);
  const other = long.map((line) => `${line}!`);
  assert.equal(lineDiff(long, other).length, 18_000);
});

test("files that came, went and changed; hidden characters are shown; bytes are counted", () => {
  const before = content({ a: "one\n", gone: "x", "bin.wasm": "\0", script: "a" });
  const after = content({ a: "one\u202e\n", "bin.wasm": "\0\0", script: "b\0", fresh: "y" });
  assert.deepEqual(contentDiff(before, after), [
    "~ a",
    "    - one",
    "    + one⟨U+202E⟩",
    "      ",
    "~ bin.wasm",
    "    1 bytes became 2",
    "~ script",
    "    - a",
    "    + b⟨U+0000⟩",
    "+ fresh (1 bytes)",
    "- gone",
  ]);
});
