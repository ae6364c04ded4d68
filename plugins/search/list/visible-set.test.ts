/** Tests that exactly the files in ripgrep's output are found among thousands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { VisibleSet } from "./visible-set.ts";

function setOf(paths: readonly (string | Uint8Array)[]): VisibleSet {
  return new VisibleSet(Buffer.concat(paths.flatMap((path) => [Buffer.from(path as string), Buffer.from([0])])));
}

test("a set has what it was made of", () => {
  const set = setOf(["/w/a.txt", "/w/日本/𠮷.txt", "/w/sub/deep/b"]);
  for (const path of ["/w/a.txt", "/w/日本/𠮷.txt", "/w/sub/deep/b"]) assert.equal(set.has(path), true, path);
  for (const path of ["/w/a.tx", "/w/a.txtt", "/w/A.txt", "/w", "", "/w/sub", "/w/sub/deep/b/c", "w/a.txt"])
    assert.equal(set.has(path), false, path);
  assert.deepEqual([set.count, set.unlisted], [3, []]);
  assert.equal(set.length, Buffer.byteLength("/w/a.txt\0/w/日本/𠮷.txt\0/w/sub/deep/b\0"));
});

test("thousands of paths, whatever their hashes", () => {
  const paths = Array.from({ length: 3000 }, (_, at) => `/w/${at % 7}/file ${at}.txt`);
  const set = setOf(paths);
  for (const path of paths) assert.ok(set.has(path));
  for (let at = 3000; at < 6000; at++) assert.equal(set.has(`/w/${at % 7}/file ${at}.txt`), false);
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
  assert.equal(set.has("/w"), false);
  assert.equal(set.has(""), false);
  assert.deepEqual([set.count, set.length, set.directories.size], [0, 0, 0]);
});

test("names that are no text are told apart", () => {
  const odd = Buffer.concat([Buffer.from("/w/sub/"), Buffer.from([0xff, 0x61])]);
  const replaced = "/w/\ufffd.txt";
  const set = setOf(["/w/a.txt", odd, replaced, "/w/b.txt"]);
  assert.deepEqual(set.unlisted, ["/w/sub/\ufffda", replaced]);
  for (const path of ["/w/a.txt", "/w/b.txt"]) assert.ok(set.has(path));
  assert.equal(set.has("/w/sub/\ufffda"), false);
  assert.equal(set.has(replaced), false);
  assert.deepEqual([...set.directories], ["/w"]);
  assert.equal(set.count, 4);
});

test("a name may be longer than any seen before", () => {
  const long = `/w/${"é".repeat(4000)}`;
  const set = setOf([long, "/w/a"]);
  assert.ok(set.has(long));
  assert.ok(set.has("/w/a"));
  assert.equal(set.has(`${long}x`), false);
});

test("what follows the last NUL is no path", () => {
  const set = new VisibleSet(Buffer.from("/w/a\0/w/tail"));
  assert.deepEqual([set.count, set.has("/w/a"), set.has("/w/tail")], [1, true, false]);
});
