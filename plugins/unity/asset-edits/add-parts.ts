/** Implements the `add` operation, which can add a component, an empty object, or an instance of a prefab. */
import path from "node:path";
import { JigError, type TextEdit } from "../../../core/host/plugin-api.ts";
import { gameObject, nativeComponent, scriptObject, TEMPLATE_NAMES } from "../asset-text/component-templates.ts";
import { componentEntry } from "../asset-text/flow-format.ts";
import { formatScalar } from "../asset-text/scalar-format.ts";
import { textOf } from "../assets/asset-file.ts";
import { pathOf, type TreeObject } from "../assets/asset-tree.ts";
import { projectPath } from "../assets/open-assets.ts";
import { projectFile } from "../assets/package-folders.ts";
import { nestedId } from "../assets/prefab-objects.ts";
import { isAbstractClass, unityAncestors, unityClass } from "../assets/unity-classes.ts";
import {
  addedEntry,
  inserted,
  named,
  needTransform,
  ownerIn,
  ownList,
  sceneRoots,
  writesRootOrder,
} from "./asset-lists.ts";
import { neededWith, newComponent, refuseSecond } from "./component-rules.ts";
import { badValue, refusedEdit, severalMeant, unknownName } from "./edit-errors.ts";
import { type AssetAccess, type AssetState, type EditedAsset, exists, sourceOf } from "./edited-asset.ts";
import { beforeNesting, holds, instanceDocument, type SourcePrefab } from "./instance-text.ts";

/**
 * Looks up the guid of a script by its path or class name. This throws if the class exists but cannot be used as the `wanted`
 * kind, for example when a ScriptableObject is named although a component is needed.
 */
export async function scriptGuid(
  written: string,
  wanted: "component" | "asset",
  access: AssetAccess,
): Promise<string | undefined> {
  const guid = await namedScript(written, access);
  const file = guid === undefined ? undefined : access.assets.guids.pathOf(guid);
  if (file === undefined || !file.endsWith(".cs")) return guid;
  const { kind, isAbstract, base } = await access.sources.scriptClass(file);
  const shown = path.basename(file, ".cs");
  const what = wanted === "asset" ? "an asset needs a ScriptableObject" : "a component needs a MonoBehaviour";
  if (kind !== "unknown" && kind !== wanted) {
    const derives = base === "" ? "does not derive from a Unity class" : `is a ${base}`;
    throw refusedEdit(`${shown} ${derives}, and ${what}`, "Name another script");
  }
  if (isAbstract) throw refusedEdit(`${shown} is abstract`, "Name a class that derives from it");
  return guid;
}

async function namedScript(written: string, { assets, files, projectRoot }: AssetAccess): Promise<string | undefined> {
  if (/^[0-9a-f]{32}$/.test(written)) return written;
  if (written.endsWith(".cs") && written.includes("/")) {
    const file = await projectFile(projectRoot, written, files);
    const guid = await assets.guidOf(file, files);
    if (guid !== "") return guid;
    if (!(await exists(file, files))) throw unknownName(`There is no ${written}`, "Write a script's path or class");
    throw refusedEdit(`${written} has no .meta file, so no guid`, "Unity writes it when it imports the script");
  }
  const name = (written.split(".").findLast((part) => part !== "cs") ?? written).replace(/\.cs$/, "");
  const found = assets.guids.named(`${name}.cs`);
  if (found.length > 1)
    throw severalMeant(
      `${found.length} scripts are named ${name}`,
      found.map(([, file]) => projectPath(projectRoot, file)),
    );
  return found[0]?.[0];
}

/**
 * The Editor adds required components first (those named by [RequireComponent], and the equivalents that are built into Unity),
 * so we do the same before adding the component itself.
 */
export async function addComponent(written: TreeObject, component: string, asset: EditedAsset): Promise<void> {
  await addWithNeeded(written.object.id, component, [], asset);
}

async function addWithNeeded(id: string, component: string, by: readonly string[], asset: EditedAsset): Promise<void> {
  const node = (await asset.state()).tree.byId.get(id);
  if (!node) throw unknownName(`No object ${id}`, "unity-asset-read lists them");
  const known = TEMPLATE_NAMES.find((each) => each.toLowerCase() === component.toLowerCase());
  const guid = known === undefined ? await componentGuid(component, by, asset.access) : undefined;
  const script = guid === undefined ? undefined : asset.access.assets.guids.pathOf(guid);
  const added = await newComponent(known ?? component, script, asset.access);
  await refuseSecond(added, node.components, pathOf(node), asset.access);
  if (known === undefined && guid === undefined) throw noSuchComponent(component, by);
  const chain = [...by, added.type.name];
  for (const needed of await neededWith(added, node.components, asset.access)) {
    if (chain.includes(needed)) continue;
    await addWithNeeded(id, needed, chain, asset);
  }
  const now = (await asset.state()).tree.byId.get(id) ?? node;
  asset.apply(await componentEdits(now, known, guid ?? "", asset));
}

/** An abstract class can't be instantiated, so the caller has to pick one of its subclasses. */
async function componentGuid(
  component: string,
  by: readonly string[],
  access: AssetAccess,
): Promise<string | undefined> {
  const needs = by.at(-1);
  return scriptGuid(component, "component", access).catch((error: unknown) => {
    if (needs === undefined || !(error instanceof JigError) || error.code !== "CHANGE_REFUSED") throw error;
    const { message, hint = "" } = error.toData();
    throw refusedEdit(
      `${needs} needs ${component}: ${message.replace(/^Not planned: /, "")}`,
      `${hint} and add it first, in the same call if you like`,
    );
  });
}

function noSuchComponent(component: string, by: readonly string[]) {
  const needs = by.at(-1);
  const kinds = TEMPLATE_NAMES.filter((each) => unityAncestors(each).includes(unityClass(component)));
  if (kinds.length > 0 || isAbstractClass(component)) {
    const which = kinds.length > 0 ? `: ${kinds.join(", ")}` : " by an Editor";
    const what = `${component}, which is abstract and has several concrete types`;
    return refusedEdit(
      needs === undefined ? `no object has ${what}` : `${needs} needs ${what}`,
      `Add the one that you want${needs === undefined ? "" : " first, in the same call if you like"}${which}`,
      kinds,
    );
  }
  if (needs !== undefined) {
    return refusedEdit(
      `${needs} needs ${component}, which is neither a script of the project nor a component that can be written without an Editor`,
      `Add ${component} in an Editor first`,
    );
  }
  return unknownName(
    `"${component}" is neither a script of the project nor a component that can be written without an Editor`,
    `Write a script's path or class, or one of ${TEMPLATE_NAMES.join(", ")}; for all others, use an Editor`,
    TEMPLATE_NAMES,
  );
}

async function componentEdits(
  node: TreeObject,
  native: string | undefined,
  script: string,
  asset: EditedAsset,
): Promise<TextEdit[]> {
  const state = await asset.state();
  const object = ownerIn(node);
  const owner = named(object, state);
  const id = asset.newId(state);
  const text =
    (native === undefined ? undefined : nativeComponent(native, id, owner.id)) ?? scriptObject(id, owner.id, script);
  const last = node.components.findLast((each) => each.file === state.file) ?? node.object;
  const near = last.file === state.file ? last.document : state.file.byId.get(node.object.instance ?? "");
  const isInstance = sourceOf(object, state) !== undefined;
  if (isInstance && asset.style.isBeforeNesting) throw beforeNesting("an addition to an instance");
  const edits = [asset.insertion(owner.stripped + text, id, near, state)];
  if (isInstance) return [...edits, ...addedEntry("m_AddedComponents", object, id, state)];
  const list = ownList(node.object, "m_Component", state);
  const entry = componentEntry(Number(/!u!(\d+)/.exec(text)?.[1]), id, asset.style);
  return [...edits, inserted(list, list.list.items.length, [entry], state.file.content.text)];
}

/**
 * Describes where new children go. The parent is either a Transform in this file, an object inside an instance, or the root of
 * the scene.
 */
interface Place {
  /** The value to write to the children's `m_Father`. It is "0" at the root of the scene. */
  father: string;
  /**
   * A stripped document that has to be added before anything can refer to the parent. This is only needed when the parent is
   * inside an instance that the file doesn't mention yet.
   */
  stripped: string;
  rootOrder: number | undefined;
  isRect: boolean;
  layer: string;
  edits(child: string): TextEdit[];
}

function placeUnder(parent: TreeObject | undefined, state: AssetState): Place {
  const { text } = state.file.content;
  const orders = writesRootOrder(state);
  if (!parent) {
    if (state.file.path.endsWith(".prefab"))
      throw refusedEdit("a prefab has exactly one root", "Pass its parent, as object or parent");
    const roots = sceneRoots(state);
    const count = state.tree.roots.length;
    const edits = (child: string) =>
      roots ? [inserted(roots, roots.list.items.length, [`{fileID: ${child}}`], text)] : [];
    return { father: "0", stripped: "", rootOrder: orders ? count : undefined, isRect: false, layer: "0", edits };
  }
  const transform = needTransform(parent);
  const { id: father, stripped } = named(transform, state);
  const isInstance = sourceOf(transform, state) !== undefined;
  const list = isInstance ? undefined : ownList(transform, "m_Children", state);
  const isRect = transform.type === "RectTransform";
  return {
    father,
    stripped,
    rootOrder: orders ? parent.children.length : undefined,
    isRect,
    layer: isRect ? textOf(parent.object.file.fieldsOf(parent.object.document), "m_Layer") || "0" : "0",
    edits: (child) =>
      list
        ? [inserted(list, list.list.items.length, [`{fileID: ${child}}`], text)]
        : addedEntry("m_AddedGameObjects", transform, child, state),
  };
}

export async function addObject(parent: TreeObject | undefined, name: string, asset: EditedAsset): Promise<TextEdit[]> {
  if (name === "") throw badValue("The new object has no name", "Pass name");
  const state = await asset.state();
  const place = placeUnder(parent, state);
  if (place.stripped !== "" && asset.style.isBeforeNesting) throw beforeNesting("an addition to an instance");
  const id = asset.newId(state);
  const transform = asset.newId(state);
  const written = formatScalar(name, { column: 10, indent: 4, flow: false });
  const { father, layer, isRect, rootOrder } = place;
  const documents = gameObject({ id, transform, name: written, father, layer, isRect, rootOrder, style: asset.style });
  const cut = documents.indexOf("--- ", 4);
  const near = parent && lastDocument(parent, state);
  return [
    asset.insertion(place.stripped + documents.slice(0, cut), id, near, state),
    asset.insertion(documents.slice(cut), transform, near, state),
    ...place.edits(transform),
  ];
}

export async function addInstance(
  parent: TreeObject | undefined,
  source: SourcePrefab,
  name: string,
  asset: EditedAsset,
): Promise<TextEdit[]> {
  if (asset.style.isBeforeNesting) throw beforeNesting("an instance of a prefab");
  const state = await asset.state();
  const opened = await asset.access.assets.byPath(source.path, source.guid, asset.access.files);
  if ("file" in opened && asset.guid !== "" && (await holds(opened.file, asset.guid, asset.access))) {
    throw refusedEdit(
      `${projectPath(asset.access.projectRoot, source.path)} contains this prefab itself`,
      "A prefab cannot contain itself",
    );
  }
  const place = placeUnder(parent, state);
  const id = asset.newId(state);
  const { father, rootOrder } = place;
  const document = instanceDocument({ id, source, name: name || source.name, parent: father, rootOrder }, asset.style);
  const transform = nestedId(id, source.transform.id);
  const stripped = `--- !u!${source.transform.document.classId} &${transform} stripped\n${source.transform.type}:\n  m_CorrespondingSourceObject: {fileID: ${source.transform.id}, guid: ${source.guid}, type: 3}\n  m_PrefabInstance: {fileID: ${id}}\n  m_PrefabAsset: {fileID: 0}\n`;
  const near = parent && lastDocument(parent, state);
  const isTop = father === "0";
  return [
    asset.insertion(place.stripped + document, id, near, state),
    ...(isTop ? [] : [asset.insertion(stripped, transform, near, state)]),
    ...place.edits(isTop ? id : transform),
  ];
}

function lastDocument(node: TreeObject, { file }: AssetState) {
  const own = [node.object, ...node.components].filter((each) => each.file === file);
  const ends = own.map(({ document }) => document.end);
  const last = own.find(({ document }) => document.end === Math.max(...ends));
  return last?.document ?? file.byId.get(node.object.instance ?? "");
}
