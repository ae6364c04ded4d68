/** Unknown keys of an operation are rejected with advice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssetEdit, refuseIdleKeys } from "./edit-keys.ts";

const check = (edit: Partial<AssetEdit>) => () =>
  refuseIdleKeys({ op: "set", object: "", component: "", field: "", name: "", prefab: "", ...edit });

test("a key that an operation does not read is refused, and the operations that read it are named", () => {
  const idle: [edit: Partial<AssetEdit>, says: RegExp][] = [
    [{ op: "remove", object: "A", component: "B", field: "c[0]" }, /op remove does not use field/],
    [{ op: "remove", object: "A", field: "m_Layer" }, /op remove does not use field/],
    [{ op: "set", field: "a", value: 1, parent: "B", index: 0 }, /op set does not use parent and index/],
    [{ op: "set", field: "a", value: 1, name: "B", prefab: "C" }, /op set does not use name and prefab/],
    [{ op: "add", object: "A", component: "B", parent: "C" }, /op add of a component does not use parent/],
    [{ op: "add", name: "A", parent: "B", value: null }, /op add of an object does not use value/],
    [{ op: "add", name: "A", object: "B", parent: "C" }, /both object and parent/],
    [{ op: "move", object: "A", component: "B", index: 1, parent: "C" }, /op move of a component does not use parent/],
    [{ op: "revert", object: "A", field: "b", value: 1 }, /op revert does not use value/],
  ];
  for (const [edit, says] of idle) assert.throws(check(edit), says, JSON.stringify(edit));
  const wanted = /takes object, component\), or use op set or revert/;
  assert.throws(check({ op: "remove", object: "A", field: "b" }), { hint: wanted });
});

test("keys that an operation reads are taken", () => {
  const read: Partial<AssetEdit>[] = [
    { op: "set", object: "A", component: "B", field: "c", value: null },
    { op: "add", name: "A", parent: "B", index: 0 },
    { op: "add", object: "B", prefab: "A.prefab", name: "A" },
    { op: "move", object: "A", parent: "/", index: 0 },
    { op: "remove", object: "A", component: "B" },
  ];
  for (const edit of read) assert.doesNotThrow(check(edit), JSON.stringify(edit));
});
