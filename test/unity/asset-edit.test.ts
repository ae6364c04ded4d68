/** `unity-asset-edit` from a user's view: values, overrides, structure, new assets, rejections. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { FILES, GUIDS, writeProject, xor } from "./assets/fixture.ts";
import { documentsIn, looseEnds } from "./assets/second-look.ts";
import { McpDriver } from "./driver.ts";
import { FakeEditor } from "./fake/editor.ts";
import { UnityProcess } from "./fake/unity-process.ts";

let root: string;
let jig: McpDriver;
before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "jig-edit-")));
  writeProject(root);
  jig = await McpDriver.open([root]);
});
after(async () => {
  await jig.close();
  rmSync(root, { recursive: true, force: true });
});

const text = (path: string) => readFileSync(join(root, path), "utf8");
const plan = (path: string, edits: object[], more: object = {}) =>
  jig.call("unity-asset-edit", { path, edits, ...more });

/** Changed lines in the diff. Files are restored. */
async function diffOf(path: string, ...edits: object[]): Promise<string[]> {
  const { value, failed } = await plan(path, edits);
  assert.equal(failed, false, JSON.stringify(value));
  return String(value)
    .split("\n")
    .filter((line) => /^[-+](?![-+] ?[-+]|-- |\+\+ )/.test(line));
}

async function refusal(path: string, ...edits: object[]): Promise<string> {
  const { value, failed } = await plan(path, edits);
  assert.equal(failed, true, JSON.stringify(value));
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Applies edits, runs `work`, and undoes them. */
async function applied<Found>(path: string, edits: object[], work: () => Promise<Found> | Found, more: object = {}) {
  const was = more && "from" in more ? "" : text(path);
  const { value, failed } = await plan(path, edits, { ...more, apply: true });
  assert.equal(failed, false, JSON.stringify(value));
  const found = await work();
  const undone = await jig.call("changes", { undo: "last" });
  assert.equal(undone.failed, false, JSON.stringify(undone.value));
  if (was !== "") assert.equal(text(path), was);
  return found;
}

test("one field is one line: numbers, text, a part of a vector, references by path, guid, name and object", async () => {
  const wheel = "Assets/Wheel.prefab";
  const set = (field: string, value: unknown) => ({ op: "set", object: "Wheel", field, value });
  assert.deepEqual(await diffOf(wheel, set("speed", 7.5)), ["-  speed: 5", "+  speed: 7.5"]);
  assert.deepEqual(await diffOf(wheel, set("title", "a: b")), ["-  title: 'it''s'", "+  title: 'a: b'"]);
  assert.deepEqual(await diffOf(wheel, set("m_IsActive", false)), ["-  m_IsActive: 1", "+  m_IsActive: 0"]);
  const size = ["-  m_Size: {x: 1, y: 1, z: 1}", "+  m_Size: {x: 1, y: 2.5, z: 1}"];
  assert.deepEqual(await diffOf(wheel, set("m_Size.y", 2.5)), size);
  assert.deepEqual(await diffOf(wheel, set("m_Size", { y: 2.5 })), size);
  assert.deepEqual(await diffOf(wheel, set("m_Size", '{"y": 2.5}')), size);
  const blue = [
    `-  - {fileID: 2100000, guid: ${GUIDS.red}, type: 2}`,
    `+  - {fileID: 2100000, guid: ${GUIDS.blue}, type: 2}`,
  ];
  for (const written of ["Assets/Blue.mat", GUIDS.blue, "Blue"]) {
    const found = (await diffOf(wheel, set("colors[0]", written))).map((line) => line.replace("type: 3", "type: 2"));
    assert.deepEqual(found, blue, written);
  }
  assert.deepEqual(await diffOf(wheel, set("hub", "Wheel/Hub (Transform)")), [
    "-  hub: {fileID: 14}",
    "+  hub: {fileID: 15}",
  ]);
  assert.deepEqual(await diffOf(wheel, set("hub", null)), ["-  hub: {fileID: 14}", "+  hub: {fileID: 0}"]);
  assert.deepEqual(await diffOf(wheel, set("colors[2]", "none")), ["+  - {fileID: 0}"]);
  assert.deepEqual(await diffOf(wheel, set("colors", [])), [
    "-  colors:",
    `-  - {fileID: 2100000, guid: ${GUIDS.red}, type: 2}`,
    "-  - {fileID: 0}",
    "+  colors: []",
  ]);
  assert.deepEqual(await diffOf("Assets/Red.mat", { op: "set", field: "_Cutoff", value: 0.25 }), [
    "-    - _Cutoff: 0.5",
    "+    - _Cutoff: 0.25",
  ]);
});

test("on an instance a value is an override: changed, added in Unity's order, taken back", async () => {
  const car = "Assets/Car.prefab";
  const back = { object: "Back", component: "Spin" };
  assert.deepEqual(await diffOf(car, { op: "set", ...back, field: "speed", value: 8 }), [
    "-      value: 7",
    "+      value: 8",
  ]);
  const enabled = await diffOf(car, { op: "set", ...back, field: "m_Enabled", value: false });
  assert.deepEqual(enabled, [
    `+    - target: {fileID: 13, guid: ${GUIDS.wheel}, type: 3}`,
    "+      propertyPath: m_Enabled",
    "+      value: 0",
    "+      objectReference: {fileID: 0}",
  ]);
  const inner = await applied(
    "Assets/Taxi.prefab",
    [{ op: "set", object: "Taxi/Front", component: "Spin", field: "colors[0]", value: "Assets/Blue.mat" }],
    () => jig.call("unity-asset-read", { path: "Assets/Taxi.prefab", object: "Front", component: "Spin", depth: 2 }),
  );
  const row = inner.value.Fields.find(({ Field }: { Field: string }) => Field === "colors[0]");
  assert.deepEqual([row.Value, row.Origin], ["Assets/Blue.mat", "override"]);
  const reverted = await applied(car, [{ op: "revert", ...back, field: "speed" }], () =>
    jig.call("unity-asset-read", { path: car, ...back }),
  );
  const speed = reverted.value.Fields.find(({ Field }: { Field: string }) => Field === "speed");
  assert.deepEqual([speed.Value, speed.Origin], ["5", "base"]);
  // The first reference to an object in an instance creates its id, by Unity's rule.
  const named = await applied(
    car,
    [{ op: "set", object: "Back", component: "Spin", field: "hub", value: "Car/Front/Hub (GameObject)" }],
    () => text(car),
  );
  assert.match(
    named,
    new RegExp(`--- !u!1 &${xor("100", "14")} stripped\nGameObject:\n  m_CorrespondingSourceObject: \\{fileID: 14,`),
  );
  assert.deepEqual(looseEnds(named), looseEnds(text(car)));
});

test("parts are added, moved and removed; every other document stays", async () => {
  const car = "Assets/Car.prefab";
  const was = documentsIn(text(car));
  const changed = (now: string) => {
    const is = documentsIn(now);
    assert.equal(is.ids.length, new Set(is.ids).size);
    assert.deepEqual(looseEnds(now), looseEnds(text(car)));
    return [...was.byId].filter(([id, document]) => is.byId.has(id) && is.byId.get(id) !== document).map(([id]) => id);
  };
  const lamp = { object: "Lamp" };
  const edits: [edit: object, documents: string[]][] = [
    [{ op: "add", ...lamp, component: "BoxCollider" }, ["40"]],
    [{ op: "add", ...lamp, component: "Spin" }, ["40"]],
    [{ op: "add", ...lamp, name: "Bulb" }, ["41"]],
    [{ op: "add", ...lamp, prefab: "Assets/Wheel.prefab", name: "Spare" }, ["41"]],
    [{ op: "move", object: "Front", index: 0 }, ["21"]],
    [{ op: "remove", object: "Car/Back/Hub" }, []],
  ];
  for (const [edit, documents] of edits.slice(0, 5)) {
    const { value, failed } = await plan(car, [edit], { apply: true });
    assert.equal(failed, false, JSON.stringify(value));
    const now = text(car);
    await jig.call("changes", { undo: "last" });
    const is = documentsIn(now);
    assert.equal(is.ids.length, new Set(is.ids).size);
    assert.deepEqual(
      [...was.byId].filter(([id, document]) => is.byId.get(id) !== document).map(([id]) => id),
      documents,
      JSON.stringify(edit),
    );
    assert.deepEqual(looseEnds(now), [], JSON.stringify(edit));
  }
  // `parent` is the same as `object`. New ids are random, so compare documents in order.
  const kid = async (above: object) =>
    (await diffOf(car, { op: "add", name: "Kid", ...above })).map((line) => line.replace(/\d{9,}/g, "id")).sort();
  assert.deepEqual(await kid({ parent: "Lamp" }), await kid({ object: "Lamp" }));
  const gone = await applied(car, [{ op: "remove", object: "Car/Back" }], () => text(car));
  // The instance, its names, and the lamp below it.
  assert.deepEqual(
    [...was.byId.keys()].filter((id) => !documentsIn(gone).byId.has(id)),
    ["200", "32", "40", "41"],
  );
  assert.deepEqual(changed(text(car)), []);
  const both = await applied(
    car,
    [
      { op: "add", ...lamp, name: "Bulb" },
      { op: "add", object: "Lamp/Bulb", component: "AudioListener" },
    ],
    () => jig.call("unity-asset-read", { path: car }),
  );
  const bulb = both.value.Objects.find(({ Name }: { Name: string }) => Name === "Bulb");
  assert.deepEqual([bulb.Depth, bulb.Components], [3, ["AudioListener"]]);
});

test("a variant and an asset of a class come with their .meta, and can be edited in the same call", async () => {
  const path = "Assets/FastCar.prefab";
  const read = await applied(
    path,
    [{ op: "set", object: "Back", component: "Spin", field: "speed", value: 99 }],
    async () => {
      assert.match(text(`${path}.meta`), /^fileFormatVersion: 2\nguid: [0-9a-f]{32}\nPrefabImporter:/);
      return jig.call("unity-asset-read", { path, object: "Back", component: "Spin" });
    },
    { from: "Assets/Car.prefab" },
  );
  const speed = read.value.Fields.find(({ Field }: { Field: string }) => Field === "speed");
  assert.deepEqual([speed.Value, speed.Origin], ["99", "override"]);
  const asset = await applied("Assets/Stats1.asset", [], () => text("Assets/Stats1.asset"), { from: "Stats" });
  assert.match(
    asset,
    new RegExp(`m_Script: \\{fileID: 11500000, guid: ${GUIDS.stats}, type: 3\\}\n  m_Name: Stats1\n`),
  );
  // A new asset doesn't have its class's fields yet.
  const health = { op: "set", field: "health", value: 5 };
  const patched = await applied("Assets/Stats1.asset", [health], () => text("Assets/Stats1.asset"), { from: "Stats" });
  assert.match(patched, /\n {2}health: 5\n$/);
  const stranger = await plan("Assets/Stats1.asset", [{ ...health, field: "heath" }], { from: "Stats" });
  assert.match(String(stranger.value), /has no field "heath"/);
  assert.match(String((await plan("Assets/Car.prefab", [], { from: "Assets/Wheel.prefab" })).value), /already exists/);
});

test("what would break the asset is refused, with what to write instead", async () => {
  const wheel = "Assets/Wheel.prefab";
  assert.match(
    await refusal(wheel, { op: "remove", object: "Hub" }),
    /1 field refers to what would be removed: Wheel Spin\.hub/,
  );
  assert.match(await refusal(wheel, { op: "remove", object: "Wheel" }), /exactly one/);
  assert.match(
    await refusal(wheel, { op: "set", object: "Wheel", field: "spee", value: 1 }),
    /have no field "spee".*Spin\.speed/,
  );
  assert.match(await refusal(wheel, { op: "set", object: "Wheel", field: "speed", value: "fast" }), /takes a number/);
  assert.match(
    await refusal(wheel, { op: "set", object: "Hub", field: "m_Father", value: "none" }),
    /Use op add, remove or move/,
  );
  assert.match(
    await refusal(wheel, { op: "set", object: "Wheel", field: "colors[0]", value: "Assets/Nope.mat" }),
    /No asset and no object/,
  );
  assert.match(
    await refusal(wheel, { op: "add", object: "Hub", component: "WheelCollider" }),
    /neither a script .* BoxCollider/,
  );
  assert.match(
    await refusal(wheel, { op: "add", object: "Hub", prefab: "Assets/Taxi.prefab" }),
    /contains this prefab itself/,
  );
  assert.match(await refusal(wheel, { op: "move", object: "Wheel", parent: "Hub" }), /is the root/);
  assert.match(await refusal(wheel, { op: "move", object: "Hub", parent: "/" }), /exactly one root.* parent: Wheel/);
  assert.match(await refusal(wheel, { op: "add", name: "Kid", parent: "/" }), /exactly one root/);
  assert.match(await refusal(wheel, { op: "add", name: "Kid", parent: "Nope" }), /No object "Nope"/);
  assert.match(await refusal(wheel, { op: "remove", object: "Wheel", component: "Spin", field: "colors[0]" }), /field/);
  const spin = (field: string, value: unknown) => ({ op: "set", object: "Wheel", component: "Spin", field, value });
  assert.match(await refusal(wheel, spin("secret", 1)), /neither public nor marked SerializeField, so Unity/);
  assert.match(await refusal(wheel, spin("count", 4.5)), /of type int, not 4\.5.*whole number/);
  assert.match(await refusal(wheel, spin("title", ["a"])), /a single value/);
  assert.deepEqual(await diffOf(wheel, spin("mode", "Fast")), ["+  mode: 3"]);
  assert.match(await refusal(wheel, spin("isOn", "yes")), /of type bool.*true or false/);
  assert.match(await refusal(wheel, { op: "set", object: "Wheel", field: "m_Script", value: null }), /sets the class/);
  assert.match(
    await refusal(`${wheel}.meta`, { op: "set", field: "guid", value: GUIDS.red }),
    /refer to the file by its guid/,
  );
  assert.match(await refusal(wheel, { op: "move", object: "Hub", index: 2 }), /only object there.*Write index 0/);
  assert.match(await refusal("Assets/Big.asset", { op: "set", field: "a", value: 1 }), /Git LFS pointer/);
  assert.match(await refusal(wheel), /nothing to do/);
  assert.match(
    await refusal(wheel, { op: "set", object: "Wheel", field: "speed", value: 1 }, { op: "remove", object: "Hub" }),
    /edits\[1\]/,
  );
});

test("line ends, byte order mark and lines that nothing touches stay as they are", async () => {
  const path = "Assets/Windows.prefab";
  const mixed = `\uFEFF${(FILES["Assets/Wheel.prefab"] ?? "").replaceAll("\n", "\r\n").replace("speed: 5\r\n", "speed: 5\n")}`;
  writeFileSync(join(root, path), mixed);
  writeFileSync(join(root, `${path}.meta`), `fileFormatVersion: 2\nguid: ${"5".repeat(32)}\n`);
  const edits = [
    { op: "set", object: "Hub", field: "m_Layer", value: 3 },
    { op: "add", object: "Hub", component: "AudioListener" },
  ];
  const now = await applied(path, edits, () => text(path));
  const without = now
    .replace(/--- !u!81[\s\S]*?m_Enabled: 1\r\n/, "")
    .replace(/ {2}- component: \{fileID: \d{6,}\}\r\n/, "");
  assert.equal(without, mixed.replace(/m_Layer: 0(\r\n {2}m_Name: Hub)/, "m_Layer: 3$1"));
  rmSync(join(root, path));
});

test("an Editor with the project open is asked; with unsaved changes, or without an answer, nothing is planned", async () => {
  const editor = await FakeEditor.start({ generation: "v2" });
  const { root: project } = editor.project;
  const own = await McpDriver.open([project]);
  const process = new UnityProcess(project);
  try {
    mkdirSync(dirname(join(project, "Assets/Wheel.prefab")), { recursive: true });
    writeFileSync(join(project, "Assets/Wheel.prefab"), FILES["Assets/Wheel.prefab"] ?? "");
    const edit = (more: object = {}) =>
      own.call("unity-asset-edit", {
        path: "Assets/Wheel.prefab",
        edits: [{ op: "set", object: "Wheel", field: "m_Layer", value: 4 }],
        ...more,
      });
    const says = (result: string) =>
      editor.once("execute-dynamic-code", ({ reply, result: usual }) =>
        reply({ ...usual(), Success: true, Result: result }),
      );
    says("unsaved:\nAssets/Main.unity");
    assert.equal((await edit()).failed, false);
    assert.match(String(editor.last("execute-dynamic-code").params.Code), /PrefabStageUtility/);
    says("unsaved:\nAssets/Wheel.prefab");
    assert.match(String((await edit()).value), /has unsaved changes in the Editor/);
    says("42");
    assert.match(String((await edit()).value), /did not say whether .*editor_open: "ignore"/);
    assert.equal((await edit({ editor_open: "ignore" })).failed, false);
    says("unsaved:");
    assert.equal((await edit()).failed, false);
    const before = readFileSync(join(project, "Assets/Wheel.prefab"), "utf8");
    const change = (input: object) => own.call("changes", input);
    says("unsaved:\nAssets/Wheel.prefab");
    assert.match(
      String((await change({ apply: "last" })).value),
      /Nothing was changed: .*unsaved changes in the Editor/,
    );
    assert.equal(readFileSync(join(project, "Assets/Wheel.prefab"), "utf8"), before);
    says("unsaved:");
    assert.equal((await change({ apply: "last" })).failed, false);
    says("unsaved:\nAssets/Wheel.prefab");
    assert.match(String((await change({ undo: "last" })).value), /Nothing was changed: /);
    says("unsaved:");
    assert.equal((await change({ undo: "last" })).failed, false);
    assert.equal(readFileSync(join(project, "Assets/Wheel.prefab"), "utf8"), before);
    await editor.close();
    process.start();
    for (let tries = 0; tries < 50; tries++) {
      const { value } = await edit();
      if (/does not answer/.test(String(value))) break;
      assert.ok(tries < 49, String(value));
    }
  } finally {
    process.stop();
    await own.close();
    await editor.stop();
  }
});
