/** The class that a script's source declares, where the file may have any name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { classHead } from "./script-class.ts";

test("a class is found by its name, and none by a name that no class can have", () => {
  const source = "public abstract class Shop : MonoBehaviour { } class Ärger : ScriptableObject { }";
  assert.deepEqual(classHead(source, "Shop"), { isAbstract: true, base: "MonoBehaviour", isPartial: false });
  assert.equal(classHead(source, "Ärger")?.base, "ScriptableObject");
  for (const name of ["Shop (1", "F+[", "S.op", ""]) assert.equal(classHead(source, name), undefined, name);
});
