/** Tests that exactly the files in ripgrep's output are found among thousands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VisibleSet } from "./visible-set.ts";

function setOf(paths: readonly (string | Uint8Array)[]): VisibleSet {
  return new VisibleSet(Buffer.concat(paths.flatMap((path) => [Buffer.from(path as string), Buffer.from([0])])));
}

function has(set: VisibleSet, path: string): boolean {
  const slash = path.lastIndexOf("/");
  return slash >= 0 && set.namesIn(path.slice(0, slash)).has(path.slice(slash + 1));
}

test("a set has what it was made of", () => {
  const set = setOf(["/w/a.txt", "/w/日本/𠮷.txt", "/w/sub/deep/b"]);
  for (const path of ["/w/a.txt", "/w/日本/𠮷.txt", "/w/sub/deep/b"]) assert.equal(has(set, path), true, path);
  for (const path of ["/w/a.tx", "/w/a.txtt", "/w/A.txt", "/w", "", "/w/sub", "/w/sub/deep/b/c", "w/a.txt"])
    assert.equal(has(set, path), false, path);
  assert.deepEqual([set.count, set.unlisted], [3, []]);
  assert.equal(set.length, Buffer.byteLength("/w/a.txt\0/w/日本/𠮷.txt\0/w/sub/deep/b\0"));
});

test("thousands of paths, in whatever order their directories are mixed", () => {
  const paths = Array.from({ length: 3000 }, (_, at) => `/w/${at % 7}/file ${at}.txt`);
  const set = setOf(paths);
  for (const path of paths) assert.ok(has(set, path));
  for (let at = 3000; at < 6000; at++) assert.equal(has(set, `/w/${at % 7}/file ${at}.txt`), false);
  assert.equal(set.count, 3000);
  assert.deepEqual([...set.directories].sort(), ["/w", ...Array.from({ length: 7 }, (_, at) => `/w/${at}`)]);
});

test("directories are those with a file below them, at any depth", () => {
  const set = setOf(["/w/a/b/c/1", "/w/a/b/c/2", "/w/a/b2/1", "/w/a/1", "/v/1", "/w/a/b/3"]);
  assert.deepEqual([...set.directories].sort(), ["/v", "/w", "/w/a", "/w/a/b", "/w/a/b/c", "/w/a/b2"]);
  assert.deepEqual([...setOf(["/日本/a", "/日本/b", "/日/a"]).directories].sort(), ["/日", "/日本"]);
});

test("an empty set has nothing", () => {
  const set = setOf([]);
  assert.equal(has(set, "/w"), false);
  assert.equal(has(set, ""), false);
  assert.deepEqual([set.count, set.length, set.directories.size], [0, 0, 0]);
});

test("names that are no text are told apart", () => {
  const odd = Buffer.concat([Buffer.from("/w/sub/"), Buffer.from([0xff, 0x61])]);
  const replaced = "/w/\ufffd.txt";
  const set = setOf(["/w/a.txt", odd, replaced, "/w/b.txt"]);
  assert.deepEqual(set.unlisted, ["/w/sub/\ufffda", replaced]);
  for (const path of ["/w/a.txt", "/w/b.txt"]) assert.ok(has(set, path));
  assert.equal(has(set, "/w/sub/\ufffda"), false);
  assert.equal(has(set, replaced), false);
  assert.deepEqual([...set.directories], ["/w"]);
  assert.equal(set.count, 4);
});

test("a name may be longer than any seen before", () => {
  const long = `/w/${"é".repeat(4000)}`;
  const set = setOf([long, "/w/a"]);
  assert.ok(has(set, long));
  assert.ok(has(set, "/w/a"));
  assert.equal(has(set, `${long}x`), false);
});

test("names of a directory, whose runs are split by others and by names that are no text", () => {
  const odd = Buffer.from([0x2f, 0x77, 0x2f, 0xff]);
  const set = setOf(["/w/a", "/w/b", "/w/sub/a", odd, "/w/c", "/wx/d", "/w/w", "/w//w/e", "/f"]);
  assert.deepEqual([...set.namesIn("/w")], ["a", "b", "c", "w"]);
  assert.deepEqual([...set.namesIn("/w/sub")], ["a"]);
  assert.deepEqual([...set.namesIn("")], ["f"]);
  for (const none of ["/", "/w/", "/w/s", "/none", "w"]) assert.deepEqual([...set.namesIn(none)], [], none);
});

test("what follows the last NUL is no path", () => {
  const set = new VisibleSet(Buffer.from("/w/a\0/w/tail"));
  assert.deepEqual([set.count, has(set, "/w/a"), has(set, "/w/tail")], [1, true, false]);
});
