/** A small project with all prefab features: nesting, variants of variants, overrides of lists and references, removed and added parts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const GUIDS = {
  wheel: "a".repeat(32),
  car: "b".repeat(32),
  taxi: "c".repeat(32),
  script: "d".repeat(32),
  red: "e".repeat(32),
  blue: "f".repeat(32),
  model: "1".repeat(32),
  stats: "2".repeat(32),
};

const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const NONE = "{fileID: 0}";

export function gameObject(id: string, name: string, components: string[]): string {
  const list = components.map((each) => `  - component: {fileID: ${each}}\n`).join("");
  return `--- !u!1 &${id}\nGameObject:\n  m_PrefabInstance: ${NONE}\n  serializedVersion: 6\n  m_Component:\n${list}  m_Layer: 0\n  m_Name: ${name}\n  m_IsActive: 1\n`;
}

export function transform(
  id: string,
  object: string,
  father: string,
  children: string[],
  position = "{x: 0, y: 0, z: 0}",
): string {
  const list = children.length === 0 ? " []\n" : `\n${children.map((each) => `  - {fileID: ${each}}\n`).join("")}`;
  return `--- !u!4 &${id}\nTransform:\n  m_GameObject: {fileID: ${object}}\n  m_LocalPosition: ${position}\n  m_Children:${list}  m_Father: {fileID: ${father}}\n`;
}

export interface Change {
  target: string;
  path: string;
  value?: string;
  reference?: string;
}

export function instance(
  id: string,
  source: string,
  parent: string,
  changes: Change[],
  removed: string[] = [],
): string {
  const list = changes.map(
    ({ target, path, value = "", reference = NONE }) =>
      `    - target: {fileID: ${target}, guid: ${source}, type: 3}\n      propertyPath: ${path}\n      value: ${value}\n      objectReference: ${reference}\n`,
  );
  const gone = removed.map((each) => `    - {fileID: ${each}, guid: ${source}, type: 3}\n`).join("");
  return `--- !u!1001 &${id}\nPrefabInstance:\n  serializedVersion: 2\n  m_Modification:\n    m_TransformParent: {fileID: ${parent}}\n    m_Modifications:\n${list.join("")}    m_RemovedComponents:${gone === "" ? " []\n" : `\n${gone}`}  m_SourcePrefab: {fileID: 100100000, guid: ${source}, type: 3}\n`;
}

/** Stripped Transform of an instance, as referenced in the file. */
export function strippedTransform(id: string, target: string, source: string, instance: string): string {
  return `--- !u!4 &${id} stripped\nTransform:\n  m_CorrespondingSourceObject: {fileID: ${target}, guid: ${source}, type: 3}\n  m_PrefabInstance: {fileID: ${instance}}\n  m_PrefabAsset: ${NONE}\n`;
}

export const xor = (one: string, other: string) => String((BigInt(one) ^ BigInt(other)) & ((1n << 63n) - 1n));

const wheel =
  HEAD +
  gameObject("10", "Wheel", ["11", "12", "13"]) +
  transform("11", "10", "0", ["15"]) +
  `--- !u!65 &12\nBoxCollider:\n  m_GameObject: {fileID: 10}\n  m_Size: {x: 1, y: 1, z: 1}\n` +
  `--- !u!114 &13\nMonoBehaviour:\n  m_GameObject: {fileID: 10}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: ${GUIDS.script}, type: 3}\n  speed: 5\n  title: 'it''s'\n  colors:\n  - {fileID: 2100000, guid: ${GUIDS.red}, type: 2}\n  - {fileID: 0}\n  hub: {fileID: 14}\n  gone: {fileID: 11400000, guid: ${"9".repeat(32)}, type: 2}\n` +
  gameObject("14", "Hub", ["15"]) +
  transform("15", "14", "11", []);

/** Two wheels below a body. The second is faster and has no collider. */
const car =
  HEAD +
  gameObject("20", "Car", ["21"]) +
  transform("21", "20", "0", ["32", "31"]) +
  instance("100", GUIDS.wheel, "21", [{ target: "10", path: "m_Name", value: "Front" }]) +
  strippedTransform("31", "11", GUIDS.wheel, "100") +
  instance(
    "200",
    GUIDS.wheel,
    "21",
    [
      { target: "10", path: "m_Name", value: "Back" },
      { target: "13", path: "speed", value: "7" },
      { target: "13", path: "colors.Array.size", value: "3" },
      { target: "13", path: "colors.Array.data[2]", reference: `{fileID: 2100000, guid: ${GUIDS.blue}, type: 2}` },
    ],
    ["12"],
  ) +
  strippedTransform("32", "11", GUIDS.wheel, "200") +
  gameObject("40", "Lamp", ["41"]) +
  transform("41", "40", "32", []);

/** A variant: the back wheel's script is disabled with speed 9, one override has lost its target, a model is nested. */
const taxi =
  HEAD +
  instance("300", GUIDS.car, "0", [
    { target: "20", path: "m_Name", value: "Taxi" },
    { target: xor("200", "13"), path: "speed", value: "9" },
    { target: xor("200", "13"), path: "m_Enabled", value: "0" },
    { target: "21", path: "m_LocalPosition.y", value: "2.5" },
    { target: "999", path: "m_Name", value: "Nobody" },
  ]) +
  strippedTransform("51", "21", GUIDS.car, "300") +
  instance("400", GUIDS.model, "51", [{ target: "919132149155446097", path: "m_Name", value: "Body" }]);

const material = `${HEAD}--- !u!21 &2100000\nMaterial:\n  serializedVersion: 8\n  m_Name: Red\n  m_Shader: {fileID: 46, guid: 0000000000000000f000000000000000, type: 0}\n  m_SavedProperties:\n    m_Floats:\n    - _Cutoff: 0.5\n`;

export const FILES: Record<string, string> = {
  "Assets/Wheel.prefab": wheel,
  "Assets/Car.prefab": car,
  "Assets/Taxi.prefab": taxi,
  "Assets/Red.mat": material,
  "Assets/Blue.mat": material.replace("Red", "Blue"),
  "Assets/Stats.cs": "using UnityEngine;\n\npublic class Stats : ScriptableObject { public int health; }\n",
  "Assets/Spin.cs":
    "public class Spin : UnityEngine.MonoBehaviour { public float speed; public int count; public bool isOn; int secret; public enum Mode { Slow, Fast = 3 } public Mode mode; }\n",
  "Assets/Body.fbx": "; FBX 7.3.0 project file\n",
  "Assets/Big.asset": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
  "ProjectSettings/TagManager.asset": `${HEAD}--- !u!78 &1\nTagManager:\n  serializedVersion: 2\n  tags:\n  - Enemy\n  layers:\n  - Default\n`,
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.23f1\n",
};

const META: Record<string, string> = {
  "Assets/Wheel.prefab": GUIDS.wheel,
  "Assets/Car.prefab": GUIDS.car,
  "Assets/Taxi.prefab": GUIDS.taxi,
  "Assets/Spin.cs": GUIDS.script,
  "Assets/Stats.cs": GUIDS.stats,
  "Assets/Red.mat": GUIDS.red,
  "Assets/Blue.mat": GUIDS.blue,
  "Assets/Body.fbx": GUIDS.model,
};

export function writeProject(root: string): void {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  for (const [name, guid] of Object.entries(META))
    writeFileSync(join(root, `${name}.meta`), `fileFormatVersion: 2\nguid: ${guid}\n`);
}
