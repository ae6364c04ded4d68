/** Effect of a call: the tool's, or a stronger one due to an argument. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { effectOfCall } from "./call-effect.ts";

const tool = { effect: "read", parameterEffects: { file: "write", force: "execute", dry: "read" } } as const;

test("an argument counts where it is given and not false", () => {
  for (const nothing of [{}, { file: undefined }, { file: null }, { file: "" }, { force: false }, { dry: true }])
    assert.equal(effectOfCall(tool, nothing), "read", JSON.stringify(nothing));
  for (const given of [{ file: "x" }, { file: 0 }, { file: [] }, { file: true }])
    assert.equal(effectOfCall(tool, given), "write", JSON.stringify(given));
  assert.equal(effectOfCall(tool, { force: true }), "execute");
});

test("the strongest holds, whatever the order, and none lowers the tool's own", () => {
  assert.equal(effectOfCall(tool, { force: true, file: "x" }), "execute");
  assert.equal(
    effectOfCall({ effect: "read", parameterEffects: { a: "execute", b: "write" } }, { a: 1, b: 1 }),
    "execute",
  );
  assert.equal(effectOfCall({ effect: "execute", parameterEffects: { a: "write" } }, { a: 1 }), "execute");
  assert.equal(effectOfCall({ effect: "write", parameterEffects: {} }, {}), "write");
});
