/** Tests the order of entries, and the cursors for positions in it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JigError } from "../../../core/host/plugin-api.ts";
import { BEFORE_ALL, compareBy, cursorAfterEntry, decodeCursor, type Sort, type SortKey } from "./sort.ts";

const key = (path: string, size: number, mtimeMs: number): SortKey => ({ path, size, mtimeMs });
const SAVED = { id: "0123456789abcdef", part: 3 };
/** Encodes a cursor with arbitrary parts. */
const encode = (parts: unknown) => `list:${Buffer.from(JSON.stringify(parts)).toString("base64url")}`;

test("by path, by size largest first, by time latest first; what is alike by path", () => {
  const [small, large, late] = [key("/b", 1, 5), key("/c", 9, 5), key("/a", 1, 7)];
  const orders: [sort: Sort, expected: SortKey[]][] = [
    ["path", [late, small, large]],
    ["size", [large, late, small]],
    ["time", [late, small, large]],
  ];
  for (const [sort, expected] of orders) {
    assert.deepEqual([small, large, late].sort(compareBy(sort)), expected);
    assert.deepEqual([late, large, small].sort(compareBy(sort)), expected);
    for (const each of expected) assert.equal(compareBy(sort)(each, { ...each }), 0);
    for (const each of expected) assert.ok(compareBy(sort)(BEFORE_ALL, each) < 0);
  }
});

test("paths are compared unit by unit, not as a language does", () => {
  const sorted = ["/a/B", "/a/_", "/a/b", "/a/é"].map((path) => key(path, 0, 0));
  assert.deepEqual(sorted.toReversed().sort(compareBy("path")), sorted);
});

test("a cursor leads back to its entry, in its order alone", () => {
  for (const sort of ["path", "size", "time"] as const) {
    for (const saved of [undefined, SAVED, { ...SAVED, part: 0 }]) {
      const cursor = cursorAfterEntry(sort, key('/ä "x', 12, 3.5), saved);
      assert.match(cursor, /^list:[\w-]+$/);
      assert.deepEqual(decodeCursor(cursor, sort), { ...key('/ä "x', 12, 3.5), ...(saved ? { saved } : {}) });
      const other = sort === "path" ? "size" : "path";
      assert.throws(() => decodeCursor(cursor, other), { code: "INVALID_ARGUMENT" });
    }
  }
  assert.equal(cursorAfterEntry("size", key("/a", 1, 2), SAVED), encode(["size", 1, 2, "/a", SAVED.id, 3]));
  assert.equal(cursorAfterEntry("size", key("/a", 1, 2)), encode(["size", 1, 2, "/a"]));
});

test("what is no cursor is refused, with a hint", () => {
  const refused = ["", "list:", "list:%%%", "nothing", encode("text"), encode(null), encode({}), encode([])];
  refused.push(encode(["path", "1", 2, "/a"]), encode(["path", 1, "2", "/a"]), encode(["path", 1, 2, 3]));
  for (const cursor of refused)
    assert.throws(
      () => decodeCursor(cursor, "path"),
      (error: JigError) => {
        assert.ok(error instanceof JigError);
        assert.equal(error.code, "INVALID_ARGUMENT");
        assert.equal(error.message, "The cursor does not belong to this listing");
        assert.match(error.hint!, /unchanged/);
        assert.deepEqual(error.details, { parameter: "cursor" });
        return true;
      },
      cursor,
    );
});

test("of a saved listing that cannot be, only the entry counts", () => {
  const ids: [id: unknown, part: unknown][] = [
    ["0123456789ABCDEF", 1],
    ["0123456789abcde", 1],
    ["0123456789abcdef0", 1],
    ["../../../etc/pass", 1],
    [1, 1],
    [SAVED.id, -1],
    [SAVED.id, 1.5],
    [SAVED.id, "1"],
    [SAVED.id, undefined],
  ];
  for (const [id, part] of ids)
    assert.deepEqual(decodeCursor(encode(["path", 1, 2, "/a", id, part]), "path"), key("/a", 1, 2), String([id, part]));
});
