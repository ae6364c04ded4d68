/** Applies changes to public scripts. `JIG_SCRIPTS` is a writable folder with AngelScript, `JIG_SEED` varies the selection. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsApplied, renamesThereAndBack } from "./applied-changes.ts";

const root = process.env.JIG_SCRIPTS ?? "";
const count = Number(process.env.JIG_COUNT ?? 300);
const skip = root === "" ? "needs JIG_SCRIPTS" : false;

test("renames there and back leave the same bytes, and no name unresolved in between", { skip }, async () => {
  const { done, kinds, refused, faults } = await renamesThereAndBack(root, count, Number(process.env.JIG_SEED ?? 1));
  console.log(`${done} there and back, ${refused.length} refused\n${refused.join("\n")}`, kinds);
  assert.deepEqual(faults, []);
  assert.equal(done, count);
});

test("overrides, missing cases and functions for delegates leave no name unresolved", { skip }, async () => {
  const results = await actionsApplied(root, Math.ceil(count / 6));
  for (const [kind, { done, kinds, refused }] of Object.entries(results))
    console.log(`${kind}: ${done} applied, ${refused.length} refused\n${refused.slice(0, 20).join("\n")}`, kinds);
  for (const [kind, { faults }] of Object.entries(results)) assert.deepEqual(faults, [], kind);
});
