/** Causes reported first by `unity-asset-read`, and unreadable objects. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { GUIDS, gameObject, instance, strippedTransform, transform, writeProject } from "./assets/fixture.ts";
import { McpDriver } from "./driver.ts";

const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const GONE = "7".repeat(32);
const LOST = "6".repeat(32);
let root: string;
let jig: McpDriver;
before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "jig-causes-")));
  writeProject(root);
  const write = (name: string, text: string) => writeFileSync(join(root, "Assets", name), text);
  write("Lost.prefab", HEAD + instance("100", GONE, "0", [{ target: "10", path: "speed", value: "3" }]));
  write("Lost.prefab.meta", `fileFormatVersion: 2\nguid: ${LOST}\n`);
  write(
    "Rig.prefab",
    HEAD +
      gameObject("30", "Eye", ["31"]) +
      transform("31", "30", "32", []) +
      instance("200", LOST, "0", []) +
      strippedTransform("32", "11", LOST, "200"),
  );
  write("Rig.prefab.meta", `fileFormatVersion: 2\nguid: ${"5".repeat(32)}\n`);
  write(
    "Rigs.unity",
    HEAD + instance("700", "5".repeat(32), "0", [{ target: "10", path: "m_Name", value: "Left rig" }]),
  );
  write("Deeper.prefab", HEAD + instance("200", LOST, "0", []));
  write(
    "Hero.prefab",
    HEAD +
      instance("500", GUIDS.model, "0", [
        { target: "919132149155446097", path: "m_Name", value: "Hero" },
        { target: "100004", path: "m_IsActive", value: "0" },
        {
          target: "77",
          path: "m_Materials.Array.data[0]",
          reference: `{fileID: 2100000, guid: ${GUIDS.blue}, type: 2}`,
        },
      ]),
  );
  write(
    "Body.fbx.meta",
    `fileFormatVersion: 2\nguid: ${GUIDS.model}\nModelImporter:\n  internalIDToNameTable:\n  - first:\n      1: 100004\n    second: Hips\n`,
  );
  write(
    "Old.prefab",
    `${HEAD}--- !u!1001 &100100000\nPrefab:\n  m_ObjectHideFlags: 1\n  m_ParentPrefab: {fileID: 0}\n  m_RootGameObject: {fileID: 1}\n--- !u!1 &1\nGameObject:\n  m_Component:\n  - component: {fileID: 2}\n  m_Name: Old\n  m_IsActive: 1\n--- !u!4 &2\nTransform:\n  m_GameObject: {fileID: 1}\n  m_Children: []\n  m_Father: {fileID: 0}\n`,
  );
  let many = `${HEAD}--- !u!1 &1\nGameObject:\n  m_Component:\n  - component: {fileID: 2}\n  m_Name: Many\n  m_IsActive: 1\n--- !u!4 &2\nTransform:\n  m_GameObject: {fileID: 1}\n  m_Father: {fileID: 0}\n  m_Children:\n`;
  const ids = Array.from({ length: 1_500 }, (_, at) => at * 2 + 11);
  many += ids.map((id) => `  - {fileID: ${id + 1}}\n`).join("");
  for (const id of ids)
    many += `--- !u!1 &${id}\nGameObject:\n  m_Component:\n  - component: {fileID: ${id + 1}}\n  m_Name: A long name of object ${id}\n  m_IsActive: 1\n--- !u!4 &${id + 1}\nTransform:\n  m_GameObject: {fileID: ${id}}\n  m_Children: []\n  m_Father: {fileID: 2}\n`;
  write("Many.prefab", many);
  mkdirSync(join(root, "Packages"), { recursive: true });
  jig = await McpDriver.open([root]);
});
after(async () => {
  await jig.close();
  rmSync(root, { recursive: true, force: true });
});
const read = (path: string, more: object = {}) => jig.call("unity-asset-read", { path, ...more });

test("a variant whose base is gone says so first, also where an object is not found", async () => {
  const lost = /^The base of this variant could not be read.*missing: no file here has the guid 7{32}/;
  assert.match((await read("Assets/Lost.prefab")).value.warnings[0], lost);
  assert.match((await read("Assets/Deeper.prefab")).value.warnings[0], lost);
  assert.match(
    JSON.stringify((await read("Assets/Lost.prefab", { object: "Wheel" })).value),
    /the base of this variant could not be read/,
  );
  const edits = [{ op: "set", object: "Wheel", field: "speed", value: 1 }];
  const edited = await jig.call("unity-asset-edit", { path: "Assets/Lost.prefab", edits });
  assert.match(String(edited.value), /the base of this variant could not be read/);
});

test("what hangs below a variant without its base is shown below it, in the prefab and in a scene", async () => {
  const rows = async (path: string, more: object = {}) =>
    (await read(path, more)).value.Objects.map((row: Record<string, unknown>) => [row.Depth, row.Name, row.Inside]);
  assert.deepEqual(await rows("Assets/Rig.prefab"), [
    [0, "(not read)", undefined],
    [1, "Eye", undefined],
  ]);
  assert.deepEqual(await rows("Assets/Rigs.unity"), [
    [0, "Left rig", undefined],
    [1, "Eye", undefined],
  ]);
});

test("overrides on objects of a model are listed, by the names of the .meta or by id", async () => {
  const rows = (fields: Record<string, string>[]) =>
    fields
      .filter(({ Field }) => Field !== "")
      .map((each) => [each.Object, each.Component, each.Field, each.Value, each.Origin]);
  const all = [
    ["Hero", "GameObject", "m_Name", "Hero", "override"],
    ["Hero", "Hips (GameObject)", "m_IsActive", "0", "override"],
    ["Hero", "#77", "m_Materials[0]", "Assets/Blue.mat", "override"],
  ];
  assert.deepEqual(rows((await read("Assets/Hero.prefab", { overrides: true })).value.Fields), all);
  assert.deepEqual(rows((await read("Assets/Hero.prefab", { object: "Hero" })).value.Fields), all);
  assert.deepEqual(
    rows((await read("Assets/Hero.prefab", { overrides: true, field: "material" })).value.Fields),
    all.slice(2),
  );
  assert.match(
    JSON.stringify((await read("Assets/Hero.prefab")).value.warnings),
    /3 overrides belong to objects that could not be read: overrides lists them/,
  );
});

test("a prefab of before 2018.3 holds no object that is the prefab itself", async () => {
  const { value } = await read("Assets/Old.prefab");
  assert.deepEqual(
    value.Objects.map(({ Name }: { Name: string }) => Name),
    ["Old"],
  );
  assert.equal(value.ObjectCount, 1);
});

test("a path without its ending, or with other capitals, is answered with the one that is there", async () => {
  assert.equal((await read("Assets/Taxi")).value.Path, "Assets/Taxi.prefab");
  assert.equal((await read("Assets/taxi.PREFAB")).value.Path, "Assets/Taxi.prefab");
  assert.match(JSON.stringify((await read("Assets/Wheel.mat")).value), /Did you mean .*Assets\/Wheel.prefab/);
  const set = async (value: string) =>
    String(
      (
        await jig.call("unity-asset-edit", {
          path: "Assets/Wheel.prefab",
          edits: [{ op: "set", object: "Wheel", field: "colors[0]", value }],
        })
      ).value,
    );
  assert.match(await set("Assets/Blue"), /Did you mean Assets\/Blue.mat\?/);
  assert.match(await set("Assets/blue.mat"), /Did you mean Assets\/Blue.mat\?/);
  const variant = await jig.call("unity-asset-edit", { path: "Packages/x.prefab", from: "Assets/Car.prefab" });
  assert.match(String(variant.value), /not in a folder that Unity imports/);
});

test("a long hierarchy is a page of about 4,000 tokens with the whole count and the way on", async () => {
  const { value } = await read("Assets/Many.prefab");
  const text = JSON.stringify(value);
  const tokens = encode(text).length;
  assert.ok(tokens > 2_000 && tokens < 4_600, String(tokens));
  assert.equal(value.ObjectCount, 1_501);
  const rest = await read("Assets/Many.prefab", { cursor: value.next.cursor });
  assert.equal(rest.value.Objects.at(-1).Depth, 1);
});
