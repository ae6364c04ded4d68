/** Tests the uses of scripts in scenes and prefabs in Unity's text format. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assetUses, memberUses } from "./asset-uses.ts";

const GUID = "0123456789abcdef0123456789abcdef";

test("names the object that carries the script, with its parents", () => {
  const scene = `%YAML 1.1
--- !u!1 &10
GameObject:
  m_Component:
  - component: {fileID: 11}
  - component: {fileID: 12}
  m_Name: Player
--- !u!4 &11
Transform:
  m_GameObject: {fileID: 10}
  m_Father: {fileID: 21}
--- !u!114 &12
MonoBehaviour:
  m_GameObject: {fileID: 10}
  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}
--- !u!1 &20
GameObject:
  m_Component:
  - component: {fileID: 21}
  m_Name: World
--- !u!4 &21
Transform:
  m_GameObject: {fileID: 20}
  m_Father: {fileID: 0}
`;
  assert.deepEqual(assetUses(scene, GUID, false), [{ line: 15, kind: "component", object: "World/Player" }]);
});

test("an object below or on a prefab's instance is named by the instance, and a circle of parents ends", () => {
  const script = `m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}`;
  const scene = `%YAML 1.1
--- !u!1 &10
GameObject:
  m_Component:
  - component: {fileID: 11}
  m_Name: Canvas
--- !u!224 &11
RectTransform:
  m_GameObject: {fileID: 10}
  m_Father: {fileID: 21}
--- !u!114 &12
MonoBehaviour:
  m_GameObject: {fileID: 10}
  ${script}
--- !u!4 &21 stripped
Transform:
  m_CorrespondingSourceObject: {fileID: 5, guid: ${GUID}, type: 3}
  m_PrefabInstance: {fileID: 30}
--- !u!1 &22 stripped
GameObject:
  m_PrefabInstance: {fileID: 30}
--- !u!114 &23
MonoBehaviour:
  m_GameObject: {fileID: 22}
  ${script}
--- !u!1001 &30
PrefabInstance:
  m_Modification:
    m_TransformParent: {fileID: 41}
    m_Modifications:
    - target: {fileID: 6, guid: ${GUID}, type: 3}
      propertyPath: m_Name
      value: UI Root
      objectReference: {fileID: 0}
--- !u!1 &40
GameObject:
  m_Component:
  - component: {fileID: 41}
  m_Name: World
--- !u!4 &41
Transform:
  m_GameObject: {fileID: 40}
  m_Father: {fileID: 0}
--- !u!1 &50
GameObject:
  m_Component:
  - component: {fileID: 51}
  m_Name: Circle
--- !u!4 &51
Transform:
  m_GameObject: {fileID: 50}
  m_Father: {fileID: 51}
--- !u!114 &52
MonoBehaviour:
  m_GameObject: {fileID: 50}
  ${script}
`;
  const components = assetUses(scene, GUID, false).filter(({ kind }) => kind === "component");
  assert.deepEqual(
    components.map(({ object }) => object),
    ["World/UI Root/Canvas", "World/UI Root", "Circle"],
  );
});

test("a scriptable object is named by itself, a plain reference is told apart", () => {
  const asset = `--- !u!114 &11400000
MonoBehaviour:
  m_GameObject: {fileID: 0}
  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}
  m_Name: Settings
  other: {fileID: 11500000, guid: ${GUID}, type: 3}
`;
  assert.deepEqual(assetUses(asset, GUID, false), [
    { line: 4, kind: "component", object: "Settings" },
    { line: 6, kind: "reference", object: "Settings", fields: [{ component: GUID, name: "other" }] },
  ]);
});

test("of a member: what is saved for it, what overrides it, and which events call it", () => {
  const scene = `--- !u!1 &10
GameObject:
  m_Name: Player
--- !u!114 &12
MonoBehaviour:
  m_GameObject: {fileID: 10}
  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}
  speed: 3.5
  rows:
  - a: 1
    b: 2
  - a: 3
  <Auto>k__BackingField: 7
--- !u!1 &20
GameObject:
  m_Name: Button
--- !u!114 &22
MonoBehaviour:
  m_GameObject: {fileID: 20}
  m_Script: {fileID: 11500000, guid: ffffffffffffffffffffffffffffffff, type: 3}
  speed: 1
  m_OnClick:
    m_PersistentCalls:
      m_Calls:
      - m_Target: {fileID: 12}
        m_TargetAssemblyTypeName: Player, Assembly-CSharp
        m_MethodName: Jump
      - m_Target: {fileID: 13}
        m_TargetAssemblyTypeName: Prefabs, Assembly-CSharp
        m_MethodName: Jump
      - m_Target: {fileID: 22}
        m_TargetAssemblyTypeName: Other, Assembly-CSharp
        m_MethodName: Jump
        m_Mode: 1
        m_Arguments:
          m_ObjectArgument: {fileID: 0}
--- !u!114 &13 stripped
MonoBehaviour:
  m_PrefabInstance: {fileID: 30}
--- !u!1001 &30
PrefabInstance:
  m_Modification:
    m_Modifications:
    - target: {fileID: 1, guid: eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee, type: 3}
      propertyPath: rows.Array.data[0].a
      value: 9
      objectReference: {fileID: 0}
    - target: {fileID: 1, guid: eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee, type: 3}
      propertyPath: target
      value:${" "}
      objectReference: {fileID: 5}
`;
  const of = (member: string) =>
    memberUses(scene, GUID, member).map(({ kind, object, value }) => [kind, object, value]);
  assert.deepEqual(of("speed"), [["value", "Player", "3.5"]]);
  assert.deepEqual(of("rows"), [
    ["value", "Player", "- a: 1 b: 2 - a: 3"],
    ["override", undefined, "rows.Array.data[0].a = 9"],
  ]);
  assert.deepEqual(of("target"), [["override", undefined, "target = {fileID: 5}"]]);
  assert.deepEqual(of("Auto"), [["value", "Player", "7"]]);
  // Objects inside a prefab have no lines of their own here, so they may be the target.
  assert.deepEqual(of("Jump"), [
    ["event", "Button", undefined],
    ["event", "Button", undefined],
  ]);
  const clip =
    "--- !u!74 &7400000\nAnimationClip:\n  m_Name: Run\n  m_Events:\n  - time: 0.1\n    functionName: Step\n";
  assert.deepEqual(
    memberUses(clip, GUID, "Step").map(({ kind, object }) => [kind, object]),
    [["animation", "Run"]],
  );
});

test("a prefab's instance and variant are told from what they change of it", () => {
  const guid = `guid: ${GUID}, type: 3}`;
  const text = `%YAML 1.1
--- !u!1001 &10
PrefabInstance:
  m_Modification:
    m_TransformParent: {fileID: 0}
    m_Modifications:
    - target: {fileID: 5, ${guid}
      propertyPath: m_Name
      value: Enemy
      objectReference: {fileID: 0}
    - target: {fileID: 5, guid: ffffffffffffffffffffffffffffffff, type: 3}
      propertyPath: spawned
      value:
      objectReference: {fileID: 7, ${guid}
    m_RemovedComponents:
    - {fileID: 6, ${guid}
  m_SourcePrefab: {fileID: 100100000, ${guid}
--- !u!4 &21 stripped
Transform:
  m_CorrespondingSourceObject: {fileID: 5, ${guid}
  m_PrefabInstance: {fileID: 10}
`;
  const kinds = (isPrefab: boolean) =>
    assetUses(text, GUID, isPrefab).map(({ kind, line, object = "", count = 1, lastLine = line }) =>
      [`${kind}:${line}-${lastLine}`, object, count].join(" "),
    );
  assert.deepEqual(kinds(true), [
    "variant:17-17 Enemy 1",
    "override:7-16 Enemy 2",
    "reference:14-14 Enemy 1",
    "part:20-20  1",
  ]);
  assert.equal(kinds(false)[0], "instance:17-17 Enemy 1");
  const nested = text.replace("m_TransformParent: {fileID: 0}", "m_TransformParent: {fileID: 44}");
  assert.equal(assetUses(nested, GUID, true)[0]?.kind, "instance");
});
