/** Assets damaged by merges, copies, tools or accidents: what can't be shown is reported, and harmful edits are rejected. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { McpDriver } from "./driver.ts";

const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const NO_GUID = "9".repeat(32);

const gameObject = (id: string, name: string, ...components: string[]) =>
  `--- !u!1 &${id}\nGameObject:\n  serializedVersion: 6\n  m_Component:\n${components.map((each) => `  - component: {fileID: ${each}}\n`).join("")}  m_Layer: 0\n  m_Name: ${name}\n  m_IsActive: 1\n`;

function transform(id: string, object: string, father = "0", ...children: string[]): string {
  const list = children.length === 0 ? " []\n" : `\n${children.map((each) => `  - {fileID: ${each}}\n`).join("")}`;
  return `--- !u!4 &${id}\nTransform:\n  m_GameObject: {fileID: ${object}}\n  m_Children:${list}  m_Father: {fileID: ${father}}\n`;
}

const nested = (guid: string) =>
  `--- !u!1001 &100\nPrefabInstance:\n  serializedVersion: 2\n  m_Modification:\n    m_TransformParent: {fileID: 11}\n    m_Modifications: []\n    m_RemovedComponents: []\n  m_SourcePrefab: {fileID: 100100000, guid: ${guid}, type: 3}\n`;

const instanceOf = (id: string, guid: string, target: string, name: string) =>
  `--- !u!1001 &${id}\nPrefabInstance:\n  serializedVersion: 2\n  m_Modification:\n    m_TransformParent: {fileID: 0}\n    m_Modifications:\n    - target: {fileID: ${target}, guid: ${guid}, type: 3}\n      propertyPath: m_Name\n      value: ${name}\n      objectReference: {fileID: 0}\n    m_RemovedComponents: []\n  m_SourcePrefab: {fileID: 100100000, guid: ${guid}, type: 3}\n`;

const simple = (name: string) => gameObject("10", name, "11") + transform("11", "10");
const good = HEAD + simple("A");
const guidOf = (digit: string) => digit.repeat(16);

function chain(length: number): string {
  const parts = Array.from({ length }, (_, at) => {
    const [object, own] = [String(100 + 2 * at), String(101 + 2 * at)];
    const below = at < length - 1 ? [String(103 + 2 * at)] : [];
    return gameObject(object, `N${at}`, own) + transform(own, object, at === 0 ? "0" : String(99 + 2 * at), ...below);
  });
  return HEAD + parts.join("");
}

const material = (name: string) => `${HEAD}--- !u!21 &2100000\nMaterial:\n  m_Name: ${name}\n`;
const renderer = (guid: string) =>
  `--- !u!23 &12\nMeshRenderer:\n  m_GameObject: {fileID: 10}\n  m_Materials:\n  - {fileID: 2100000, guid: ${guid}, type: 2}\n`;

/** Guid digit and text by file name. */
const FILES: Record<string, [guid: string, content: string | Buffer]> = {
  "Good.prefab": [guidOf("01"), good],
  "Empty.prefab": [guidOf("02"), ""],
  "Twice.prefab": [guidOf("03"), good + gameObject("10", "B", "11")],
  "Dangling.prefab": [guidOf("04"), HEAD + gameObject("10", "A", "11", "98") + transform("11", "10", "0", "99")],
  "Self.prefab": [guidOf("05"), HEAD + gameObject("10", "A", "11") + transform("11", "10", "11", "11")],
  "Ring.prefab": [
    guidOf("06"),
    HEAD +
      gameObject("10", "A", "11") +
      transform("11", "10", "21", "21") +
      gameObject("20", "B", "21") +
      transform("21", "20", "11", "11"),
  ],
  "Conflict.prefab": [
    guidOf("07"),
    good.replace("  m_Layer: 0\n", "<<<<<<< HEAD\n  m_Layer: 0\n=======\n  m_Layer: 5\n>>>>>>> other\n"),
  ],
  "Lone.prefab": [guidOf("17"), good.replace("  m_Layer: 0\n", "  m_Layer: 0\n=======\n")],
  "Unclosed.prefab": [guidOf("08"), good.replace("m_Name: A", "m_Name: 'A")],
  "Inner.prefab": [guidOf("09"), HEAD + simple("Inner") + nested(NO_GUID)],
  "Outer.prefab": [guidOf("0a"), HEAD + simple("Outer") + nested(guidOf("09"))],
  "CircleA.prefab": [guidOf("0b"), HEAD + simple("CA") + nested(guidOf("0c"))],
  "CircleB.prefab": [guidOf("0c"), HEAD + simple("CB") + nested(guidOf("0b"))],
  "One.mat": [guidOf("0d"), material("One")],
  "Other.mat": [guidOf("0d"), material("Other")],
  "Red.mat": [guidOf("0e"), material("Red")],
  "Uses.prefab": [
    guidOf("0f"),
    HEAD + gameObject("10", "A", "11", "12") + transform("11", "10") + renderer(guidOf("0d")),
  ],
  "Deep.prefab": [guidOf("10"), chain(15_000)],
  "Latin.prefab": [
    guidOf("11"),
    Buffer.concat([
      Buffer.from(good.replace("A\n  m_IsActive: 1\n", "")),
      Buffer.from([0xe9]),
      Buffer.from("\n  m_IsActive: 1\n"),
    ]),
  ],
  "Body.fbx": [guidOf("18"), Buffer.from([75, 0, 1, 2, 0, 0])],
  "Hull.prefab": [
    guidOf("19"),
    HEAD +
      instanceOf("100", guidOf("18"), "400010", "Base") +
      `--- !u!4 &101 stripped\nTransform:\n  m_CorrespondingSourceObject: {fileID: 400010, guid: ${guidOf("18")}, type: 3}\n  m_PrefabInstance: {fileID: 100}\n` +
      gameObject("10", "Seat", "11") +
      transform("11", "10", "101"),
  ],
  "Tank.prefab": [guidOf("1a"), HEAD + instanceOf("200", guidOf("19"), "400110", "Tank")],
  "Mover.cs": [guidOf("12"), "public class Mover : Base { }\n"],
  "Base.cs": [
    guidOf("13"),
    "using UnityEngine;\n/* class Base : Y */ public abstract class Base : MonoBehaviour { }\n",
  ],
  "Data.cs": [
    guidOf("14"),
    "namespace G { [System.Serializable] public sealed class Data\n  : UnityEngine.ScriptableObject, IThing { } }\n",
  ],
  "Plain.cs": [guidOf("15"), "public static class Plain { }\n"],
  "Foreign.cs": [guidOf("16"), "public class Foreign : OfAPackage { }\n"],
};

let root: string;
let jig: McpDriver;
before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "jig-damage-")));
  for (const [name, [guid, content]] of Object.entries(FILES)) {
    const file = join(root, "Assets", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    writeFileSync(`${file}.meta`, `fileFormatVersion: 2\nguid: ${guid}\n`);
  }
  mkdirSync(join(root, "ProjectSettings"));
  writeFileSync(join(root, "ProjectSettings/ProjectVersion.txt"), "m_EditorVersion: 2022.3.10f1\n");
  jig = await McpDriver.open([root]);
});
after(async () => {
  await jig.close();
  rmSync(root, { recursive: true, force: true });
});

async function warnings(name: string, more: object = {}): Promise<string> {
  const { value, failed } = await jig.call("unity-asset-read", { path: `Assets/${name}`, ...more });
  assert.equal(failed, false, JSON.stringify(value));
  return (value.warnings ?? []).join("\n");
}

async function edited(name: string, edits: object[], more: object = {}): Promise<string> {
  const { value } = await jig.call("unity-asset-edit", { path: `Assets/${name}`, edits, ...more });
  return typeof value === "string" ? value : JSON.stringify(value);
}

test("what a file names and does not hold, or holds twice, is said", async () => {
  assert.equal(await warnings("Good.prefab"), "");
  assert.match(await warnings("Twice.prefab"), /1 file id \(10\) is used by several documents/);
  assert.match(await warnings("Dangling.prefab"), /2 listed components or children are missing from this file/);
  assert.match(await warnings("Self.prefab"), /1 object is its own ancestor/);
  assert.match(await warnings("Ring.prefab"), /1 object is its own ancestor/);
  assert.match(await warnings("Conflict.prefab"), /not YAML, such as merge conflict markers/);
  assert.match(await warnings("Unclosed.prefab"), /YAML/);
  const empty = await jig.call("unity-asset-read", { path: "Assets/Empty.prefab" });
  assert.match(empty.value.ErrorMessage, /is empty/);
});

test("a nested prefab that is not there is said from outside too, and a circle ends", async () => {
  const missing = new RegExp(`1 nested prefab is not read: missing: .* ${NO_GUID}`);
  assert.match(await warnings("Inner.prefab"), missing);
  assert.match(await warnings("Outer.prefab"), missing);
  assert.match(await warnings("CircleA.prefab"), /Assets\/CircleA\.prefab: it contains itself/);
  assert.match(await warnings("CircleB.prefab"), /it contains itself/);
  assert.match(
    await edited("CircleA.prefab", [{ op: "set", object: "CA", field: "m_Layer", value: 3 }]),
    /- {2}m_Layer: 0\n\+ {2}m_Layer: 3/,
  );
});

test("an instance without its prefab is listed where it is, and can be removed", async () => {
  const { value } = await jig.call("unity-asset-read", { path: "Assets/Inner.prefab" });
  const rows = value.Objects.map((row: Record<string, unknown>) => [row.Depth, row.Name, row.Id, row.Prefab]);
  assert.deepEqual(rows, [
    [0, "Inner", "10", undefined],
    [1, "(not read)", "100", `missing ${NO_GUID}`],
  ]);
  const diff = await edited("Inner.prefab", [{ op: "remove", object: "100" }]);
  assert.match(diff, /-PrefabInstance:/);
  assert.doesNotMatch(diff, /-GameObject:/);
});

test("what hangs below a model keeps its place, and a model as root is no reason for false advice", async () => {
  const { value } = await jig.call("unity-asset-read", { path: "Assets/Tank.prefab" });
  const rows = value.Objects.map((row: Record<string, unknown>) => [row.Depth, row.Name]);
  assert.deepEqual(rows, [
    [0, "Tank"],
    [1, "Seat"],
  ]);
  assert.doesNotMatch(value.warnings.join(), /Unity ignores|binary form/);
  assert.match(value.warnings.join(), /1 override belongs to objects that could not be read/);
  assert.doesNotMatch(await warnings("Tank.prefab", { overrides: true }), /has no overridden value/);
  const own = await jig.call("unity-asset-read", { path: "Assets/Hull.prefab" });
  assert.deepEqual(
    own.value.Objects.map((row: Record<string, unknown>) => row.Depth),
    [0, 1],
  );
  assert.doesNotMatch(await warnings("Hull.prefab", { overrides: true }), /has no overridden value/);
  assert.match(await edited("Hull.prefab", [{ op: "remove", object: "Seat" }]), /-GameObject:/);
  assert.match(await edited("New.prefab", [], { from: "Assets/Hull.prefab" }), /no root object that can be read/);
});

test("a guid of two assets is named, and not referred to", async () => {
  const both = /Assets\/One\.mat and Assets\/Other\.mat/;
  assert.match(await warnings("Uses.prefab", { object: "A" }), both);
  const set = (value: string) => ({ op: "set", object: "A", field: "m_Materials[0]", value });
  assert.match(
    await edited("Uses.prefab", [set("Assets/Other.mat")]),
    /Not planned: the guid .* is in the \.meta files/,
  );
  assert.match(await edited("Uses.prefab", [set(guidOf("0d"))]), /Not planned: the guid/);
  // A material without an importer in its .meta is still a native asset.
  assert.match(await edited("Uses.prefab", [set("Assets/Red.mat")]), new RegExp(`guid: ${guidOf("0e")}, type: 2`));
});

test("a hierarchy deeper than calls may nest is read, and a field of Unity's own by its name", async () => {
  const { value } = await jig.call("unity-asset-read", { path: "Assets/Deep.prefab", limit: 3 });
  assert.equal(value.ObjectCount, 15_000, JSON.stringify(value).slice(0, 300));
  const named = await jig.call("unity-asset-read", { path: "Assets/Good.prefab", field: "m_GameObject" });
  assert.equal(named.value.Fields[0].Field, "m_GameObject", JSON.stringify(named.value));
});

test("a file that is not whole, or no text, is not edited", async () => {
  const set = { op: "set", object: "10", field: "m_Layer", value: 3 };
  assert.match(await edited("Conflict.prefab", [set]), /Not planned: .* has merge conflict markers/);
  assert.match(
    await edited("Twice.prefab", [set]),
    /Not planned: .*Twice\.prefab is damaged: 1 file id \(10\) is used by several/,
  );
  assert.match(await edited("Dangling.prefab", [set]), /is damaged: 2 listed components or children are missing/);
  assert.match(await edited("Ring.prefab", [set]), /is damaged: 1 object is its own ancestor/);
  assert.match(await edited("Lone.prefab", [set]), /is damaged: 1 document has lines that are not YAML/);
  const was = readFileSync(join(root, "Assets/Latin.prefab"));
  const said = await edited("Latin.prefab", [set], { apply: true });
  const now = readFileSync(join(root, "Assets/Latin.prefab"));
  const wanted = Buffer.from(was.toString("latin1").replace("m_Layer: 0", "m_Layer: 3"), "latin1");
  assert.ok(now.equals(was) || now.equals(wanted), said);
  assert.match(said, /Not planned: .*Latin\.prefab has bytes that are not UTF-8.*Save it as UTF-8/);
});

test("an asset needs a ScriptableObject, a component of a MonoBehaviour, as far as sources say", async () => {
  const create = (from: string) => edited("New.asset", [], { from });
  assert.match(
    await create("Assets/Mover.cs"),
    /Not planned: Mover is a MonoBehaviour, and an asset needs a ScriptableObject/,
  );
  assert.match(await create("Plain"), /Not planned: Plain does not derive from a Unity class/);
  assert.match(await create("Assets/Nowhere.cs"), /There is no Assets\/Nowhere\.cs/);
  assert.match(await create("Assets/Nowhere.prefab"), /There is no Assets\/Nowhere\.prefab/);
  assert.match(await create("Data"), /b\/Assets\/New\.asset/);
  assert.match(await create("Foreign"), /b\/Assets\/New\.asset/);
  const add = (component: string) => edited("Good.prefab", [{ op: "add", object: "A", component }]);
  assert.match(await add("Data"), /Not planned: Data is a ScriptableObject, and a component needs a MonoBehaviour/);
  assert.match(await add("Base"), /Not planned: Base is abstract/);
  assert.match(await add("Mover"), /m_Script: .* type: 3/);
});
