/**
 * Names the parts of model instances such as FBX files. We don't read the model itself. The ids of its root are the same for
 * every model, but below the root we only know the parts that the `.meta` lists and those that overrides or stripped documents
 * in the asset mention. All other parts can only be referred to by their id.
 */
import path from "node:path";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { gameObject, nativeComponent } from "../asset-text/component-templates.ts";
import { AssetFile, entryOf, referenceIn } from "../assets/asset-file.ts";
import type { AssetTree, TreeObject } from "../assets/asset-tree.ts";
import { type NamedPart, partsNamedIn, rootClass, rootId } from "../assets/model-ids.ts";
import {
  type AssetObject,
  type ExpandedAsset,
  nestedId,
  type PrefabInstance,
  UNREAD,
} from "../assets/prefab-objects.ts";
import { classOfId } from "../assets/unity-classes.ts";
import type { AssetDocument } from "../assets/unity-yaml.ts";

interface ModelState {
  file: AssetFile;
  expanded: ExpandedAsset;
  tree: AssetTree;
  models: Map<TreeObject, ModelPart[]>;
}

export interface ModelPart {
  /** The name is empty for the root, and for any part that the `.meta` doesn't name. */
  name: string;
  id: string;
  object: AssetObject;
}

const MODEL = /\.(?:fbx|obj|dae|blend|3ds|max|ma|mb)$/i;
const ROOT = "//RootNode";
const GAME_OBJECT = 1;
const TRANSFORM = 4;
const MESH_RENDERER = 23;
const ANIMATOR = 95;

export function isModel(file: string): boolean {
  return MODEL.test(file);
}

/** Returns the parts with the root first, or undefined if the file was imported by a different importer. */
function partsInMeta(meta: string): NamedPart[] | undefined {
  const text = meta.replaceAll("\r", "");
  if (!/^ModelImporter:/m.test(text)) return undefined;
  const table = partsNamedIn(text);
  const isOld = /^ {2}fileIDToRecycleName:/m.test(text) || /^ {2}fileIdsGeneration: 1$/m.test(text);
  const certain = [GAME_OBJECT, TRANSFORM, ...(/^ {2}animationType: [23]$/m.test(text) ? [ANIMATOR] : [])];
  const root = certain
    .filter((classId) => !table.some((each) => each.name === ROOT && each.classId === classId))
    .map((classId) => ({ classId, id: isOld ? `${classId}00000` : rootId(classId), name: ROOT }));
  return [...root, ...table];
}

/** The parsed `.meta` file of each model. */
export type ModelTables = Map<string, NamedPart[] | undefined>;

/**
 * Adds the parts of models to the tree so that they can be addressed by name. Everything on the root of a model is shown as a
 * component of the instance.
 */
export async function attachModels(
  state: ModelState,
  tables: ModelTables,
  { files }: Pick<Capabilities, "files">,
): Promise<void> {
  const { expanded, tree } = state;
  const instances = [...tree.byId.values()].flatMap((node) => {
    const instance = node.object.type === UNREAD ? expanded.instances.get(node.object.id) : undefined;
    return instance && MODEL.test(instance.source) ? [{ node, instance }] : [];
  });
  if (instances.length === 0) return;
  const named = namedDocuments(state);
  const templates = new Map<string, AssetFile>();
  for (const { node, instance } of instances) {
    const { source } = instance;
    if (!tables.has(source)) {
      const meta = await files.readText(`${source}.meta`).catch(() => undefined);
      tables.set(source, partsInMeta(meta?.text ?? ""));
    }
    const table = tables.get(source);
    if (!table) continue;
    const present = named.get(instance.id) ?? new Map();
    const parts = allParts(table, instance, present).flatMap((part) => {
      const object = partObject(part, instance, present.get(part.id)?.fileId, templates);
      return object ? [{ ...part, object }] : [];
    });
    state.models.set(node, parts);
    node.components.push(...parts.filter(({ name }) => name === ROOT).map(({ object }) => object));
  }
}

/** Returns the documents that belong to each instance, by their id in the source. */
function namedDocuments({ file }: ModelState): Map<string, Map<string, AssetDocument>> {
  const found = new Map<string, Map<string, AssetDocument>>();
  for (const document of file.content.documents) {
    if (!document.stripped) continue;
    const fields = file.fieldsOf(document);
    const instance = referenceIn(entryOf(fields, "m_PrefabInstance"))?.fileId ?? "";
    const source = referenceIn(entryOf(fields, "m_CorrespondingSourceObject"))?.fileId ?? "";
    const of = found.get(instance) ?? new Map<string, AssetDocument>();
    found.set(instance, of.set(source, document));
  }
  return found;
}

/** This includes parts that we only know of because the asset mentions them. */
function allParts(
  table: readonly NamedPart[],
  { unread }: PrefabInstance,
  present: ReadonlyMap<string, AssetDocument>,
): NamedPart[] {
  const known = new Map(table.map((part) => [part.id, part]));
  const add = (id: string, classId: number) => {
    if (known.has(id)) return;
    const root = rootClass(id);
    known.set(id, { classId: root ?? classId, id, name: root === undefined ? "" : ROOT });
  };
  for (const [id, { classId }] of present) add(id, classId);
  for (const { target, property } of unread) add(target, property.startsWith("m_Materials") ? MESH_RENDERER : 0);
  return [...known.values()];
}

/** Creates a placeholder that has the right fields for its class. There are no values, because we don't read the model. */
function partObject(
  { classId, id }: NamedPart,
  { id: instance, guid, source, unread }: PrefabInstance,
  present: string | undefined,
  templates: Map<string, AssetFile>,
): AssetObject | undefined {
  const type = classOfId(classId) || "Object";
  const template = templates.get(type) ?? new AssetFile(source, guid, templateOf(type));
  templates.set(type, template);
  const document = documentOf(type, template);
  if (!document) return undefined;
  const outer = present ?? nestedId(instance, id);
  return {
    id: outer,
    type,
    file: template,
    document: { ...document, classId },
    overrides: unread.filter(({ target }) => target === id).map((each) => ({ ...each, level: 1 })),
    idMaps: [new Map([[id, outer]])],
    instance,
  };
}

export function rootPart(meta: string, wanted = GAME_OBJECT): string | undefined {
  return partsInMeta(meta)?.find(({ name, classId }) => name === ROOT && classId === wanted)?.id;
}

export function rootOfModel(
  meta: string,
  file: string,
  guid: string,
): { object: string; transform: AssetObject } | undefined {
  const [object, id] = [rootPart(meta), rootPart(meta, TRANSFORM)];
  const template = new AssetFile(file, guid, templateOf("Transform"));
  const document = documentOf("Transform", template);
  if (object === undefined || id === undefined || !document) return undefined;
  return { object, transform: { id, type: "Transform", file: template, document, overrides: [], idMaps: [] } };
}

function documentOf(type: string, template: AssetFile): AssetDocument | undefined {
  return template.content.documents.find((each) => template.typeOf(each) === type);
}

/** The number of materials that we list for one model at most. */
const MAX_MATERIALS = 64;

function templateOf(type: string): string {
  if (type === "GameObject" || type === "Transform") {
    const place = { id: "1", transform: "4", name: "", father: "0", layer: "0", isRect: false, rootOrder: undefined };
    return gameObject({ ...place, style: { namesClasses: false } });
  }
  const isRenderer = type === "MeshRenderer" || type === "SkinnedMeshRenderer";
  const text =
    nativeComponent(isRenderer ? "MeshRenderer" : type, "1", "0") ?? `--- !u!0 &1\n${type}:\n  m_ObjectHideFlags: 0\n`;
  const materials = "  - {fileID: 0}\n".repeat(MAX_MATERIALS);
  return isRenderer ? text.replace("  - {fileID: 0}\n", materials).replaceAll("MeshRenderer:", `${type}:`) : text;
}

/** Finds a part by any of the forms that reading an asset prints: `Hips (Transform)`, `Hips`, `#77`, or just the id. */
export function modelPart(
  { object, component, field }: { object: string; component: string; field: string },
  state: ModelState,
): ModelPart | undefined {
  const wanted = component || object.split("/").at(-1) || "";
  const found: ModelPart[] = [];
  for (const [node, parts] of state.models) {
    if (component !== "" && object !== "" && !isMeant(node, object)) continue;
    const fitting = parts.filter((part) => part.name !== ROOT && isNamed(part, wanted));
    found.push(...fitting);
  }
  const [one, other] = found;
  if (!one || !other) return one;
  const name = /^[^.[]+/.exec(field)?.[0] ?? "";
  const [only, second] = found.filter(({ object: { file, document } }) =>
    file.fieldsOf(document).entries.some(({ key }) => key === name),
  );
  return second ? undefined : only;
}

function isMeant({ object, name }: TreeObject, wanted: string): boolean {
  return object.id === wanted || wanted === name || wanted.endsWith(`/${name}`);
}

function isNamed({ name, id, object }: ModelPart, wanted: string): boolean {
  if (wanted === id || wanted === `#${id}` || wanted === object.id) return true;
  return name !== "" && [name, `${name} (${object.type})`, path.basename(name)].includes(wanted);
}
