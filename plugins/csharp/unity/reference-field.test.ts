/** Tests which field a line belongs to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "./reference-field.ts";

const OBJECT = `--- !u!114 &11
MonoBehaviour:
  m_Script: {fileID: 11500000, guid: 1}
  m_One: {fileID: 1, guid: 2}
  m_List:
  - {fileID: 2, guid: 2}
  - {fileID: 3, guid: 2}
  m_Rows:
  - name: a
    icon: {fileID: 4, guid: 2}
  - icon: {fileID: 5, guid: 2}
  m_Zones:
  - length: 1
    prefabs:
    - m_AssetGUID: 2
      m_CachedAsset: {fileID: 6, guid: 2,
        type: 3}
  m_Pair:
    inner:
      deep: {fileID: 7, guid: 2}
  m_Last: {fileID: 8, guid: 2}`.split("\n");

const INSTANCE = `--- !u!1001 &20
PrefabInstance:
  m_Modification:
    m_Modifications:
    - target: {fileID: 5, guid: 3,
        type: 3}
      propertyPath: m_Rows.Array.data[3].icon
      value: 
      objectReference: {fileID: 6, guid: 2, type: 3}
    - target: {fileID: 5, guid: 2}
      propertyPath: m_Name`.split("\n");

test("a field, an item of a list, a field of an item, an addressable reference, nested objects", () => {
  const paths = OBJECT.flatMap((line, at) => (/guid: 2|m_AssetGUID: 2/.test(line) ? [fieldPath(OBJECT, at)] : []));
  assert.deepEqual(paths, [
    "m_One",
    "m_List",
    "m_List",
    "m_Rows.icon",
    "m_Rows.icon",
    "m_Zones.prefabs",
    "m_Zones.prefabs",
    "m_Pair.inner.deep",
    "m_Last",
  ]);
  assert.equal(fieldPath(OBJECT, 16), "m_Zones.prefabs");
});

test("an override names its path, and the target of the next override does not", () => {
  assert.equal(fieldPath(INSTANCE, 8), "m_Rows.icon");
  assert.equal(fieldPath(INSTANCE, 9), "m_Modification.m_Modifications.target");
});
