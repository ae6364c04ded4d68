/** Tests the row for each kind of entry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listRow } from "./list-row.ts";

test("files have a size, an ending and whole seconds", () => {
  assert.deepEqual(listRow("/w/a.B.TXT", "f", 12, 3999.9), {
    path: "/w/a.B.TXT",
    is_dir: false,
    size_bytes: 12,
    mtime: 3,
    ext: "txt",
  });
  assert.equal(listRow("/w/a", "f", 0, 0).size_bytes, 0);
});

test("directories and links have no size, and links say so", () => {
  const about = { size_bytes: null, mtime: 1 };
  assert.deepEqual(listRow("/w/a.d", "d", -1, 1000), { path: "/w/a.d", is_dir: true, ...about, ext: null });
  assert.deepEqual(listRow("/w/a.l", "l", -1, 1000), {
    path: "/w/a.l",
    is_dir: false,
    ...about,
    ext: "l",
    is_link: true,
  });
});

test("an ending is behind the last dot of the name, unless it begins with it", () => {
  const endings: [path: string, ext: string | null][] = [
    ["/w.d/a", null],
    ["/w/.gitignore", null],
    ["/w/.a.md", "md"],
    ["/w/a.", ""],
    ["/w/x.y", "y"],
    ["a.c", "c"],
  ];
  for (const [path, ext] of endings) assert.equal(listRow(path, "f", 1, 1).ext, ext, path);
});
