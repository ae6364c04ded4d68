/** Edits of prefab instances with parts outside of the file: models by known ids, and objects below an instance. */
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { GUIDS, gameObject, instance, strippedTransform, transform, writeProject } from "./assets/fixture.ts";
import { McpDriver } from "./driver.ts";

const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const ROOT = "919132149155446097";
const PLACE = "-8679921383154817045";
const RENDERER = "-7511558181221131132";

/** The format since Unity 2022.2, which lists added objects. */
const listing = (text: string) =>
  text.replace(
    "    m_RemovedComponents: []\n",
    "    m_RemovedComponents: []\n    m_AddedGameObjects: []\n    m_AddedComponents: []\n",
  );
const room =
  HEAD +
  gameObject("10", "Room", ["11"]) +
  transform("11", "10", "0", ["502", "21", "602"]) +
  gameObject("20", "Lamp", ["21"]) +
  transform("21", "20", "11", []) +
  listing(
    instance("500", GUIDS.model, "11", [
      { target: ROOT, path: "m_Name", value: "Hero" },
      { target: RENDERER, path: "m_CastShadows", value: "0" },
      { target: "77", path: "m_Materials.Array.data[0]", reference: `{fileID: 2100000, guid: ${GUIDS.blue}, type: 2}` },
    ]),
  ) +
  strippedTransform("502", PLACE, GUIDS.model, "500") +
  listing(instance("600", GUIDS.wheel, "11", [{ target: "10", path: "m_Name", value: "Wheel" }])) +
  strippedTransform("602", "11", GUIDS.wheel, "600");

let root: string;
let jig: McpDriver;
before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "jig-models-")));
  writeProject(root);
  const write = (name: string, text: string, guid: string, importer = "") => {
    writeFileSync(join(root, "Assets", name), text);
    writeFileSync(join(root, "Assets", `${name}.meta`), `fileFormatVersion: 2\nguid: ${guid}\n${importer}`);
  };
  const model = "; FBX 7.3.0 project file\n";
  write("Room.prefab", room, "ab".repeat(16));
  write(
    "Body.fbx",
    model,
    GUIDS.model,
    "ModelImporter:\n  internalIDToNameTable:\n  - first:\n      1: 100004\n    second: Hips\n  - first:\n      4: 400004\n    second: Hips\n  animationType: 2\n",
  );
  write(
    "Old.fbx",
    model,
    "cd".repeat(16),
    "ModelImporter:\n  internalIDToNameTable:\n  - first:\n      1: 100000\n    second: Dish\n  - first:\n      1: 100006\n    second: //RootNode\n  meshes:\n    fileIdsGeneration: 1\n",
  );
  write(
    "Holder.cs",
    "public class Holder : UnityEngine.MonoBehaviour { public UnityEngine.GameObject held; }\n",
    "ef".repeat(16),
  );
  jig = await McpDriver.open([root]);
});
after(async () => {
  await jig.close();
  rmSync(root, { recursive: true, force: true });
});

async function call(edits: object[], more: object = {}) {
  return jig.call("unity-asset-edit", { path: "Assets/Room.prefab", edits, ...more });
}
async function added(...edits: object[]): Promise<string> {
  const { value, failed } = await call(edits);
  assert.equal(failed, false, JSON.stringify(value));
  return String(value)
    .split("\n")
    .filter((line) => /^[-+](?!-- |\+\+ )/.test(line))
    .join("\n");
}
async function refused(...edits: object[]): Promise<string> {
  const { value, failed } = await call(edits);
  assert.equal(failed, true, JSON.stringify(value));
  return String(value);
}
const override = (target: string, path: string, value: string, reference = "{fileID: 0}") =>
  `+    - target: {fileID: ${target}, guid: ${GUIDS.model}, type: 3}\n+      propertyPath: ${path}\n+      value:${value === "" ? "" : ` ${value}`}\n+      objectReference: ${reference}`;

test("fields of a model's root become overrides of its known objects", async () => {
  const set = (field: string, value: unknown, more: object = {}) => ({
    op: "set",
    object: "Hero",
    field,
    value,
    ...more,
  });
  assert.equal(await added(set("m_LocalPosition.y", 2.5)), override(PLACE, "m_LocalPosition.y", "2.5"));
  assert.equal(await added(set("m_IsActive", false)), override(ROOT, "m_IsActive", "0"));
  assert.match(
    await refused(set("m_Controller", "Assets/Red.mat", { component: "Animator" })),
    /takes a RuntimeAnimatorController/,
  );
  assert.match(
    await refused(set("m_Controller", "Assets/Red.mat#5", { component: "Animator" })),
    /contains no object 5/,
  );
  assert.equal(await added(set("m_Name", "Villain")), "-      value: Hero\n+      value: Villain");
  assert.match(await refused(set("m_Mass", 2)), /no field "m_Mass"/);
  const input = { path: "Assets/Room.prefab", overrides: true, field: "m_CastShadows" };
  const { value } = await jig.call("unity-asset-read", input);
  const component = value.Fields[0].Component;
  assert.equal(component, "MeshRenderer");
  assert.match(await added(set("m_CastShadows", "TwoSided", { component })), /\+ {6}value: 2/);
});

test("other parts are named as a reading prints them", async () => {
  const red = `{fileID: 2100000, guid: ${GUIDS.red}, type: 2}`;
  const part = (component: string, field: string, value: unknown) => ({
    op: "set",
    object: "Hero",
    component,
    field,
    value,
  });
  assert.match(await added(part("#77", "m_Materials[0]", "Assets/Red.mat")), /\+ {6}objectReference: .*e{32}/);
  assert.equal(
    await added(part("#77", "m_Materials[2]", "Assets/Red.mat")),
    override("77", "m_Materials.Array.data[2]", "", red).replace("value:", "value: "),
  );
  assert.equal(await added(part("Hips (GameObject)", "m_IsActive", 0)), override("100004", "m_IsActive", "0"));
  assert.equal(await added(part("Hips", "m_LocalScale.x", 2)), override("400004", "m_LocalScale.x", "2"));
  assert.match(await refused(part("#77", "m_Materials", ["Assets/Red.mat"])), /one by one: m_Materials\[0\]/);
  const { value } = await call([{ op: "revert", object: "Hero", component: "#77", field: "m_Materials[0]" }]);
  assert.match(String(value), /-.*m_Materials\.Array\.data\[0\]/);
});

test("a model gets components and children, moves, and is the base of instances and variants", async () => {
  const collider = await added({ op: "add", object: "Hero", component: "BoxCollider" });
  assert.match(collider, new RegExp(`\\+ {2}m_CorrespondingSourceObject: \\{fileID: ${ROOT}`));
  assert.match(collider, new RegExp(`targetCorrespondingSourceObject: \\{fileID: ${ROOT}, guid: ${GUIDS.model}`));
  const child = await added({ op: "add", parent: "Hero", name: "Hat" });
  assert.match(child, /m_Father: \{fileID: 502\}/);
  assert.match(child, new RegExp(`targetCorrespondingSourceObject: \\{fileID: ${PLACE}`));
  const moved = await added({ op: "move", object: "Hero", parent: "Lamp" });
  assert.equal(
    moved,
    "-  - {fileID: 502}\n-  m_Children: []\n+  m_Children:\n+  - {fileID: 502}\n-    m_TransformParent: {fileID: 11}\n+    m_TransformParent: {fileID: 21}",
  );
  const made = await added({ op: "add", parent: "Lamp", prefab: "Assets/Body.fbx", name: "Guard" });
  assert.match(made, /\+ {6}value: Guard/);
  assert.doesNotMatch(made, /m_LocalRotation/);
  const variant = await jig.call("unity-asset-edit", { path: "Assets/Hero.prefab", from: "Assets/Body.fbx" });
  assert.match(String(variant.value), new RegExp(`m_SourcePrefab: \\{fileID: 100100000, guid: ${GUIDS.model}`));
});

test("an object goes below an object of an instance, from there to another, and back", async () => {
  const into = await added({ op: "move", object: "Lamp", parent: "Wheel/Hub" });
  assert.match(into, /- {2}- \{fileID: 21\}/);
  assert.match(into, new RegExp(`\\+ {2}m_CorrespondingSourceObject: \\{fileID: 15, guid: ${GUIDS.wheel}`));
  assert.match(into, new RegExp(`targetCorrespondingSourceObject: \\{fileID: 15, guid: ${GUIDS.wheel}, type: 3\\}`));
  assert.match(into, /\+ {6}addedObject: \{fileID: 21\}/);
  const both = await added(
    { op: "move", object: "Lamp", parent: "Wheel/Hub" },
    { op: "move", object: "Lamp", parent: "Wheel" },
  );
  assert.match(both, new RegExp(`targetCorrespondingSourceObject: \\{fileID: 11, guid: ${GUIDS.wheel}, type: 3\\}`));
  assert.match(both, /\+ {2}m_Father: \{fileID: 602\}/);
  const back = await refused(
    { op: "move", object: "Lamp", parent: "Wheel" },
    { op: "move", object: "Lamp", parent: "Room", index: 1 },
  );
  assert.match(back, /changes nothing/);
  assert.match(await refused({ op: "move", object: "Lamp", parent: "Wheel", index: 0 }), /Omit index, or write 1/);
  assert.match(await refused({ op: "move", object: "Wheel/Hub", parent: "Lamp" }), /belongs to a prefab/);
});

test("a reference to a model means its root, also by an id that an earlier Unity gave it", async () => {
  const held = (value: string) =>
    added(
      { op: "add", object: "Lamp", component: "Holder" },
      { op: "set", object: "Lamp", component: "Holder", field: "held", value },
    );
  assert.match(await held("Assets/Body.fbx"), new RegExp(`held: \\{fileID: ${ROOT}, guid: ${GUIDS.model}`));
  assert.match(await held("Assets/Old.fbx"), /held: \{fileID: 100006, guid: (?:cd){16}/);
});
