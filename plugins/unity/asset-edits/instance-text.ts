/** Writes the text of a new prefab instance. Unity always writes overrides for the name and the transform, so we do that too. */
import path from "node:path";
import { referenceText, type WritingStyle } from "../asset-text/flow-format.ts";
import { formatScalar } from "../asset-text/scalar-format.ts";
import { fieldValues } from "../assets/asset-fields.ts";
import type { AssetFile } from "../assets/asset-file.ts";
import { buildTree } from "../assets/asset-tree.ts";
import { projectFile } from "../assets/package-folders.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import { refusedEdit, unknownName } from "./edit-errors.ts";
import { type AssetAccess, exists } from "./edited-asset.ts";
import { isModel, rootOfModel } from "./model-parts.ts";

export interface SourcePrefab {
  guid: string;
  /** The absolute path of the prefab. */
  path: string;
  name: string;
  object: string;
  transform: AssetObject;
  /** We don't read models and therefore don't know their transform, so no overrides are written for them. */
  isModel: boolean;
}

export async function sourcePrefab(shown: string, { assets, files, projectRoot }: AssetAccess): Promise<SourcePrefab> {
  const file = await projectFile(projectRoot, shown, files);
  const guid = await assets.guidOf(file, files);
  if (guid === "" && !(await exists(file, files))) throw unknownName(`There is no ${shown}`, "Write a prefab's path");
  if (guid === "")
    throw refusedEdit(`${shown} has no .meta file, so no guid`, "Unity writes it when it imports the file");
  const model = isModel(file) ? rootOfModel((await files.files.readText(`${file}.meta`)).text, file, guid) : undefined;
  if (model) return { ...model, guid, path: file, name: path.basename(file, path.extname(file)), isModel: true };
  if (!file.endsWith(".prefab")) throw refusedEdit(`${shown} is not a .prefab file`, "Name a prefab or model");
  const opened = await assets.byPath(file, guid, files);
  if ("problem" in opened) throw refusedEdit(`${shown} is ${opened.problem}`, "Name a prefab that can be read");
  const tree = buildTree(await assets.expander(files).expand(opened.file));
  const [root] = tree.roots;
  const transform = root?.components.find(({ type }) => type.endsWith("Transform"));
  if (!root || !transform) throw refusedEdit(`${shown} has no root object that can be read`, "Name another prefab");
  return { guid, path: file, name: root.name, object: root.object.id, transform, isModel: false };
}

export function beforeNesting(what: string) {
  return refusedEdit(
    `this was saved by a Unity version before 2018.3, which stores ${what} in another format`,
    "Do it in an Editor of the project's version",
  );
}

/** Checks whether the prefab is this file or contains it at any depth. In both cases an instance of it would create a cycle. */
export async function holds(
  file: AssetFile,
  guid: string,
  { assets, files }: Pick<AssetAccess, "assets" | "files">,
  depth = 0,
): Promise<boolean> {
  if (file.guid === guid) return true;
  const expanded = await assets.expander(files).expand(file);
  for (const instance of expanded.instances.values()) {
    if (instance.guid === guid) return true;
    const opened = depth < 50 ? await assets.byGuid(instance.guid, files) : undefined;
    if (opened && "file" in opened && (await holds(opened.file, guid, { assets, files }, depth + 1))) return true;
  }
  return false;
}

const PLACE = ["m_LocalPosition", "m_LocalRotation", "m_LocalEulerAnglesHint"];
const RECT = ["m_Pivot", "m_AnchorMax", "m_AnchorMin", "m_SizeDelta", ...PLACE, "m_AnchoredPosition"];

export interface NewInstance {
  id: string;
  source: SourcePrefab;
  name: string;
  /** The id of the parent's Transform, or "0" if there is no parent. */
  parent: string;
  rootOrder: number | undefined;
}

export function instanceDocument({ id, source, name, parent, rootOrder }: NewInstance, style: WritingStyle): string {
  const { transform, guid } = source;
  const values = source.isModel ? [] : fieldValues(transform);
  const fields = transform.type === "RectTransform" ? RECT : PLACE;
  const places = fields.flatMap((field) =>
    values
      .filter((value) => value.field.startsWith(`${field}.`))
      .sort((one, other) => Number(other.field.endsWith(".w")) - Number(one.field.endsWith(".w")))
      .map((value): [string, string] => [value.field, value.text]),
  );
  const order: [string, string][] = rootOrder === undefined ? [] : [["m_RootOrder", String(rootOrder)]];
  const groups: [target: string, overrides: [string, string][]][] = [
    [source.object, [["m_Name", name]]],
    [transform.id, [...order, ...places]],
  ];
  groups.sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1));
  const entries = groups.flatMap(([target, overrides]) =>
    overrides.flatMap(([property, value]) => [
      `    - target: ${referenceText({ fileId: target, guid, type: 3 }, 14, 6, style)}`,
      `      propertyPath: ${property}`,
      `      value: ${formatScalar(value, { column: 13, indent: 8, flow: false })}`,
      "      objectReference: {fileID: 0}",
    ]),
  );
  const lists = style.listsAdded
    ? ["m_RemovedComponents", "m_RemovedGameObjects", "m_AddedGameObjects", "m_AddedComponents"]
    : ["m_RemovedComponents"];
  return [
    `--- !u!1001 &${id}`,
    "PrefabInstance:",
    "  m_ObjectHideFlags: 0",
    "  serializedVersion: 2",
    "  m_Modification:",
    ...(style.listsAdded ? ["    serializedVersion: 3"] : []),
    `    m_TransformParent: {fileID: ${parent}}`,
    "    m_Modifications:",
    ...entries,
    ...lists.map((list) => `    ${list}: []`),
    `  m_SourcePrefab: ${referenceText({ fileId: "100100000", guid, type: 3 }, 18, 2, style)}`,
    "",
  ].join("\n");
}
