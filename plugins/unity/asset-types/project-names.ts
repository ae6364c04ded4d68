/** Reads tags, layers and sorting layers from ProjectSettings/TagManager.asset. */
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

/** Every project has these tags. */
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
  /** This is undefined if the settings couldn't be read. */
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
    // The number is unsigned in the settings but signed in renderers.
    Number(textOf(item, "uniqueID")) | 0,
  ]);
  return { tags: [...TAGS, ...texts("tags").filter((tag) => tag !== "")], layers, sortingLayers: new Map(sorting) };
}

/** Returns the names and numbers for a field that holds a layer, a layer mask or a sorting layer. */
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
    // If the settings couldn't be read, "Default" is missing, so we add it.
    const byName = new Map([["Default", 0], ...sortingLayers]);
    return { type: "sorting layer", members: { byName, isFlags: false, isWhole: false } };
  }
  const masks = [...layers].map(([name, number]): [string, number] => [name, 2 ** number]);
  const byName = new Map([["Nothing", 0], ["Everything", EVERYTHING], ...masks]);
  return { type: "layer mask", members: { byName, isFlags: true, isWhole: true } };
}
