/**
 * Finds and edits the lists that define an asset's structure: `m_Component`, `m_Children`, the roots of a scene, and the
 * additions and removals of an instance.
 */
import type { TextEdit } from "../../../core/host/plugin-api.ts";
import { insertItems } from "../asset-text/list-edits.ts";
import { entryOf, referenceIn, textOf } from "../assets/asset-file.ts";
import type { TreeObject } from "../assets/asset-tree.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import type { AssetDocument } from "../assets/unity-yaml.ts";
import type { YamlEntry, YamlList, YamlMap, YamlNode } from "../assets/yaml-tree.ts";
import { refusedEdit } from "./edit-errors.ts";
import { type AssetState, namedHere, sourceOf } from "./edited-asset.ts";
import { columnOf } from "./write-value.ts";

export interface FoundList {
  list: YamlList;
  entry: YamlEntry;
}

export function transformOf({ components }: TreeObject): AssetObject | undefined {
  return components.find(({ type }) => type === "Transform" || type === "RectTransform");
}

export function needTransform(node: TreeObject): AssetObject {
  const transform = transformOf(node);
  if (transform) return transform;
  throw refusedEdit(`"${node.name}" has no Transform that can be read`, "Its prefab must be readable");
}

/** Returns the object that a component belongs to. For a model, that is the root object. */
export function ownerIn({ object, components }: TreeObject): AssetObject {
  return object.lost === undefined ? object : (components.find(({ type }) => type === "GameObject") ?? object);
}

export function listAt(fields: YamlNode | undefined, key: string): FoundList | undefined {
  const entry = fields?.kind === "map" ? fields.entries.find((each) => each.key === key) : undefined;
  return entry?.value.kind === "list" ? { list: entry.value, entry } : undefined;
}

export function ownList(object: AssetObject, key: string, { file }: AssetState): FoundList {
  const found = listAt(file.fieldsOf(object.document), key);
  if (found) return found;
  throw refusedEdit(`${object.type} ${object.id} has no ${key}`, "Save the asset in Unity once");
}

export function instanceList(instance: AssetDocument, key: string, { file }: AssetState): FoundList | undefined {
  return listAt(entryOf(file.fieldsOf(instance), "m_Modification"), key);
}

/** Returns the `m_Roots` list of a scene. Unity has only written this list since 2022.3. */
export function sceneRoots({ file }: AssetState): FoundList | undefined {
  const document = file.content.documents.find((each) => file.typeOf(each) === "SceneRoots");
  return document && listAt(file.fieldsOf(document), "m_Roots");
}

/** An item is written as `{fileID: 1}` or as `component: {fileID: 1}`, depending on the version of Unity. */
export function idIn(item: YamlNode): string {
  const direct = referenceIn(item);
  if (direct) return direct.fileId;
  const first = item.kind === "map" ? item.entries[0]?.value : undefined;
  return referenceIn(first)?.fileId ?? "";
}

export function inserted({ list, entry }: FoundList, place: number, items: readonly string[], text: string): TextEdit {
  const indent = list.items.length > 0 ? columnOf(text, list.start) : columnOf(text, entry.keyStart);
  const lines = items.map((item) => `${" ".repeat(indent)}- ${item.replaceAll("\n", `\n${" ".repeat(indent + 2)}`)}`);
  return insertItems(list, entry, place, lines, text);
}

/** Unity 2022 dropped `m_RootOrder`. Older files store the position among siblings in each Transform. */
export function writesRootOrder({ file }: AssetState): boolean {
  const own = file.content.documents.find((each) => !each.stripped && /^(?:Rect)?Transform$/.test(file.typeOf(each)));
  return own !== undefined && textOf(file.fieldsOf(own), "m_RootOrder") !== "";
}

/** Returns the `m_AddedGameObjects` or `m_AddedComponents` entry for one object. */
export function addedEntry(
  key: "m_AddedComponents" | "m_AddedGameObjects",
  owner: AssetObject,
  added: string,
  state: AssetState,
): TextEdit[] {
  const source = sourceOf(owner, state);
  const found = source && instanceList(source.instance, key, state);
  if (!source || !found) return [];
  const item = `targetCorrespondingSourceObject: {fileID: ${source.id}, guid: ${source.guid}, type: 3}\ninsertIndex: -1\naddedObject: {fileID: ${added}}`;
  return [inserted(found, found.list.items.length, [item], state.file.content.text)];
}

/**
 * Returns the id by which this file can refer to the object, along with the stripped document that has to be added for it if
 * the file doesn't have one yet.
 */
export function named(object: AssetObject, state: AssetState): { id: string; stripped: string } {
  if (object.lost !== undefined)
    throw refusedEdit(`the object ${object.id} could not be read: ${object.lost}`, "Its prefab must be readable");
  return namedHere(object, state);
}

/** References from documents that are about to be removed are ignored, since they go away together with the document. */
export function usesOf(
  ids: ReadonlySet<string>,
  { file }: AssetState,
  skip: (document: AssetDocument, path: string) => boolean,
): { document: AssetDocument; path: string }[] {
  const uses: { document: AssetDocument; path: string }[] = [];
  const visit = (document: AssetDocument, node: YamlNode, path: string) => {
    const reference = referenceIn(node);
    if (reference) {
      if (reference.guid === "" && ids.has(reference.fileId) && !skip(document, path)) uses.push({ document, path });
    } else if (node.kind === "list")
      for (const [at, item] of node.items.entries()) visit(document, item, `${path}[${at}]`);
    else if (node.kind === "map")
      for (const { key, value } of node.entries) visit(document, value, path === "" ? key : `${path}.${key}`);
  };
  for (const document of file.content.documents) {
    const fields: YamlMap = file.fieldsOf(document);
    visit(document, fields, "");
  }
  return uses;
}
