/** `unity-asset-read` from a user's view: hierarchy, values with origin, references, and what wasn't read. */
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FILES, GUIDS, writeProject, xor } from "./assets/fixture.ts";
import { SecondResolver } from "./assets/second-resolver.ts";
import { McpDriver } from "./driver.ts";

interface Field {
  Id: string;
  Component: string;
  Field: string;
  Value: string;
  Origin: string;
  From?: string;
}

let root: string;
let jig: McpDriver;
before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "jig-assets-")));
  writeProject(root);
  jig = await McpDriver.open([root]);
});
after(async () => {
  await jig.close();
  rmSync(root, { recursive: true, force: true });
});

const read = (input: object) => jig.call("unity-asset-read", input);

async function fields(input: object): Promise<(name: string) => Field | undefined> {
  const { value, failed } = await read(input);
  assert.equal(failed, false, JSON.stringify(value));
  return (name) => (value.Fields as Field[]).find(({ Field: field }) => field === name);
}

test("a prefab: objects in Unity's order, nested prefabs closed with what they hold", async () => {
  const { value } = await read({ path: "Assets/Car.prefab" });
  assert.deepEqual(
    value.Objects.map((row: Record<string, unknown>) => [
      row.Depth,
      row.Name,
      row.Components,
      row.Prefab,
      row.Inside,
      row.Overrides,
    ]),
    [
      [0, "Car", [], undefined, undefined, undefined],
      [1, "Back", ["Spin"], "Assets/Wheel.prefab", 1, 3],
      [2, "Lamp", [], undefined, undefined, undefined],
      [1, "Front", ["BoxCollider", "Spin"], "Assets/Wheel.prefab", 1, undefined],
    ],
  );
  const open = await read({ path: "Assets/Car.prefab", expand: true });
  assert.deepEqual(
    open.value.Objects.map((row: Record<string, unknown>) => row.Name),
    ["Car", "Back", "Hub", "Lamp", "Front", "Hub"],
  );
  const shallow = await read({ path: "Assets/Car.prefab", depth: 0 });
  assert.deepEqual([shallow.value.Objects.length, shallow.value.Objects[0].Below], [1, 5]);
});

test("values of a variant of nested prefabs: own, base, override of each level", async () => {
  const back = await fields({ path: "Assets/Taxi.prefab", object: "Back", component: "Spin", depth: 3 });
  assert.deepEqual(back("speed"), { ...back("speed"), Value: "9", Origin: "override" });
  assert.deepEqual([back("m_Enabled")?.Value, back("m_Enabled")?.Origin], ["0", "override"]);
  assert.deepEqual(
    [back("title")?.Value, back("title")?.Origin, back("title")?.From],
    ["it's", "base", "Assets/Wheel.prefab"].map((each, at) => (at === 0 ? JSON.stringify(each) : each)),
  );
  // The instance's own prefab is only mentioned once.
  assert.deepEqual(
    [back("colors[2]")?.Value, back("colors[2]")?.Origin, back("colors[2]")?.From],
    ["Assets/Blue.mat", "base override", undefined],
  );
  assert.equal((await read({ path: "Assets/Taxi.prefab", object: "Back" })).value.Prefab, "Assets/Car.prefab");
  assert.equal(back("colors[0]")?.Value, "Assets/Red.mat");
  assert.equal(back("hub")?.Value, "Taxi/Back/Hub (GameObject)");
  assert.match(back("gone")?.Value ?? "", /^missing: .* 9{32}$/);
  assert.equal(back("m_Script")?.Value, "Assets/Spin.cs");
  assert.equal(back("speed")?.Id, xor("300", xor("200", "13")));
  const top = await fields({ path: "Assets/Taxi.prefab", object: "Taxi", component: "Transform" });
  assert.deepEqual([top("m_LocalPosition.y")?.Value, top("m_LocalPosition.y")?.Origin], ["2.5", "override"]);
  const car = await fields({ path: "Assets/Car.prefab", object: "Car/Back", component: "Spin" });
  assert.deepEqual([car("speed")?.Value, car("speed")?.Origin], ["7", "override"]);
});

test("only what a file overrides, and only fields of a name, of all objects at once", async () => {
  const listed = async (input: object) => {
    const { value } = await read(input);
    return (value.Fields as (Field & { Object: string })[]).map((row) => [
      row.Object,
      row.Component,
      row.Field,
      row.Value,
      row.Origin,
    ]);
  };
  assert.deepEqual(await listed({ path: "Assets/Taxi.prefab", overrides: true }), [
    ["Taxi", "GameObject", "m_Name", "Taxi", "override"],
    ["Taxi", "Transform", "m_LocalPosition.y", "2.5", "override"],
    ["Taxi/Back", "Spin", "m_Enabled", "0", "override"],
    ["Taxi/Back", "Spin", "speed", "9", "override"],
    ["Taxi/Body", "GameObject", "m_Name", "Body", "override"],
  ]);
  assert.deepEqual(await listed({ path: "Assets/Taxi.prefab", field: "SPEED" }), [
    ["Taxi/Back", "Spin", "speed", "9", "override"],
    ["Taxi/Front", "Spin", "speed", "5", "base"],
  ]);
  assert.deepEqual(await listed({ path: "Assets/Wheel.prefab", object: "Wheel", field: "m_Size.x" }), [
    ["Wheel", "BoxCollider", "m_Size.x", "1", "own"],
  ]);
  const none = await read({ path: "Assets/Wheel.prefab", field: "nope" });
  assert.match(none.value.warnings.join(), /No field here has "nope" in its path/);
  const removed = await read({ path: "Assets/Car.prefab", overrides: true });
  assert.match(removed.value.warnings.join(), /1 component or object of a nested prefab is removed here: BoxCollider/);
  // For a variant, also mention the base prefab.
  assert.equal((await read({ path: "Assets/Taxi.prefab", overrides: true })).value.Prefab, "Assets/Car.prefab");
  assert.equal(removed.value.Prefab, undefined);
});

test("a second resolver finds the same values", async () => {
  const judge = new SecondResolver(root);
  let compared = 0;
  for (const file of ["Assets/Wheel.prefab", "Assets/Car.prefab", "Assets/Taxi.prefab"]) {
    const { value } = await read({ path: file, expand: true });
    for (const { Id } of value.Objects) {
      const answer = await read({ path: file, object: Id, depth: 9 });
      for (const row of answer.value.Fields as Field[]) {
        const said = judge.value(join(root, file), row.Id, row.Field.replace(/\[(\d+)\]/g, ".Array.data[$1]"));
        if (said === undefined || said === "" || row.Field === "m_Script") continue;
        assert.equal(
          row.Value.startsWith('"') ? JSON.parse(row.Value) : row.Value,
          said,
          `${file} ${row.Id} ${row.Field}`,
        );
        compared++;
      }
    }
  }
  assert.ok(compared > 40, String(compared));
});

test("what was not read is named: a model, overrides without target, pointers of Git LFS", async () => {
  const { value } = await read({ path: "Assets/Taxi.prefab" });
  assert.match(value.warnings.join("\n"), /1 nested prefab is not read: Assets\/Body\.fbx: not Unity YAML/);
  assert.match(value.warnings.join("\n"), /1 override names an object that its prefab does not contain/);
  const pointer = await read({ path: "Assets/Big.asset" });
  assert.equal(pointer.value.Code, "UNAVAILABLE");
  assert.match(pointer.value.ErrorMessage, /Git LFS pointer/);
  assert.match((await read({ path: "Assets/Body.fbx" })).value.ErrorMessage, /not Unity YAML/);
});

test("assets without objects show their fields; names that do not fit are answered with those that do", async () => {
  const red = await fields({ path: "Assets/Red.mat", depth: 3 });
  assert.equal(red("m_Shader")?.Value, "Resources/unity_builtin_extra#46 (Standard)");
  assert.equal(red("m_SavedProperties.m_Floats[0]")?.Value, "_Cutoff: 0.5");
  const tags = await fields({ path: "ProjectSettings/TagManager.asset" });
  assert.equal(tags("tags")?.Value, "[0]: Enemy");
  const none = await read({ path: "Assets/Car.prefab", object: "Bak" });
  assert.equal(none.value.Code, "SYMBOL_NOT_FOUND");
  assert.match(none.value.Hint, /Car/);
  const two = await read({ path: "Assets/Car.prefab", object: "Hub" });
  assert.equal(two.value.Code, "SYMBOL_AMBIGUOUS");
  assert.match(two.value.Hint, /Car\/Back\/Hub/);
  const [first] = two.value.Details.Candidates;
  assert.equal((await read({ path: "Assets/Car.prefab", object: first })).failed, false);
  const component = await read({ path: "Assets/Car.prefab", object: "Front", component: "Light" });
  assert.match(component.value.Hint, /BoxCollider, Spin/);
});

test("a field of many parts has a row for each rather than half a row; parts of an asset say which they are", async () => {
  const head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
  const red = `{fileID: 2100000, guid: ${GUIDS.red}, type: 2}`;
  const names = ["one", "two", "three"].map((each) => `${each}${"Long".repeat(20)}`);
  const lists = `  names:\n${names.map((each) => `  - ${each}\n`).join("")}  none: []\n  colors:\n  - ${red}\n  - ${red}\n`;
  const many = `  many:\n${Array.from({ length: 40 }, (_, at) => `  - item${at}\n`).join("")}`;
  const state = (id: string, name: string) =>
    `--- !u!1102 &${id}\nAnimatorState:\n  m_Name: ${name}\n  m_Speed: ${id}\n`;
  const asset = `--- !u!114 &11400000\nMonoBehaviour:\n  m_Script: {fileID: 11500000, guid: ${GUIDS.stats}, type: 3}\n`;
  writeFileSync(join(root, "Assets/Lists.asset"), head + asset + lists + many);
  writeFileSync(join(root, "Assets/States.controller"), head + state("1", "Run") + state("2", "Dead"));
  const rows = await fields({ path: "Assets/Lists.asset" });
  assert.deepEqual(
    ["names", "names[0]", "names[2]", "none", "colors"].map((each) => rows(each)?.Value),
    [undefined, names[0], names[2], "empty", "[0]: Assets/Red.mat, [1]: Assets/Red.mat"],
  );
  assert.match(rows("many")?.Value ?? "", /40 values; component or a greater depth shows more/);
  assert.match((await fields({ path: "Assets/Lists.asset", depth: 1 }))("names")?.Value ?? "", /3 values/);
  const { value } = await read({ path: "Assets/States.controller", field: "m_Speed" });
  assert.deepEqual(
    value.Fields.map((row: Record<string, string>) => [row.Object, row.Value]),
    [
      ["Run", "1"],
      ["Dead", "2"],
    ],
  );
});

test("a file that changed is read again", async () => {
  const changed = (FILES["Assets/Wheel.prefab"] ?? "").replace("speed: 5", "speed: 55");
  writeFileSync(join(root, "Assets/Wheel.prefab"), changed);
  const front = await fields({ path: "Assets/Car.prefab", object: "Front", component: "Spin" });
  assert.deepEqual([front("speed")?.Value, front("speed")?.Origin], ["55", "base"]);
  writeFileSync(join(root, "Assets/Wheel.prefab"), FILES["Assets/Wheel.prefab"] ?? "");
});

test("an object that an instance removes takes its components and all objects below it along", async () => {
  const guid = "5e".repeat(16);
  const part = (id: number, name: string, father: number, children: string) =>
    `--- !u!1 &${id}\nGameObject:\n  m_Component:\n  - component: {fileID: ${id + 1}}\n  m_Name: ${name}\n--- !u!4 &${id + 1}\nTransform:\n  m_GameObject: {fileID: ${id}}\n  m_Children:${children}\n  m_Father: {fileID: ${father}}\n`;
  const head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
  const rows = (id: number) => `\n  - {fileID: ${id}}`;
  const base = part(10, "Crane", 0, rows(21)) + part(20, "Arm", 11, rows(31)) + part(30, "Hook", 21, " []");
  const variant = `--- !u!1001 &99\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {fileID: 0}\n    m_Modifications: []\n    m_RemovedComponents: []\n    m_RemovedGameObjects:\n    - {fileID: 20, guid: ${guid}, type: 3}\n  m_SourcePrefab: {fileID: 100100000, guid: ${guid}, type: 3}\n`;
  writeFileSync(join(root, "Assets/Crane.prefab"), head + base);
  writeFileSync(join(root, "Assets/Crane.prefab.meta"), `fileFormatVersion: 2\nguid: ${guid}\n`);
  writeFileSync(join(root, "Assets/Bare.prefab"), head + variant);
  const { value } = await read({ path: "Assets/Bare.prefab" });
  assert.deepEqual(
    value.Objects.map((row: Record<string, unknown>) => [row.Depth, row.Name]),
    [[0, "Crane"]],
    JSON.stringify(value),
  );
});
