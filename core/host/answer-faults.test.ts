/** Answers that don't match their declared schema are reported to the author. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerFaults } from "./answer-faults.ts";
import type { JsonObject } from "./contract/outcome.ts";

const rows = [{ at: "/rows", columns: [{ field: "name" }, { field: "size" }] }];
const schema = (list: JsonObject): JsonObject => ({ type: "object", properties: { rows: list } });

test("an answer that fits has no fault, nor has a column that its schema knows and no row has", () => {
  assert.deepEqual(answerFaults({ schema: schema({ type: "array" }), rows }, { rows: [{ name: "a", size: 1 }] }), []);
  assert.deepEqual(answerFaults({ schema: schema({ type: "array" }), rows }, { rows: [] }), []);
  const known = schema({ type: "array", items: { properties: { name: {}, size: {} } } });
  assert.deepEqual(answerFaults({ schema: known, rows }, { rows: [{ name: "a" }] }), []);
});

test("a value of another type, a number for rows and a column of no row are named", () => {
  const [type] = answerFaults({ schema: schema({ type: "array" }), rows }, { rows: "none" });
  assert.match(type ?? "", /does not satisfy output\.schema at #\/rows/);
  assert.deepEqual(answerFaults({ schema: {}, rows }, { rows: 3 }), [
    "output.rows.0.at points to 3, which is not a list",
  ]);
  assert.deepEqual(answerFaults({ schema: schema({ type: "array" }), rows }, { rows: [{ name: "a", bytes: 1 }] }), [
    'output.rows.0 has the column "size", which no row has: they have name, bytes',
  ]);
});

test("in a tree, a column may belong to the rows below others", () => {
  const tree = [{ at: "/groups", children: "/places", columns: [{ field: "text" }, { field: "file" }] }];
  const answer = (file: string) => ({ groups: [{ text: "a", places: [{ text: "b", places: [{ [file]: "x" }] }] }] });
  assert.deepEqual(answerFaults({ schema: {}, rows: tree }, answer("file")), []);
  assert.match(answerFaults({ schema: {}, rows: tree }, answer("fiel"))[0] ?? "", /"file", which no row has/);
  const many = { groups: Array.from({ length: 1_000 }, () => ({ text: "a", places: [{ file: "x" }] })) };
  assert.deepEqual(answerFaults({ schema: {}, rows: tree }, many), []);
});

test("a large answer is not checked by its schema", () => {
  const many = { rows: Array.from({ length: 30_000 }, () => 1) };
  assert.deepEqual(answerFaults({ schema: schema({ type: "string" }), rows: [] }, many), []);
});
