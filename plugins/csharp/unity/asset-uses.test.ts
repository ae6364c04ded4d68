/** Tests of asset uses: scenes and prefabs in Unity's text form. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assetUses } from "./asset-uses.ts";

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
  assert.deepEqual(assetUses(scene, GUID), [{ line: 15, kind: "component", object: "World/Player" }]);
});

test("a scriptable object is named by itself, a plain reference is told apart", () => {
  const asset = `--- !u!114 &11400000
MonoBehaviour:
  m_GameObject: {fileID: 0}
  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}
  m_Name: Settings
  other: {fileID: 11500000, guid: ${GUID}, type: 3}
`;
  assert.deepEqual(assetUses(asset, GUID), [
    { line: 4, kind: "component", object: "Settings" },
    { line: 6, kind: "reference", object: "Settings" },
  ]);
});
