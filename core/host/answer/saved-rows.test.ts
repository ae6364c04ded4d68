/** Serialization of rows: everything is preserved, and groups are stored once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow } from "../rows/row.ts";
import { lineStarts, rowLines, SavedRows } from "./saved-rows.ts";

const SOURCES: RowSource[] = [{ at: "/a" }, { at: "/b/*/rows" }];
const [list, grouped] = SOURCES as [RowSource, RowSource];

async function written(rows: AnswerRow[], cursors?: string[]): Promise<{ text: string; saved: SavedRows }> {
  const before: Json[] = [{ of: rows.length }, ["file"]];
  const text = [...rowLines(before, { rows, sources: SOURCES, cursors })].join("");
  const data = Buffer.from(text);
  return { text, saved: new SavedRows(data, await lineStarts(data, new TimeSlice()), SOURCES) };
}

/** Removes undefined fields. */
const plain = (row: AnswerRow) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

test("the lines in front and every row come back, in any order", async () => {
  const rows: AnswerRow[] = [
    { source: list, value: "é\n😀" },
    { source: list, value: null, key: "k" },
    { source: list, value: { deep: [1, { two: "2" }] }, headLines: 2 },
    { source: list, value: "n", key: "g", depth: 0, remaining: [3, 0] },
    { source: list, value: 7, entry: { file: "x" }, keyed: ["one", { two: 2 }] },
    { source: list, value: 8, entry: null },
    { source: grouped, value: null, key: "0", group: { name: "g" }, emptyGroup: true },
  ];
  const { saved } = await written(rows);
  assert.deepEqual([saved.at(0), saved.at(1)], [{ of: 7 }, ["file"]]);
  for (const index of [6, 0, 5, 1, 4, 2, 3]) {
    const { order, ...row } = plain(saved.row(index));
    assert.deepEqual(row, rows[index]);
    assert.equal(order, rows[index]!.depth === undefined ? undefined : index);
    assert.equal(row.source, rows[index]!.source);
  }
});

test("an entry that a map has not stays missing", async () => {
  const { saved } = await written([{ source: list, value: "a", keyed: [undefined, "b"] }]);
  assert.deepEqual(saved.row(0).keyed, [undefined, "b"]);
});

test("a group is written with its first row, and every row has it", async () => {
  const group = { name: "long name of a group" };
  const rows = [
    ...[1, 2, 3].map((value): AnswerRow => ({ source: grouped, value, key: "x", group })),
    { source: grouped, value: 4, key: "y", group: { name: "other" } },
    { source: list, value: 5, key: "x", group: { name: "of another source" } },
    { source: grouped, value: 6, key: "x", group },
  ];
  const { text, saved } = await written(rows);
  assert.equal(text.split("long name of a group").length, 2);
  for (const index of [5, 3, 4, 2, 1, 0]) assert.deepEqual(plain(saved.row(index)), rows[index]);
});

test("a row of a tree has its parents again, each read once", async () => {
  const top: AnswerRow = { source: list, value: "top", depth: 0, order: 0 };
  const mid: AnswerRow = { source: list, value: "mid", depth: 1, order: 1, parent: top };
  const low: AnswerRow = { source: list, value: "low", depth: 2, order: 2, parent: mid };
  const { saved } = await written([top, mid, low]);
  const read = saved.row(2);
  assert.deepEqual([read.parent?.value, read.parent?.parent?.value], ["mid", "top"]);
  assert.deepEqual([read.depth, read.order], [2, 2]);
  assert.equal(read.parent, saved.row(1));
  assert.equal(saved.row(2), read);
});

test("the tool's cursors are known of the rows that were read, the last one too", async () => {
  const rows = [1, 2, 3].map((value): AnswerRow => ({ source: list, value }));
  const { saved } = await written(rows, ["a", "b", "c"]);
  assert.equal(saved.cursors.size, 0);
  assert.equal(saved.row(2).value, 3);
  assert.deepEqual([...saved.cursors], [[2, "c"]]);
  assert.equal((await written(rows)).text.includes('"c"'), false);
});

test("each line begins after the end of the one before", async () => {
  assert.deepEqual(await lineStarts(Buffer.from("a\nbc\n\n"), new TimeSlice()), [0, 2, 5, 6]);
  assert.deepEqual(await lineStarts(Buffer.from(""), new TimeSlice()), [0]);
});
