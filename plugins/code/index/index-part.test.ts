/** Tests that a part of the index returns the declarations that were written to it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileOutline } from "../outline/file-outline.ts";
import { encodeSegment, type IndexedFile, NOT_READ, Segment } from "./index-part.ts";
import { StringTable } from "./string-table.ts";

function fileOf(table: StringTable, path: string, names: string[], text: string): IndexedFile {
  const outline: FileOutline = {
    declarations: names.map((name, at) => ({
      ...{ name, kind: "function", containers: at > 0 ? ["Outer", "名"] : [], nameLine: at + 1, nameColumn: 7 },
      ...{ startLine: at + 1, endLine: at + 3, head: { start: 0, end: 1 }, documentation: at > 0 ? "Says 🎉." : "" },
      isOverload: at > 0,
    })),
    unread: names.length,
  };
  return {
    path,
    size: 5_000_000_000,
    mtimeMs: 1_700_000_000_123.5,
    outline,
    signatures: names.map((name) => `fn ${name}()`),
    words: table.words(text),
  };
}

test("declarations, words, sizes and times of several files", () => {
  const table = new StringTable();
  const files = [
    fileOf(table, "/w/b.ts", ["é", "a"], "x é zebra, 名前 x2 3y 𝒳a é"),
    fileOf(table, "/w/a.ts", [], ""),
    fileOf(table, "/w/c.ts", ["a"], "a x"),
  ];
  const encoded = encodeSegment(files, table);
  // Parts can be mapped at any offset that is a multiple of eight.
  const mapped = new Uint8Array(encoded.length + 64);
  mapped.set(encoded, 64);
  const segment = Segment.open(mapped.subarray(64));
  assert.ok(segment);
  assert.deepEqual(segment.file(0), { path: "/w/b.ts", size: 5_000_000_000, mtimeMs: 1_700_000_000_123.5, unread: 2 });
  assert.deepEqual(
    [0, 1, 2].map((file) => segment.declarations(file, "p").map(({ name }) => name)),
    [["é", "a"], [], ["a"]],
  );
  const { path, name, containers, kind, nameLine, column, startLine, endLine, signature, documentation, isOverload } =
    segment.declaration(1, "/w/b.ts");
  const read = {
    path,
    name,
    containers,
    kind,
    nameLine,
    column,
    startLine,
    endLine,
    signature,
    documentation,
    isOverload,
  };
  assert.deepEqual(read, {
    ...{ path: "/w/b.ts", name: "a", containers: ["Outer", "名"], kind: "function", nameLine: 2, column: 7 },
    ...{ startLine: 2, endLine: 4, signature: "fn a()", documentation: "Says 🎉.", isOverload: true },
  });
  assert.equal(segment.string(segment.find("zebra")), "zebra");
  assert.equal(segment.find("zebr"), -1);
  const filesWith = (word: string) => [...segment.filesWith(segment.find(word))];
  assert.deepEqual(["x", "é", "zebra", "a", "名前", "x2", "y", "𝒳a", "3y"].map(filesWith), [
    [0, 2],
    [0],
    [0],
    [2],
    [0],
    [0],
    [0],
    [0],
    [],
  ]);
  assert.equal(segment.names, 2);
});

test("bytes of another format are none of ours", () => {
  assert.equal(Segment.open(new Uint8Array(64)), undefined);
  assert.ok(Segment.open(encodeSegment([], new StringTable())));
});

test("a file that was not read is known as such", () => {
  const table = new StringTable();
  const [lost, empty] = [fileOf(table, "/w/a.ts", [], ""), fileOf(table, "/w/b.ts", [], "")];
  lost.outline.unread = NOT_READ;
  const segment = Segment.open(encodeSegment([lost, empty], table));
  assert.deepEqual(
    [0, 1].map((file) => segment?.isNotRead(file)),
    [true, false],
  );
});
