/** Creates the text of new assets, i.e. prefab variants and ScriptableObjects, as well as the `.meta` with their guid. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { scriptObject } from "../asset-text/component-templates.ts";
import type { WritingStyle } from "../asset-text/flow-format.ts";
import { formatScalar } from "../asset-text/scalar-format.ts";
import { badValue } from "./edit-errors.ts";
import { newFileId } from "./edited-asset.ts";
import { instanceDocument, type SourcePrefab } from "./instance-text.ts";

const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const MAIN_OBJECT = "11400000";

export function newGuid(): string {
  return randomUUID().replaceAll("-", "");
}

export function variantText(file: string, source: SourcePrefab, style: WritingStyle): string {
  if (!file.endsWith(".prefab")) throw badValue("A prefab variant must be a .prefab file", "End path in .prefab");
  const id = newFileId();
  const name = nameOf(file);
  return HEAD + instanceDocument({ id, source, name, parent: "0", rootOrder: style.listsAdded ? undefined : 0 }, style);
}

export function scriptAssetText(file: string, guid: string): string {
  if (!file.endsWith(".asset")) throw badValue("A ScriptableObject asset must be an .asset file", "End path in .asset");
  const name = formatScalar(nameOf(file), { column: 10, indent: 4, flow: false });
  return HEAD + scriptObject(MAIN_OBJECT, "0", guid, name);
}

function nameOf(file: string): string {
  return path.basename(file, path.extname(file));
}

export function metaText(file: string, guid: string): string {
  const bundles = "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";
  const importer = file.endsWith(".prefab")
    ? "PrefabImporter:\n  externalObjects: {}\n"
    : `NativeFormatImporter:\n  externalObjects: {}\n  mainObjectFileID: ${MAIN_OBJECT}\n`;
  return `fileFormatVersion: 2\nguid: ${guid}\n${importer}${bundles}`;
}
