/** Identity fields of documents, files and projects can't be set. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refuseIdentity } from "./identity-fields.ts";

test("fields by which Unity knows a file, a class or a form are refused", () => {
  const cases: [path: string, field: string, says: RegExp][] = [
    ["/p/Assets/A.prefab.meta", "guid", /all those references would break/],
    ["/p/Assets/A.prefab.meta", "fileFormatVersion", /tells Unity how to read/],
    ["/p/ProjectSettings/ProjectVersion.txt", "m_EditorVersion", /which Unity version/],
    ["/p/Assets/A.prefab", "m_Script", /sets the class/],
    ["/p/Assets/A.mat", "serializedVersion", /the format in which/],
    ["/p/Assets/A.prefab", "m_Shape.serializedVersion", /the format in which/],
  ];
  for (const [path, field, says] of cases) assert.throws(() => refuseIdentity(path, field), says, field);
});

test("fields of the same name elsewhere are set", () => {
  for (const [path, field] of [
    ["/p/Assets/A.asset", "guid"],
    ["/p/Assets/A.png.meta", "TextureImporter.maxTextureSize"],
    ["/p/Assets/A.prefab", "m_Scripted"],
  ])
    assert.doesNotThrow(() => refuseIdentity(path ?? "", field ?? ""), field);
});
