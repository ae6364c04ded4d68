/**
 * Converts a reference from the caller into a file id and a guid. It can be a guid, a path, the path or name of an object, or
 * anything that unity-asset-read prints.
 */
import path from "node:path";
import { JigError } from "../../../core/host/plugin-api.ts";
import type { WrittenReference } from "../asset-text/flow-format.ts";
import { ANY, type ExpectedType, fitOf, objectType, typeOfReference } from "../asset-types/reference-types.ts";
import { pathOf, type TreeObject } from "../assets/asset-tree.ts";
import { builtInNamed } from "../assets/built-in-resources.ts";
import { chosenObjects } from "../assets/choose-object.ts";
import { BUILT_IN } from "../assets/guid-table.ts";
import { projectPath } from "../assets/open-assets.ts";
import { projectFile } from "../assets/package-folders.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import { byGuid, inFile } from "./asset-target.ts";
import { refusedEdit, severalMeant, unknownName } from "./edit-errors.ts";
import { type AssetAccess, type AssetState, type EditedAsset, namedHere } from "./edited-asset.ts";
import { fittingParts, isNamed, withArticle } from "./fitting-parts.ts";

export interface ResolvedReference extends WrittenReference {
  /** The document that has to be added before the asset can refer to something inside an instance. */
  stripped: string;
}

export const NONE: ResolvedReference = { fileId: "0", guid: "", type: 0, stripped: "" };

/** Throws CHANGE_REFUSED if the type doesn't match. The `field` is only used for the message. */
export async function resolveReference(
  written: string | WrittenReference,
  expected: ExpectedType,
  field: string,
  asset: EditedAsset,
): Promise<ResolvedReference> {
  const reference = await (typeof written === "string"
    ? byText(written.trim(), expected, field, asset)
    : byIds(written, asset));
  if (reference.fileId === "0" && reference.guid === "") return NONE;
  const actual = reference.object
    ? await objectType(reference.object, asset.access)
    : await typeOfReference(reference, await asset.state(), asset.access);
  // If the caller gave explicit ids or an explicit type, we don't reject the reference just because the current value has a
  // different type.
  const isExplicit = typeof written !== "string" || /\)\s*$|#-?\d+$/.test(written);
  const isMeant = isExplicit && !expected.isCertain;
  if (!isMeant && (await fitOf(actual, expected, asset.access)) === "no")
    throw wrongObject(typeof written === "string" ? written : JSON.stringify(written), actual.name, expected, field);
  const { fileId, guid, stripped } = reference;
  const isOldPrefab = asset.style.isBeforeNesting && asset.access.assets.guids.pathOf(guid)?.endsWith(".prefab");
  return { fileId, guid, type: isOldPrefab ? 2 : reference.type, stripped };
}

type Found = ResolvedReference & { object?: AssetObject };

function ofAsset(reference: WrittenReference): Found {
  return { ...reference, stripped: "" };
}

async function byText(text: string, expected: ExpectedType, field: string, asset: EditedAsset): Promise<Found> {
  if (text === "" || /^(?:none|null)$/i.test(text)) return NONE;
  const state = await asset.state();
  const [, name = text, inParentheses = ""] = /^(.*?)\s*\(([^()]*)\)$/.exec(text) ?? [];
  const guid = /^([0-9a-f]{32})(?:[#:](-?\d+))?$/.exec(text);
  if (guid) return ofAsset(await byGuid(guid[1] ?? "", guid[2] ?? "", expected, asset.access));
  const file = await assetFile(name, asset);
  if (file) return ofAsset(await inFile(file.file, file.guid, file.fileId, inParentheses, expected, asset.access));
  const builtIn = inParentheses === "" ? builtInResource(text, expected, asset) : undefined;
  if (builtIn) return ofAsset(builtIn);
  const own = await ownObject(name, inParentheses, expected, field, asset);
  if (own) return { ...(await here(own, state)), guid: "", type: 0, object: own };
  const named = asset.access.assets.guids.named(name);
  const [only] = named;
  if (only && named.length === 1)
    return ofAsset(await inFile(only[1], only[0], "", inParentheses, expected, asset.access));
  const shown = named.map(([, each]) => projectPath(asset.access.projectRoot, each));
  if (shown.length > 1) throw severalMeant(`${shown.length} assets are named "${name}"`, shown);
  const near = likePaths(name, asset.access);
  throw unknownName(
    `No asset and no object of this asset is "${text}"`,
    near.length > 0
      ? `Did you mean ${near.join(" or ")}?`
      : "Write a path (Assets/A.mat), a guid, an object (Room/Door), or none",
    near,
  );
}

/** The name `Cube` means the built-in mesh, unless the project has an asset that is called the same. */
function builtInResource(
  name: string,
  expected: ExpectedType,
  { access: { assets, projectRoot } }: EditedAsset,
): WrittenReference | undefined {
  const found = builtInNamed(name, expected.name);
  if (!found) return undefined;
  const { guid, fileId } = found;
  const rivals = assets.guids.named(name).filter(([, file]) => !/\.(?:cs|unity|prefab)$/i.test(file));
  if (rivals.length === 0) return { fileId, guid, type: 0 };
  throw severalMeant(`"${name}" is Unity's own ${expected.name} and the name of an asset`, [
    `${BUILT_IN[guid]}#${fileId}`,
    ...rivals.map(([, file]) => projectPath(projectRoot, file)),
  ]);
}

/** These ids come directly from the caller, so we have to check that the object exists. */
async function byIds({ fileId, guid, type }: WrittenReference, asset: EditedAsset): Promise<Found> {
  if (fileId === "0" && guid === "") return NONE;
  if (guid !== "") {
    if (BUILT_IN[guid] !== undefined) return { fileId, guid, type, stripped: "" };
    return ofAsset({ ...(await byGuid(guid, fileId, ANY, asset.access)), type });
  }
  const state = await asset.state();
  const object = state.expanded.objects.get(fileId);
  if (!object) throw unknownName(`This asset has no object ${fileId}`, "unity-asset-read lists the ids of its objects");
  return { ...(await here(object, state)), guid: "", type: 0, object };
}

function wrongObject(written: string, actual: string, expected: ExpectedType, field: string) {
  const what = expected.isCertain
    ? `"${field}" takes ${withArticle(expected.name)}`
    : `"${field}" holds ${withArticle(expected.name)} now`;
  return refusedEdit(
    `${what}, and ${written} is ${withArticle(actual)}`,
    expected.isCertain
      ? `Name ${withArticle(expected.name)}`
      : `Name ${withArticle(expected.name)}, or write its type in parentheses: Room/Door (Light)`,
  );
}

async function here(object: AssetObject, state: AssetState) {
  const { id, stripped } = namedHere(object, state);
  return { fileId: id, stripped };
}

/** Resolves a path such as `Room/Door` to an object, or to one of its components if the field requires that. */
async function ownObject(
  name: string,
  type: string,
  expected: ExpectedType,
  field: string,
  asset: EditedAsset,
): Promise<AssetObject | undefined> {
  const { tree, describer, expanded } = await asset.state();
  const byId = /^-?\d+$/.test(name) ? expanded.objects.get(name) : undefined;
  if (byId) return byId;
  const chosen = attempt(() => chosenObjects(tree, describer, { object: name, component: "" }));
  if (!chosen) return undefined;
  const { owner, objects } = chosen;
  const [first] = objects;
  if (!owner || !first) return first;
  const parts = [owner.object, ...owner.components];
  const list = parts.map((each) => `${pathOf(owner)} (${describer.typeName(each)})`);
  if (type !== "") {
    const named = parts.filter((each) => isNamed(each, type, describer));
    const [one, other] = named;
    if (one && !other) return one;
    if (one)
      throw severalMeant(
        `"${pathOf(owner)}" has ${named.length} ${type}`,
        named.map(({ id }) => id),
      );
    throw unknownName(`"${pathOf(owner)}" has no component ${type}`, `Write one of ${list.join(", ")}`, list);
  }
  const fitting = await fittingParts(parts, expected, asset.access);
  const [one, other] = fitting;
  if (one && !other) return one;
  if (one) {
    const shown = fitting.map((each) => `${each.id} (${describer.typeName(each)})`);
    throw severalMeant(`"${pathOf(owner)}" has ${fitting.length} components that "${field}" takes`, shown);
  }
  const near = await fittingIn([...tree.byId.values()], owner, expected, asset);
  const hint =
    near.length > 0
      ? `Write one of ${near.join(", ")}`
      : `No object of this asset has one: add it first, or write a component of ${list.join(", ")}`;
  throw refusedEdit(
    `"${field}" takes ${withArticle(expected.name)}, which "${pathOf(owner)}" does not have`,
    hint,
    near,
  );
}

const MAX_NEAR = 5;

async function fittingIn(
  nodes: readonly TreeObject[],
  owner: TreeObject | undefined,
  expected: ExpectedType,
  asset: EditedAsset,
): Promise<string[]> {
  const { describer } = await asset.state();
  const isBelow = (node: TreeObject) => {
    for (let above = node.parent; above; above = above.parent) if (above === owner) return true;
    return false;
  };
  const found: string[] = [];
  for (const node of [...nodes.filter(isBelow), ...nodes.filter((each) => !isBelow(each))]) {
    for (const each of [node.object, ...node.components]) {
      if ((await fitOf(await objectType(each, asset.access), expected, asset.access)) !== "yes") continue;
      found.push(`${pathOf(node)} (${describer.typeName(each)})`);
      if (found.length === MAX_NEAR) return found;
    }
  }
  return found;
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof JigError && error.code === "SYMBOL_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Returns the paths of files that have the same name if case and extension are ignored. They are used as suggestions. */
function likePaths(name: string, { assets, projectRoot }: AssetAccess): string[] {
  const own = path.basename(name);
  return assets.guids
    .named(own)
    .slice(0, 5)
    .map(([, each]) => projectPath(projectRoot, each));
}

/** A `#id` at the end is optional and selects an object inside the file. */
async function assetFile(
  name: string,
  { access: { assets, files, projectRoot }, path: own }: EditedAsset,
): Promise<{ file: string; guid: string; fileId: string } | undefined> {
  const [, written = name, fileId = ""] = /^(.*)#(-?\d+)$/.exec(name) ?? [];
  const before = /^(?:Assets|Packages)\\/.test(written) ? written.replaceAll("\\", "/") : written;
  const builtIn = Object.entries(BUILT_IN).find(([, shown]) => shown === before || `Resources/${shown}` === before);
  if (builtIn) return { file: "", guid: builtIn[0], fileId };
  if (!/\.\w+$/.test(before)) return undefined;
  const file = await projectFile(projectRoot, before, files);
  const guid = await assets.guidOf(file, files);
  if (guid !== "") return { file, guid, fileId };
  if (!before.includes("/")) return undefined;
  const exists = await files.files.stat(file).catch(() => undefined);
  if (!exists || file === own) return undefined;
  throw refusedEdit(
    `${before} has no .meta file, so no guid to refer to it by`,
    "Unity writes it when it imports the file",
  );
}
