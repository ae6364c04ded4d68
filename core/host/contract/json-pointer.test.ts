/** JSON pointers: keys, escapes, copies, prototype safety. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { valueAt, withoutValueAt, withValueAt } from "./json-pointer.ts";

test("valueAt() follows keys, indices and escapes, and finds nothing on prototypes", () => {
  const value = { a: [{ "b/c": 1, "~": 2 }] };
  assert.equal(valueAt(value, "/a/0/b~1c"), 1);
  assert.equal(valueAt(value, "/a/0/~0"), 2);
  assert.equal(valueAt(value, ""), value);
  for (const pointer of ["/b", "/a/1", "/a/0/b~1c/d", "/constructor", "/a/length/x"])
    assert.equal(valueAt(value, pointer), undefined);
});

test("withValueAt() copies, and makes what is on the way", () => {
  const value = { a: [1, 2], b: "x" };
  assert.deepEqual(withValueAt(value, "/a/1", 3), { a: [1, 3], b: "x" });
  assert.deepEqual(withValueAt({}, "/x~1y/z", 1), { "x/y": { z: 1 } });
  assert.deepEqual(withValueAt(value, "", 7), 7);
  assert.deepEqual(value, { a: [1, 2], b: "x" });
  assert.deepEqual(JSON.stringify(withValueAt({}, "/__proto__/polluted", true)), '{"__proto__":{"polluted":true}}');
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test("withoutValueAt() copies, and leaves a value as it is that has no such field", () => {
  const value = { a: { b: 1, c: 2 }, d: "x" };
  assert.deepEqual(JSON.parse(JSON.stringify(withoutValueAt(value, "/a/b"))), { a: { c: 2 }, d: "x" });
  assert.deepEqual(value, { a: { b: 1, c: 2 }, d: "x" });
  for (const pointer of ["", "/b", "/d/e", "/toString"]) assert.equal(withoutValueAt(value, pointer), value);
});
