/** Hierarchies with unknown base classes, and truncated ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

test("a base that nobody declares is shown as unknown, and taken as a root", () => {
  const script = "class AOne : AStudioActor {}\nclass ATwo : AStudioActor {}\nclass AThree : AOne {}\n";
  const root = scratch({ "A.as": script });
  const ask = (input: object) => callJig("angelscript_getClassHierarchy", input, { cwd: root }).value.data;
  const below = ask({ name: "AThree" });
  assert.deepEqual(below.supers, ["AOne", "AStudioActor", "AActor"]);
  assert.deepEqual(below.sourceByClass.AStudioActor, { source: "unknown", isBaseInferred: true });
  const from = ask({ name: "AStudioActor", maxSubDepth: 1 });
  assert.deepEqual(from.derivedByParent, { AStudioActor: ["AOne", "ATwo"] });
  assert.equal(from.truncated.derivedDepth, true);
  assert.equal(ask({ name: "AOne", maxSubDepth: 0 }).truncated.derivedDepth, true);
  assert.equal(ask({ name: "ATwo", maxSubDepth: 0 }).truncated.derivedDepth, false);
});
