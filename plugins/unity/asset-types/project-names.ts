/** Tags, layers and sorting layers, from ProjectSettings/TagManager.asset. */
import path from "node:path";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { itemsOf, textOf } from "../assets/asset-file.ts";
import type { OpenAssets } from "../assets/open-assets.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import type { EnumMembers } from "./enum-members.ts";

interface Access {
  assets: OpenAssets;
  files: Pick<Capabilities, "files">;
  projectRoot: string;
}

/** Built into every project. */
const TAGS = ["Untagged", "Respawn", "Finish", "EditorOnly", "MainCamera", "Player", "GameController"];
const LAYERS: readonly [number, string][] = [
  [0, "Default"],
  [1, "TransparentFX"],
  [2, "Ignore Raycast"],
  [4, "Water"],
  [5, "UI"],
];
const EVERYTHING = 2 ** 32 - 1;

export interface ProjectNames {
  /** Undefined if we couldn't read the settings. */
  tags: readonly string[] | undefined;
  layers: ReadonlyMap<string, number>;
  sortingLayers: ReadonlyMap<string, number>;
}

export async function projectNames({ assets, files, projectRoot }: Access): Promise<ProjectNames> {
  const layers = new Map(LAYERS.map(([number, name]) => [name, number]));
  const opened = await assets.byPath(path.join(projectRoot, "ProjectSettings/TagManager.asset"), "", files);
  if ("problem" in opened) return { tags: undefined, layers, sortingLayers: new Map() };
  const [document] = opened.file.content.documents;
  if (!document) return { tags: undefined, layers, sortingLayers: new Map() };
  const fields = opened.file.fieldsOf(document);
  const texts = (key: string) => itemsOf(fields, key).map((item) => (item.kind === "scalar" ? item.text : ""));
  for (const [number, name] of texts("layers").entries()) if (name !== "") layers.set(name, number);
  const sorting = itemsOf(fields, "m_SortingLayers").map((item): [string, number] => [
    textOf(item, "name"),
    // Unsigned in the settings, signed in renderers.
    Number(textOf(item, "uniqueID")) | 0,
  ]);
  return { tags: [...TAGS, ...texts("tags").filter((tag) => tag !== "")], layers, sortingLayers: new Map(sorting) };
}

/** For layer, layer mask and sorting layer fields. */
export async function namedNumbers(
  { type }: Pick<AssetObject, "type">,
  field: string,
  access: Access,
): Promise<{ type: string; members: EnumMembers } | undefined> {
  const isLayer = type === "GameObject" && field === "m_Layer";
  const isMask = /(?:^|\.)m_Bits$/.test(field);
  const isSorting = /(?:^|\.)m_SortingLayerID$/.test(field);
  if (!isLayer && !isMask && !isSorting) return undefined;
  const { layers, sortingLayers } = await projectNames(access);
  if (isLayer) return { type: "layer", members: { byName: layers, isFlags: false, isWhole: false } };
  if (isSorting) {
    // If the settings were unreadable there's no "Default" yet.
    const byName = new Map([["Default", 0], ...sortingLayers]);
    return { type: "sorting layer", members: { byName, isFlags: false, isWhole: false } };
  }
  const masks = [...layers].map(([name, number]): [string, number] => [name, 2 ** number]);
  const byName = new Map([["Nothing", 0], ["Everything", EVERYTHING], ...masks]);
  return { type: "layer mask", members: { byName, isFlags: true, isWhole: true } };
}
