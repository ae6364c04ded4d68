/** The class declared by a script, whatever the file's name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { classHead } from "./script-class.ts";

test("a class is found by its name, and none by a name that no class can have", () => {
  const source = "public abstract class Shop : MonoBehaviour { } class Ärger : ScriptableObject { }";
  assert.deepEqual(classHead(source, "Shop"), {
    ...{ isAbstract: true, base: "MonoBehaviour", isPartial: false },
    ...{ isSingle: false, required: [] },
  });
  assert.equal(classHead(source, "Ärger")?.base, "ScriptableObject");
  for (const name of ["Shop (1", "F+[", "S.op", ""]) assert.equal(classHead(source, name), undefined, name);
});

test("the attributes of a class say what Unity demands of its object", () => {
  const source = `
[AddComponentMenu("Cars/Engine")]
[RequireComponent(typeof(Rigidbody), typeof(UnityEngine.Audio.Horn))] // [RequireComponent(typeof(Joke))]
[DisallowMultipleComponent, RequireComponent(requiredComponent: typeof(Wheel))]
public class Engine : MonoBehaviour { [RequireComponent(typeof(Other))] class Inner { } }
public class Plain : MonoBehaviour { }`;
  const { isSingle, required } = classHead(source, "Engine") ?? {};
  assert.deepEqual([isSingle, required], [true, ["Rigidbody", "Horn", "Wheel"]]);
  assert.equal(classHead(source, "Plain")?.isSingle, false);
});
