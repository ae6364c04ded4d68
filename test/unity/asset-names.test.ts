/** Human-friendly names: tags, layers, built-in meshes, enum members, packages, assets without folder. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { FILES, writeProject } from "./assets/fixture.ts";
import { McpDriver } from "./driver.ts";

const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const owned = (id: string, type: string, number: number, fields: string[]) =>
  `--- !u!${number} &${id}\n${type}:\n  m_GameObject: {fileID: 10}\n${fields.map((each) => `  ${each}\n`).join("")}`;
const EYE =
  `${HEAD}--- !u!1 &10\nGameObject:\n  m_Component:\n  - component: {fileID: 11}\n  - component: {fileID: 12}\n  - component: {fileID: 13}\n  - component: {fileID: 14}\n  m_Layer: 0\n  m_Name: Eye\n  m_TagString: Untagged\n  m_StaticEditorFlags: 0\n  m_IsActive: 1\n` +
  owned("11", "Transform", 4, ["m_Children: []", "m_Father: {fileID: 0}"]) +
  owned("12", "Camera", 20, ["m_ClearFlags: 1", "m_CullingMask:", "  serializedVersion: 2", "  m_Bits: 4294967295"]) +
  owned("13", "Rigidbody", 54, ["m_Mass: 1", "m_Constraints: 0"]) +
  owned("14", "MeshFilter", 33, ["m_Mesh: {fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}"]);
const TAGS = `${HEAD}--- !u!78 &1\nTagManager:\n  tags:\n  - Enemy\n  layers:\n  - Default\n  - \n  - \n  - Walls\n  m_SortingLayers:\n  - name: Default\n    uniqueID: 0\n  - name: Front\n    uniqueID: 4294967291\n`;

let root: string;
let jig: McpDriver;
before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "jig-names-")));
  writeProject(root);
  const write = (name: string, text: string, id = "") => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
    if (id !== "") writeFileSync(join(root, `${name}.meta`), `fileFormatVersion: 2\nguid: ${id.repeat(16)}\n`);
  };
  write("Assets/Eye.prefab", EYE, "a1");
  write("Assets/Odd.prefab", EYE.replace("10202, guid: 0000000000000000e", "10303, guid: 0000000000000000d"), "a0");
  write("ProjectSettings/TagManager.asset", TAGS);
  write("Assets/Deep/Folder/Lonely.prefab", EYE.replace("Name: Eye", "Name: Lonely"), "a2");
  write("Assets/Deep/Twin.prefab", EYE, "a3");
  write("Assets/Deep/Folder/Twin.prefab", EYE, "a4");
  write("Library/PackageCache/com.mine.kit@1.2.3/Kit.prefab", EYE.replace("Name: Eye", "Name: Kit"), "a5");
  write("Library/PackageCache/com.mine.kit@1.2.3/Kit.mat", FILES["Assets/Red.mat"] ?? "", "a6");
  write("Packages/Tools/package.json", '{ "name": "com.mine.tools" }');
  write("Packages/Tools/Tool.prefab", EYE.replace("Name: Eye", "Name: Tool"), "a7");
  write("Local/Near.prefab", EYE.replace("Name: Eye", "Name: Near"), "a8");
  write(
    "Packages/manifest.json",
    '{ "dependencies": { "com.mine.near": "file:../Local", "com.unity.ugui": "1.0.0" } }',
  );
  write(
    "Assets/Mount.cs",
    "[UnityEngine.RequireComponent(typeof(UnityEngine.Joint))] public class Mount : UnityEngine.MonoBehaviour { }",
    "a9",
  );
  write(
    "Assets/Wall.cs",
    "[RequireComponent(typeof(Collider))] public class Wall : UnityEngine.MonoBehaviour { }",
    "aa",
  );
  write("Assets/Board.cs", "public abstract class Board : UnityEngine.MonoBehaviour { }", "ab");
  write(
    "Assets/Shelf.cs",
    "[RequireComponent(typeof(Board))] public class Shelf : UnityEngine.MonoBehaviour { }",
    "ac",
  );
  jig = await McpDriver.open([root]);
});
after(async () => {
  await jig.close();
  rmSync(root, { recursive: true, force: true });
});

const set = (field: string, value: unknown, component = "") => ({ op: "set", object: "Eye", component, field, value });
async function edited(...edits: object[]): Promise<string> {
  const { value } = await jig.call("unity-asset-edit", { path: "Assets/Eye.prefab", edits });
  const lines = String(value).split("\n");
  const added = lines.filter((line) => /^\+(?!\+\+ )/.test(line)).map((line) => line.slice(1).trim());
  return added.length > 0 ? added.join("\n") : String(value);
}

test("tags, layers and layer masks have the names of the project's settings", async () => {
  assert.equal(await edited(set("m_TagString", "Enemy")), "m_TagString: Enemy");
  assert.match(await edited(set("m_TagString", "Friend")), /no tag "Friend".*MainCamera.*Enemy/s);
  assert.equal(await edited(set("m_Layer", "Walls")), "m_Layer: 3");
  assert.equal(await edited(set("m_Layer", 9)), "m_Layer: 9");
  assert.match(await edited(set("m_Layer", "Floors")), /no "Floors".*Ignore Raycast.*Walls/s);
  assert.equal(await edited(set("m_CullingMask", "Default | Walls", "Camera")), "m_Bits: 9");
  assert.equal(await edited(set("m_CullingMask.m_Bits", "Nothing", "Camera")), "m_Bits: 0");
  assert.equal(await edited(set("m_CullingMask", 8, "Camera")), "m_Bits: 8");
  const renderer = { op: "add", object: "Eye", component: "SpriteRenderer" };
  assert.match(
    await edited(
      { op: "remove", object: "Eye", component: "MeshFilter" },
      renderer,
      set("m_SortingLayerID", "Front", "SpriteRenderer"),
    ),
    /m_SortingLayerID: -5/,
  );
});

test("enums of Unity's own classes take names and no number that they lack", async () => {
  assert.equal(await edited(set("m_Constraints", "FreezePositionY|FreezeRotation", "Rigidbody")), "m_Constraints: 116");
  assert.equal(await edited(set("m_Constraints", 80, "Rigidbody")), "m_Constraints: 80");
  assert.match(
    await edited(set("m_Constraints", 1000, "Rigidbody")),
    /has no 1000\. Write one of None, FreezePositionX/,
  );
  assert.equal(await edited(set("m_ClearFlags", "CameraClearFlags.Depth", "Camera")), "m_ClearFlags: 3");
  assert.match(await edited(set("m_ClearFlags", 9, "Camera")), /has no 9/);
  assert.equal(await edited(set("m_StaticEditorFlags", "Everything")), "m_StaticEditorFlags: 4294967295");
});

test("meshes and materials inside Unity have names, also in a reading", async () => {
  assert.equal(
    await edited(set("m_Mesh", "Sphere", "MeshFilter")),
    "m_Mesh: {fileID: 10207, guid: 0000000000000000e000000000000000, type: 0}",
  );
  assert.match(await edited(set("m_Mesh", "Default-Material", "MeshFilter")), /No asset and no object/);
  assert.match(
    await edited(set("m_Mesh", "0000000000000000f000000000000000#10303", "MeshFilter")),
    /takes a Mesh, and .* is a Material/,
  );
  const { value } = await jig.call("unity-asset-read", { path: "Assets/Eye.prefab", object: "Eye", field: "m_Mesh" });
  assert.equal(value.Fields[0].Value, "Library/unity default resources#10202 (Cube)");
  assert.match(
    await edited(set("m_Mesh", value.Fields[0].Value.replace("10202 (Cube)", "10208 (Capsule)"), "MeshFilter")),
    /10208/,
  );
  const odd = await jig.call("unity-asset-read", { path: "Assets/Odd.prefab", object: "Eye", field: "m_Mesh" });
  assert.equal(odd.value.Fields[0].Value, "Library/unity editor resources#10303");
});

test("an asset is found by the path of its package, and by its name if no other has it", async () => {
  const name = async (path: string) => {
    const { value } = await jig.call("unity-asset-read", { path });
    return value.Objects?.[0].Name ?? JSON.stringify(value);
  };
  assert.equal(await name("Packages/com.mine.kit/Kit.prefab"), "Kit");
  assert.equal(await name("Packages/com.mine.tools/Tool.prefab"), "Tool");
  assert.equal(await name("Packages/com.mine.near/Near.prefab"), "Near");
  assert.match(await name("Packages/com.mine.kit/Other.prefab"), /com\.mine\.kit/);
  assert.equal(await name("Lonely"), "Lonely");
  assert.equal(await name("Folder/Lonely.prefab"), "Lonely");
  assert.match(
    await name("Twin.prefab"),
    /2 assets are named.*Assets\/Deep\/Folder\/Twin\.prefab, Assets\/Deep\/Twin\.prefab/,
  );
  assert.match(
    await edited({ op: "add", parent: "Eye", prefab: "Packages/com.mine.kit/Kit.prefab" }),
    /m_SourcePrefab: .*(?:a5){16}/,
  );
});

test("scripts of Unity's packages have their names in a clone that has no packages", async () => {
  const text = `${EYE.replace("14}\n", "14}\n  - component: {fileID: 15}\n")}--- !u!114 &15\nMonoBehaviour:\n  m_GameObject: {fileID: 10}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: fe87c0e1cc204ed48ad3b37840f39efc, type: 3}\n  m_FillAmount: 1\n`;
  const clone = realpathSync(mkdtempSync(join(tmpdir(), "jig-clone-")));
  writeProject(clone);
  writeFileSync(join(clone, "Assets/Bar.prefab"), text);
  const other = await McpDriver.open([clone]);
  const { value } = await other.call("unity-asset-read", { path: "Bar", object: "Eye", component: "Image" });
  assert.equal(value.Fields[0].Component, "Image");
  assert.equal(value.warnings, undefined);
  await other.close();
  rmSync(clone, { recursive: true, force: true });
});

test("a component that another needs and that is abstract is named with those to choose from", async () => {
  const add = (component: string) => ({ op: "add", object: "Eye", component });
  assert.match(await edited(add("Mount")), /Mount needs Joint, which is abstract.*by an Editor/s);
  assert.match(await edited(add("Wall")), /Wall needs Collider, which is abstract.*: BoxCollider, CapsuleCollider/s);
  assert.match(await edited(add("Collider")), /Collider, which is abstract/);
  assert.match(await edited(add("Shelf")), /Shelf needs Board: .*is abstract.*class that derives from it/s);
  const both = await edited(add("SphereCollider"), add("Wall"));
  assert.deepEqual(both.match(/^(?:SphereCollider|MonoBehaviour|BoxCollider):$/gm)?.sort(), [
    "MonoBehaviour:",
    "SphereCollider:",
  ]);
});
