/** Compound values in `unity-asset-edit`: structures with references, new elements, and missing fields. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { writeProject } from "./assets/fixture.ts";
import { McpDriver } from "./driver.ts";

const guid = (sign: string) => sign.repeat(32).slice(0, 32);
const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const WAVE = "Assets/Wave.asset";
const BALL = `{fileID: 10, guid: ${guid("0b")}, type: 3}`;
const NONE = "{fileID: 0}";

const wave = `${HEAD}--- !u!114 &11400000
MonoBehaviour:
  m_GameObject: {fileID: 0}
  m_Script: {fileID: 11500000, guid: ${guid("01")}, type: 3}
  m_Name: Wave
  preview:
    shown: {fileID: 0}
    span:
      millis: 5
      mode: 0
  steps:
  - span:
      millis: 1
      mode: 0
    shown: {fileID: 0}
    way: {x: 1, y: 2}
  empty: []
  end: 1
`;

const ball = `${HEAD}--- !u!1 &10
GameObject:
  m_Component:
  - component: {fileID: 11}
  - component: {fileID: 12}
  m_Name: Ball
--- !u!4 &11
Transform:
  m_GameObject: {fileID: 10}
  m_Children: []
  m_Father: {fileID: 0}
--- !u!114 &12
MonoBehaviour:
  m_GameObject: {fileID: 10}
  m_Script: {fileID: 11500000, guid: ${guid("02")}, type: 3}
  preview:
    shown: {fileID: 0}
    span:
      millis: 5
      mode: 0
`;

const SOURCES: Record<string, [id: string, text: string]> = {
  "Wave.cs": [
    "01",
    `using UnityEngine; using System.Collections.Generic;
public enum Mode { Slow, Fast }
[System.Serializable] public struct Span { public int millis; public Mode mode; }
[System.Serializable] public struct Step { public Span span; public GameObject shown; public Vector2 way; }
public class Wave : ScriptableObject { public Step preview; public Step[] steps; public List<Step> empty; public int end;
  public Step late; public Vector2 place; public GameObject other; }`,
  ],
  "Thrown.cs": ["02", "public class Thrown : UnityEngine.MonoBehaviour { public Step preview; }"],
};

let root: string;
let jig: McpDriver;
before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "jig-values-")));
  writeProject(root);
  const write = (name: string, text: string, id: string) => {
    writeFileSync(join(root, "Assets", name), text);
    writeFileSync(join(root, `Assets/${name}.meta`), `fileFormatVersion: 2\nguid: ${guid(id)}\n`);
  };
  for (const [name, [id, text]] of Object.entries(SOURCES)) write(name, text, id);
  write("Wave.asset", wave, "0a");
  write("Ball.prefab", ball, "0b");
  const own = (order: number) =>
    `--- !u!1 &${order}0\nGameObject:\n  m_Component:\n  - component: {fileID: ${order}1}\n  m_Name: P${order}\n--- !u!4 &${order}1\nTransform:\n  m_GameObject: {fileID: ${order}0}\n  m_Children: ${order === 1 ? "\n  - {fileID: 21}\n  - {fileID: 31}" : "[]"}\n  m_Father: {fileID: ${order === 1 ? 0 : 11}}\n  m_RootOrder: -1\n`.replace(
      ": \n",
      ":\n",
    );
  write("Parts.prefab", HEAD + own(1) + own(2) + own(3), "0c");
  write("Old.prefab", ball, "0d");
  writeFileSync(
    join(root, "Assets/Old.prefab.meta"),
    `fileFormatVersion: 2\nguid: ${guid("0d")}\nNativeFormatImporter:\n  userData: \n`,
  );
  jig = await McpDriver.open([root]);
});
after(async () => {
  await jig.close();
  rmSync(root, { recursive: true, force: true });
});

async function answer(path: string, edits: object[]): Promise<{ text: string; failed: boolean }> {
  const { value, failed } = await jig.call("unity-asset-edit", { path, edits });
  return { text: String(value), failed };
}

async function lines(edit: object, path = WAVE): Promise<string[]> {
  const { text, failed } = await answer(path, [{ op: "set", ...edit }]);
  assert.equal(failed, false, text);
  return text.split("\n").filter((line) => /^[-+](?!\+\+|--)/.test(line));
}

async function refusal(edit: object, path = WAVE): Promise<string> {
  const { text, failed } = await answer(path, [edit]);
  assert.equal(failed, true, text);
  return text;
}

test("a structure's parts have their own types: a reference, an enum, a number", async () => {
  const value = { shown: "Assets/Ball.prefab", span: { millis: 7, mode: "Fast" } };
  assert.deepEqual(await lines({ field: "preview", value }), [
    `-    shown: ${NONE}`,
    `+    shown: ${BALL}`,
    "-      millis: 5",
    "-      mode: 0",
    "+      millis: 7",
    "+      mode: 1",
  ]);
  assert.match(await refusal({ op: "set", field: "preview", value: { span: { mode: "Quick" } } }), /Slow, Fast/);
  assert.match(await refusal({ op: "set", field: "preview", value: { span: { millis: 1.5 } } }), /millis.*int/);
});

test("a new element has its inner values below their key", async () => {
  const value = { span: { millis: 9, mode: "Fast" }, shown: "Assets/Ball.prefab", way: [3, 4] };
  const written = ["+  - span:", "+      millis: 9", "+      mode: 1", `+    shown: ${BALL}`, "+    way: {x: 3, y: 4}"];
  assert.deepEqual(await lines({ field: "steps[1]", value }), written);
  assert.deepEqual(await lines({ field: "empty[0]", value: { ...value, way: { x: 3, y: 4 } } }), [
    "-  empty: []",
    "+  empty:",
    ...written,
  ]);
  assert.match(await refusal({ op: "set", field: "empty", value: [{ colour: 1 }] }), /colour/);
});

test("a structure that the file lacks is written in the form of its class", async () => {
  assert.deepEqual(await lines({ field: "late", value: { span: { millis: 2 }, shown: "none" } }), [
    "+  late:",
    "+    span:",
    "+      millis: 2",
    `+    shown: ${NONE}`,
  ]);
  assert.deepEqual(await lines({ field: "place", value: { x: 1, y: 2 } }), ["+  place: {x: 1, y: 2}"]);
  assert.deepEqual(await lines({ field: "other", value: "Assets/Ball.prefab" }), [`+  other: ${BALL}`]);
  assert.match(await refusal({ op: "set", field: "late", value: { when: 1 } }), /when/);
});

test("an override of a structure with a reference", async () => {
  const path = "Assets/Red.prefab";
  const edits = [
    {
      op: "set",
      component: "Thrown",
      field: "preview",
      value: { shown: "Assets/Ball.prefab", span: { mode: "Fast" } },
    },
  ];
  const made = await jig.call("unity-asset-edit", { path, from: "Assets/Ball.prefab", edits });
  assert.equal(made.failed, false, String(made.value));
  assert.match(String(made.value), /propertyPath: preview.shown\n\+ +value: ?\n\+ +objectReference: \{fileID: 10,/);
  assert.match(String(made.value), /propertyPath: preview.span.mode\n\+ +value: 1\n/);
});

test("an asset without a hierarchy takes no objects", async () => {
  for (const edit of [
    { op: "add", name: "Lamp" },
    { op: "add", component: "BoxCollider" },
    { op: "add", prefab: "Assets/Ball.prefab" },
    { op: "remove" },
    { op: "move", index: 0 },
  ])
    assert.match(await refusal(edit), /Wave\.asset has no game objects/);
  assert.equal(readFileSync(join(root, WAVE), "utf8"), wave);
});

test("a path with backslashes is a path", async () => {
  assert.deepEqual(await lines({ field: "other", value: "Assets\\Ball.prefab" }), [`+  other: ${BALL}`]);
});

test("a prefab that an earlier Unity imported is referred to like any other", async () => {
  const [line] = await lines({ field: "other", value: "Assets/Old.prefab" });
  assert.equal(line, `+  other: {fileID: 10, guid: ${guid("0d")}, type: 3}`);
});

test("the place among siblings stays unwritten where the file does not number it", async () => {
  const { text, failed } = await answer("Assets/Parts.prefab", [{ op: "remove", object: "P1/P2" }]);
  assert.equal(failed, false, text);
  assert.equal(text.match(/^\+(?!\+\+)/gm), null, text);
});

test("a component that nothing has is answered with components", async () => {
  const { value } = await jig.call("unity-asset-read", { path: "Assets/Ball.prefab", component: "Throw" });
  assert.match(JSON.stringify(value), /Write one of Thrown/);
});
