/** Types in `unity-asset-edit`: references, enums, numbers, conflicting and required components. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { writeProject } from "./assets/fixture.ts";
import { McpDriver } from "./driver.ts";

const guid = (sign: string) => sign.repeat(32);
const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const component = (id: string, object: string, type: string, number: number, fields = "") =>
  `--- !u!${number} &${id}\n${type}:\n  m_GameObject: {fileID: ${object}}\n${fields}`;
const object = (id: string, name: string, parts: string[]) =>
  `--- !u!1 &${id}\nGameObject:\n  m_Component:\n${parts.map((part) => `  - component: {fileID: ${part}}\n`).join("")}  m_Layer: 0\n  m_Name: ${name}\n  m_StaticEditorFlags: 0\n  m_IsActive: 1\n`;
const script = (sign: string) => `  m_Script: {fileID: 11500000, guid: ${guid(sign)}, type: 3}\n`;

const room =
  HEAD +
  object("10", "Room", ["11", "12", "13"]) +
  component(
    "11",
    "10",
    "Transform",
    4,
    "  m_Children:\n  - {fileID: 21}\n  - {fileID: 31}\n  m_Father: {fileID: 0}\n",
  ) +
  component(
    "12",
    "10",
    "MonoBehaviour",
    114,
    `  m_Enabled: 1\n${script("3")}  body: {fileID: 0}\n  shape: {fileID: 0}\n  look: {fileID: 0}\n  door: {fileID: 0}\n  any: {fileID: 0}\n  table: {fileID: 0}\n  limits:\n    level: 1\n    mode: 0\n  size: {x: 1, y: 1}\n  seed: 1\n  big: 1\n  precise: 1\n`,
  ) +
  component(
    "13",
    "10",
    "MeshRenderer",
    23,
    "  m_Enabled: 1\n  m_Materials:\n  - {fileID: 0}\n  m_ProbeAnchor: {fileID: 0}\n  m_LightmapIndex: 1.5\n",
  ) +
  object("20", "Door", ["21", "22", "23"]) +
  component(
    "21",
    "20",
    "Transform",
    4,
    "  m_Children:\n  - {fileID: 41}\n  m_Father: {fileID: 11}\n  m_LocalPosition: {x: 0, y: 0, z: 0}\n",
  ) +
  component("22", "20", "BoxCollider", 65, "  m_IsTrigger: 0\n") +
  component("23", "20", "MonoBehaviour", 114, `  m_Enabled: 1\n${script("4")}`) +
  object("30", "Bare", ["31"]) +
  component("31", "30", "Transform", 4, "  m_Children: []\n  m_Father: {fileID: 11}\n") +
  object("40", "Hinge", ["41", "42"]) +
  component("41", "40", "Transform", 4, "  m_Children: []\n  m_Father: {fileID: 21}\n") +
  component("42", "40", "Rigidbody", 54, "  m_Mass: 1\n");

const SOURCES: Record<string, [sign: string, text: string]> = {
  "Room.cs": [
    "3",
    `using UnityEngine;
public class Room : RoomBase { public Rigidbody body; public Collider shape; public Material look; public Entry door;
  public Object any; public Table table; public Limits limits; public Style style; public Wing wing; public Vector2 size;
  public int seed; public ulong big; public double precise; }
[System.Serializable] public struct Limits { public byte level; public Style mode; }`,
  ],
  "Door.cs": ["4", "[RequireComponent(typeof(Lock), typeof(AudioListener))] public class Door : Entry { }"],
  "Entry.cs": ["5", "[DisallowMultipleComponent] public abstract class Entry : UnityEngine.MonoBehaviour { }"],
  "Lock.cs": ["6", "public class Lock : UnityEngine.MonoBehaviour { }"],
  "Table.cs": ["7", "public class Table : UnityEngine.ScriptableObject { }"],
  "Kinds.cs": [
    "8",
    "public enum Style { Plain, Old = 4 } public enum Wing { Left } [System.Flags] public enum Doors { In = 1, Out = 2 }",
  ],
  "OtherWing.cs": ["9", "namespace B { public enum Wing { Left = 2 } }"],
  "RoomBase.cs": [
    "0a",
    "public class RoomBase : UnityEngine.MonoBehaviour { public Doors doors; public float width; }",
  ],
  "Gate.cs": ["0b", "public class Gate : Entry { }"],
  "Engine.cs": ["0c", "[RequireComponent(typeof(ParticleSystem))] public class Engine : UnityEngine.MonoBehaviour { }"],
};

let root: string;
let jig: McpDriver;
before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "jig-types-")));
  writeProject(root);
  const meta = (name: string, id: string, rest = "") =>
    writeFileSync(join(root, `Assets/${name}.meta`), `fileFormatVersion: 2\nguid: ${id}\n${rest}`);
  writeFileSync(join(root, "Assets/Room.prefab"), room);
  meta("Room.prefab", guid("0d").slice(0, 32));
  for (const [name, [sign, text]] of Object.entries(SOURCES)) {
    writeFileSync(join(root, "Assets", name), text);
    meta(name, guid(sign).slice(0, 32));
  }
  meta("Big.asset", guid("0e").slice(0, 32), "NativeFormatImporter:\n  mainObjectFileID: 11400000\n");
  writeFileSync(
    join(root, "Assets/Tables.asset"),
    `${HEAD}--- !u!114 &11400000\nMonoBehaviour:\n  m_GameObject: {fileID: 0}\n${script("7")}  m_Name: Tables\n`,
  );
  meta("Tables.asset", guid("0f").slice(0, 32), "NativeFormatImporter:\n  mainObjectFileID: 11400000\n");
  jig = await McpDriver.open([root]);
});
after(async () => {
  await jig.close();
  rmSync(root, { recursive: true, force: true });
});

const PREFAB = "Assets/Room.prefab";
async function said(...edits: object[]): Promise<string> {
  const { value, failed } = await jig.call("unity-asset-edit", { path: PREFAB, edits });
  assert.equal(failed, true, JSON.stringify(value));
  return String(value);
}
async function diff(...edits: object[]): Promise<string[]> {
  const { value, failed } = await jig.call("unity-asset-edit", { path: PREFAB, edits });
  assert.equal(failed, false, JSON.stringify(value));
  return String(value)
    .split("\n")
    .filter((line) => /^\+(?!\+\+ )/.test(line));
}
const set = (field: string, value: unknown, more: object = { component: "Room" }) => ({
  op: "set",
  object: "Room",
  field,
  value,
  ...more,
});

test("a reference takes the component that the field is of, and nothing of another type", async () => {
  assert.deepEqual(await diff(set("shape", "Room/Door")), ["+  shape: {fileID: 22}"]);
  assert.deepEqual(await diff(set("door", "Room/Door")), ["+  door: {fileID: 23}"]);
  assert.deepEqual(await diff(set("body", "Hinge")), ["+  body: {fileID: 42}"]);
  assert.deepEqual(await diff(set("any", "Bare")), ["+  any: {fileID: 30}"]);
  assert.match(
    await said(set("body", "Room/Door")),
    /takes a Rigidbody, which "Room\/Door" does not have.*Room\/Door\/Hinge \(Rigidbody\)/,
  );
  assert.match(await said(set("body", "Room/Door (BoxCollider)")), /takes a Rigidbody, and .* is a BoxCollider/);
  assert.match(await said(set("look", "Room/Door")), /takes a Material, which/);
  assert.match(await said(set("look", "Assets/Wheel.prefab")), /takes a Material/);
  assert.match(await said(set("body", "Assets/Red.mat")), /takes a Rigidbody, and Assets\/Red.mat is a Material/);
  assert.match(await said(set("door", "Room/Door (Transform)")), /takes an Entry, and .* is a Transform/);
  assert.match(await said(set("table", "Assets/Red.mat")), /takes a Table/);
  assert.equal((await diff(set("table", "Assets/Tables.asset"))).length, 1);
  assert.match(await said(set("look", { fileID: 22 })), /takes a Material, and .* is a BoxCollider/);
  assert.match(await said(set("look", { fileID: 999 })), /no object 999/);
  const renderer = { component: "MeshRenderer" };
  assert.match(await said(set("m_Materials[0]", "Room/Door", renderer)), /takes a Material/);
  assert.match(
    await said(set("m_Materials[0]", "Assets/Tables.asset", renderer)),
    /takes a Material, and .* is a Table/,
  );
  assert.deepEqual(await diff(set("m_ProbeAnchor", "Bare", renderer)), ["+  m_ProbeAnchor: {fileID: 31}"]);
});

test("a reference that stays keeps its form, and a shader is known without its importer", async () => {
  const folded = room.replace(
    "  look: {fileID: 0}",
    `  look: {fileID: 2100000, guid: ${"e".repeat(32)},\n    type: 2}`,
  );
  writeFileSync(join(root, "Assets/Folded.prefab"), folded);
  writeFileSync(join(root, "Assets/Glow.shader"), 'Shader "Glow" {}\n');
  writeFileSync(join(root, "Assets/Glow.shader.meta"), `fileFormatVersion: 2\nguid: ${guid("1a").slice(0, 32)}\n`);
  const edits = [set("look", "Assets/Red.mat"), set("body", "Hinge")];
  const { value } = await jig.call("unity-asset-edit", { path: "Assets/Folded.prefab", edits });
  assert.match(String(value), /body: \{fileID: 42\}/);
  assert.doesNotMatch(String(value), /^\+ {2}look/m);
  const shader = { op: "set", field: "m_Shader", value: "Assets/Glow.shader" };
  const red = await jig.call("unity-asset-edit", { path: "Assets/Red.mat", edits: [shader] });
  assert.match(String(red.value), /fileID: 4800000, guid: (?:1a){16}, type: 3/);
});

test("a pointer of Git LFS is refused as a target, with the reason", async () => {
  assert.match(await said(set("table", "Assets/Big.asset")), /Big\.asset is a Git LFS pointer.*git lfs pull/);
  assert.match(await said(set("any", guid("0e").slice(0, 32))), /Git LFS pointer/);
});

test("enums and parts are those of other files too", async () => {
  assert.deepEqual(await diff(set("style", "Old")), ["+  style: 4"]);
  assert.deepEqual(await diff(set("limits.mode", "Style.Old")), ["+    mode: 4"]);
  assert.deepEqual(await diff(set("doors", "In | Out")), ["+  doors: 3"]);
  assert.match(await said(set("style", "New")), /of type Style, which has no "New".*Plain, Old/);
  assert.match(await said(set("style", 3)), /has no 3/);
  assert.match(await said(set("wing", "Left")), /different enums/);
  assert.match(await said(set("limits.level", 256)), /of type byte.*from 0 to 255/);
});

test("numbers are written as Unity does, or refused", async () => {
  assert.deepEqual(await diff(set("width", 0.1 + 0.2)), ["+  width: 0.3"]);
  assert.deepEqual(await diff(set("size.x", 1 / 3)), ["+  size: {x: 0.33333334, y: 1}"]);
  assert.deepEqual(await diff(set("precise", 1 / 3)), ["+  precise: 0.3333333333333333"]);
  assert.deepEqual(await diff(set("big", "18446744073709551615")), ["+  big: 18446744073709551615"]);
  assert.deepEqual(await diff(set("width", "Infinity")), ["+  width: Infinity"]);
  assert.match(await said(set("big", 2 ** 60)), /as a string: JSON rounds/);
  assert.match(await said(set("width", "NaN")), /takes a number, not "NaN"/);
  assert.match(await said(set("width", 1e39)), /cannot represent/);
  assert.match(await said(set("seed", "Infinity")), /whole number/);
  assert.match(await said(set("m_Layer", 32, { component: "GameObject" })), /from 0 to 31/);
  assert.match(await said(set("m_IsActive", 2, { component: "GameObject" })), /true or false/);
  assert.match(await said({ ...set("m_LocalPosition.x", "Infinity", {}), object: "Door" }), /must be finite/);
});

test("what Unity forbids beside another component is refused, and what it needs is added", async () => {
  const add = (component: string, on: string) => ({ op: "add", object: on, component });
  assert.match(await said(add("Rigidbody", "Hinge")), /only one Rigidbody, and "Room\/Door\/Hinge" has Rigidbody 42/);
  assert.match(await said(add("MeshRenderer", "Room")), /only one Renderer/);
  assert.match(await said(add("SpriteRenderer", "Room")), /only one Renderer/);
  assert.match(await said(add("Transform", "Bare")), /only one Transform/);
  assert.match(await said(add("Rigidbody2D", "Hinge")), /not allow Rigidbody and Rigidbody2D/);
  assert.match(await said(add("Gate", "Door")), /only one Entry, and "Room\/Door" has Door 23/);
  assert.match(await said(add("Camera", "Bare"), add("Camera", "Bare")), /only one Camera/);
  assert.match(await said(add("Engine", "Bare")), /Engine needs ParticleSystem/);
  const added = await diff(add("Door", "Bare"));
  const types = added.filter((line) => /^\+\w+:$/.test(line));
  assert.deepEqual(types.sort(), ["+AudioListener:", "+MonoBehaviour:", "+MonoBehaviour:"]);
  const made = [add("Door", "Bare"), { op: "remove", object: "Bare", component: "Lock" }];
  assert.match(await said(...made), /Door \d+ of the same object needs Lock/);
});

test("new ids are random, and the plan that is applied has those that it showed", async () => {
  const ids = async () =>
    (await diff({ op: "add", object: "Bare", component: "AudioListener" })).join("\n").match(/\d{9,}/g);
  const [first, second] = [await ids(), await ids()];
  assert.notDeepEqual(first, second);
  const applied = await jig.call("changes", { apply: "last" });
  assert.equal(applied.failed, false, String(applied.value));
  assert.ok(readFileSync(join(root, PREFAB), "utf8").includes(`fileID: ${second?.[0]}`));
  await jig.call("changes", { undo: "last" });
});

test("a file of an old Unity gets components in its own form, and no instances in the new one", async () => {
  const old = `${HEAD}--- !u!1 &100000\nGameObject:\n  m_PrefabParentObject: {fileID: 0}\n  m_PrefabInternal: {fileID: 100100000}\n  m_Component:\n  - 4: {fileID: 400000}\n  m_Name: Old\n  m_IsActive: 1\n--- !u!4 &400000\nTransform:\n  m_GameObject: {fileID: 100000}\n  m_Children: []\n  m_Father: {fileID: 0}\n`;
  writeFileSync(join(root, "Assets/Old.prefab"), old);
  const edit = async (...edits: object[]) =>
    String((await jig.call("unity-asset-edit", { path: "Assets/Old.prefab", edits })).value);
  assert.match(await edit({ op: "add", object: "Old", component: "BoxCollider" }), /^\+ {2}- 65: \{fileID: \d+\}$/m);
  const kid = await edit({ op: "add", parent: "Old", name: "Kid" });
  assert.match(kid, /^\+ {2}- 4: \{fileID: \d+\}$/m);
  assert.doesNotMatch(kid, /component:|m_CorrespondingSourceObject/);
  assert.match(await edit({ op: "add", parent: "Old", prefab: "Assets/Wheel.prefab" }), /before 2018\.3/);
});
