/** Keys keep their numbers when loaded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SymbolKeys } from "./symbol-keys.ts";

test("keys continue as they were saved, and go on from there", () => {
  const keys = new SymbolKeys();
  const all = ["AOne", "AOne.Fire", "?:Ünknown", "ATwo"];
  const numbers = all.map((key) => keys.number(key));
  const saved = keys.packed();
  keys.continueAs({ ...saved, bytes: saved.bytes.slice() });
  assert.deepEqual(
    all.map((key) => keys.known(key)),
    numbers,
  );
  assert.deepEqual(
    numbers.map((number) => keys.key(number)),
    all,
  );
  assert.equal(keys.number("AThree"), all.length);
  assert.equal(keys.size, all.length + 1);
  keys.continueAs(saved);
  assert.equal(keys.key(all.length), "AThree", "what came since is not lost");
});
