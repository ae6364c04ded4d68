/** Tests that a table of any size returns the entries that were added. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bufferOf, concatBytes, type EntryKind, EntryTable, emptyColumns } from "./entry-table.ts";

const PATHS = ["/a", "/日本/𠮷.txt", "/é", "/", `/${"x".repeat(3000)}`];

function check(table: EntryTable, at: number, [path, kind, size, mtimeMs]: [string, EntryKind, number, number]): void {
  assert.equal(table.path(at), path);
  assert.equal(table.length(at), Buffer.byteLength(path));
  assert.deepEqual([table.kind(at), table.size(at), table.mtimeMs(at)], [kind, size, mtimeMs]);
  assert.deepEqual(table.sortKey(at), { path, size, mtimeMs });
  const copy = Buffer.alloc(table.length(at) + 2, "-");
  table.copyPath(at, copy, 1);
  assert.equal(copy.toString(), `-${path}-`);
}

test("entries of every kind, with any name", () => {
  const table = new EntryTable();
  assert.equal(table.count, 0);
  const kinds: EntryKind[] = ["f", "d", "l", "f", "f"];
  for (const [at, path] of PATHS.entries()) {
    table.add(path, kinds[at]!, at - 1, at + 0.5);
    assert.equal(table.count, at + 1);
  }
  for (const [at, path] of PATHS.entries()) check(table, at, [path, kinds[at]!, at - 1, at + 0.5]);
});

test("it grows with its entries, and with the bytes of their paths", () => {
  const table = new EntryTable(emptyColumns(0, 0));
  const capacity = { entries: table.columns.ends.length, bytes: table.columns.text.length };
  assert.deepEqual(capacity, { entries: 1024, bytes: 65_536 });
  const paths = Array.from({ length: 4000 }, (_, at) => `/folder/${"é".repeat(at % 50)}/${at}.txt`);
  for (const [at, path] of paths.entries()) table.add(path, at % 2 ? "d" : "f", at, -at);
  assert.equal(table.count, 4000);
  for (const at of [0, 1, 1023, 1024, 1025, 1535, 1536, 1537, 2304, 3456, 3999])
    check(table, at, [paths[at]!, at % 2 ? "d" : "f", at, -at]);
  // The capacity grows by half each time, so growing takes no longer than filling the table.
  assert.equal(table.columns.ends.length, 5184);
  for (const column of ["kinds", "sizes", "mtimesMs"] as const) assert.equal(table.columns[column].length, 5184);
});

test("one path may be longer than all that there is room for", () => {
  const long = `/${"日".repeat(100_000)}`;
  const table = new EntryTable();
  table.add("/before", "f", 1, 1);
  table.add(long, "f", 2, 2);
  table.add("/after", "f", 3, 3);
  for (const [at, path] of ["/before", long, "/after"].entries()) check(table, at, [path, "f", at + 1, at + 1]);
});

test("what is known beforehand is not grown for", () => {
  const { ends, kinds, sizes, mtimesMs, text, count } = emptyColumns(3000, 1_000_000);
  assert.deepEqual(
    [ends, kinds, sizes, mtimesMs].map(({ length }) => length),
    [4024, 4024, 4024, 4024],
  );
  assert.deepEqual([text.length, count], [1_065_536, 0]);
});

test("columns are handed over, and read on the other side", () => {
  const table = new EntryTable();
  for (const path of PATHS) table.add(path, "f", 1, 2);
  const other = new EntryTable(structuredClone(table.columns));
  assert.equal(other.count, PATHS.length);
  for (const [at, path] of PATHS.entries()) check(other, at, [path, "f", 1, 2]);
});

test("bytes are joined in memory of their own", () => {
  const joined = concatBytes([Buffer.from("ab"), new Uint8Array(0), Buffer.from("cde")]);
  assert.equal(Buffer.from(joined).toString(), "abcde");
  assert.equal(joined.buffer.byteLength, 5);
  assert.equal(concatBytes([]).length, 0);
  const part = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  assert.deepEqual([...bufferOf(part)], [2, 3]);
});
