/** JSON fields of any type. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asObject, rowsOf, textIn } from "./json-fields.ts";

test("anything but an object is an empty one", () => {
  const value = { a: 1 };
  assert.equal(asObject(value), value);
  for (const other of [undefined, null, 3, "a", true, [1]]) assert.deepEqual(asObject(other), {});
});

test("rows are the objects of a list; no list has none", () => {
  assert.deepEqual(rowsOf({ rows: [{ a: 1 }, 3, null] }, "rows"), [{ a: 1 }, {}, {}]);
  for (const other of [{}, { rows: { a: 1 } }, { rows: "a" }, null, [1]]) assert.deepEqual(rowsOf(other, "rows"), []);
});

test("a field as text", () => {
  const row = { text: "a", empty: "", none: null, number: 3, flag: false, list: [1, "b"], object: { c: 1 } };
  const texts = { text: "a", empty: "", none: "", number: "3", flag: "false", list: '[1,"b"]', object: '{"c":1}' };
  for (const [key, text] of Object.entries(texts)) assert.equal(textIn(row, key), text, key);
  assert.equal(textIn(row, "absent"), "");
});
