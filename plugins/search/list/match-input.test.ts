/** Tests that each entry has exactly one line, whatever its name contains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EntryTable } from "./entry-table.ts";
import { matchInput } from "./match-input.ts";
import type { ListPattern } from "./request.ts";

const PATTERN: ListPattern = { text: "x", glob: false, fullPath: false, prune: false };

function inputOf(paths: readonly string[], fullPath = false, roots = ["/w"]): string {
  const table = new EntryTable();
  for (const path of paths) table.add(path, "f", 1, 1);
  const lines = matchInput(
    table,
    { ...PATTERN, fullPath },
    roots.map((root) => ({ root })),
  );
  return Buffer.from(lines).toString();
}

test("names, or paths from the workspace root", () => {
  assert.equal(inputOf(["/w/a/b.txt", "/w/c"]), "b.txt\nc");
  assert.equal(inputOf(["/w/a/b.txt", "/w/c"], true), "a/b.txt\nc");
  assert.equal(inputOf([]), "");
});

test("each path is cut at the root that it is below", () => {
  assert.equal(inputOf(["/w/a/b", "/wide/c/d"], true, ["/w", "/wide"]), "a/b\nc/d");
  assert.equal(inputOf(["/wide/c/d"], true, ["/w", "/wide/c"]), "d");
});

test("what ends a line in a name does not end its line", () => {
  assert.equal(inputOf(["/w/a\nb\r\nc", "/w/d"]), "a\ufffdb\ufffd\ufffdc\nd");
});

test("thousands of entries are as many lines", () => {
  for (const count of [4095, 4096, 4097, 8192, 9000]) {
    const names = Array.from({ length: count }, (_, at) => `${at}`);
    assert.equal(inputOf(names.map((name) => `/w/${name}`)), names.join("\n"), String(count));
  }
});
