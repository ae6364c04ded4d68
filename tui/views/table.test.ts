/** Tests sorting the rows of a table by a column. Numbers are sorted by their value, even in text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../core/host/frontend-api.ts";
import { sorted } from "./table.ts";

const rowsOf = (...values: (string | number | null)[]): Row[] => values.map((size) => ({ text: "", cells: { size } }));
const valuesOf = (rows: readonly Row[]) => rows.map(({ cells }) => cells?.size);

test("numbers are sorted by value, not as text", () => {
  const rows = rowsOf(100, 9, -3, 20, 9.5);
  assert.deepEqual(valuesOf(sorted(rows, { column: "size", descending: false })), [-3, 9, 9.5, 20, 100]);
  assert.deepEqual(valuesOf(sorted(rows, { column: "size", descending: true })), [100, 20, 9.5, 9, -3]);
  assert.deepEqual(valuesOf(rows), [100, 9, -3, 20, 9.5], "the rows themselves stay as they are");
});

test("digits in text count as numbers", () => {
  const rows = rowsOf("file10", "file9", "File2", "b", "a");
  assert.deepEqual(valuesOf(sorted(rows, { column: "size", descending: false })), [
    "a",
    "b",
    "File2",
    "file9",
    "file10",
  ]);
});

test("what is empty comes first, and numbers and text are compared as text", () => {
  const rows = rowsOf("20", 3, null, 100);
  assert.deepEqual(valuesOf(sorted(rows, { column: "size", descending: false })), [null, 3, "20", 100]);
});

test("a row without cells has its text in the column of that name", () => {
  const rows: Row[] = [{ text: "b 10" }, { text: "b 9" }, { text: "a" }];
  const texts = sorted(rows, { column: "text", descending: false }).map(({ text }) => text);
  assert.deepEqual(texts, ["a", "b 9", "b 10"]);
  assert.equal(sorted(rows, undefined), rows);
});
