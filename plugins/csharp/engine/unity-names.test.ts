/** Tests the table of Unity's names, which describes types and members, including inherited ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import written from "./unity-names.json" with { type: "json" };
import { UnityNames } from "./unity-names.ts";

test("members give the types that the engine declares, through base classes", () => {
  const names = new UnityNames(written);
  assert.match(names.version, /^\d+\.\d/);
  assert.equal(names.memberType("Transform", "position"), "Vector3");
  assert.equal(names.memberType("MonoBehaviour", "gameObject"), "GameObject");
  assert.equal(names.memberType("Resources", "LoadAsync"), "ResourceRequest");
  assert.equal(names.memberType("KeyCode", "Space"), "KeyCode");
  // This part of the class is not marked `public` itself.
  assert.equal(names.memberType("GUI", "color"), "Color");
  assert.equal(names.memberType("GameObject", "nothing"), undefined);
  assert.equal(names.memberType("NoSuchType", "position"), undefined);
  // Overloads with different types have no result.
  assert.equal(names.memberType("GameObject", "GetComponent"), undefined);
});

test("what stands above a type, and what Unity can save", () => {
  const names = new UnityNames(written);
  assert.ok(names.derivesFrom("RectTransform", "Component"));
  assert.ok(names.derivesFrom("MonoBehaviour", "Object"));
  assert.ok(!names.derivesFrom("Vector3", "Object"));
  assert.equal(names.above("NoSuchType"), undefined);
  assert.equal(names.typesNamed("GUIStyle")[0]?.isSerializable, true);
  assert.equal(names.typesNamed("Ray")[0]?.isSerializable, false);
  assert.equal(names.typesNamed("EditorWindow")[0]?.namespace, "UnityEditor");
});
