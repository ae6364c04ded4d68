/**
 * Implements the `remove` operation. It also removes everything that belongs to the object, and refuses to do so if anything
 * else in the file still refers to it.
 */
import type { TextEdit } from "../../../core/host/plugin-api.ts";
import { withoutItems } from "../asset-text/list-edits.ts";
import { entryOf, itemsOf, referenceIn, textOf } from "../assets/asset-file.ts";
import { pathOf, type TreeObject } from "../assets/asset-tree.ts";
import { type AssetObject, lostInstance } from "../assets/prefab-objects.ts";
import type { AssetDocument } from "../assets/unity-yaml.ts";
import { idIn, inserted, instanceList, listAt, usesOf } from "./asset-lists.ts";
import { refusedEdit } from "./edit-errors.ts";
import { type AssetState, sourceOf } from "./edited-asset.ts";

export interface Removal {
  edits: TextEdit[];
  /** The ids that other assets may still refer to. */
  ids: string[];
}

export function removeComponent(component: AssetObject, state: AssetState): Removal {
  if (/Transform$/.test(component.type)) {
    throw refusedEdit("an object always has its Transform", "Omit component to remove the object");
  }
  const source = sourceOf(component, state);
  if (!source) return removeDocuments([component.document], state);
  return removedFromInstance(component, "m_RemovedComponents", state);
}

/** Removing a part of an instance doesn't change the prefab. It is only recorded in the instance. */
function removedFromInstance(
  object: AssetObject,
  key: "m_RemovedComponents" | "m_RemovedGameObjects",
  state: AssetState,
): Removal {
  const source = sourceOf(object, state);
  const list = source && instanceList(source.instance, key, state);
  if (!source || !list) {
    throw refusedEdit(
      `this instance cannot record that ${object.type} ${object.id} of its prefab is removed: it has no ${key}`,
      "Instances saved by Unity 2022.2 or later can. Set m_IsActive to 0 instead, or change the prefab",
    );
  }
  const { text } = state.file.content;
  const item = `{fileID: ${source.id}, guid: ${source.guid}, type: 3}`;
  const stripped = state.file.byId.get(object.id);
  const gone = stripped ? removeDocuments([stripped], state).edits : [];
  return { edits: [inserted(list, list.list.items.length, [item], text), ...gone], ids: [object.id] };
}

export function removeObject(node: TreeObject, state: AssetState): Removal {
  const { object, parent } = node;
  if (object.lost !== undefined && object.id !== lostInstance(object))
    throw refusedEdit(
      `the object ${object.id} could not be read: ${object.lost}`,
      `Remove the whole instance: ${lostInstance(object)}`,
    );
  const isInside = object.instance !== undefined && parent?.object.instance === object.instance;
  if (isInside && sourceOf(object, state)) {
    const below = ownBelow(node);
    if (below.length > 0)
      throw refusedEdit(
        `the file has its own objects or components under "${pathOf(node)}"`,
        `Remove them first: ${below.slice(0, 5).join(", ")}`,
      );
    return removedFromInstance(object, "m_RemovedGameObjects", state);
  }
  if (!parent && state.file.path.endsWith(".prefab")) {
    throw refusedEdit(`"${node.name}" is the root, and a prefab has exactly one`, "Delete the file instead");
  }
  return removeDocuments(documentsOf(node, state), state);
}

function ownBelow(node: TreeObject): string[] {
  const all = subtree(node);
  const components = all.flatMap((each) =>
    each.components.filter((one) => one.instance === undefined && each.object.instance !== undefined),
  );
  const objects = all.filter((each) => each !== node && each.object.instance !== node.object.instance);
  return [...objects.map(pathOf), ...components.map((each) => `${each.type} ${each.id}`)];
}

function subtree(node: TreeObject): TreeObject[] {
  return [node, ...node.children.flatMap(subtree)];
}

/** Returns all documents below an object, including nested instances and stripped documents. */
function documentsOf(node: TreeObject, { file }: AssetState): AssetDocument[] {
  const all = subtree(node);
  const instances = new Set(all.flatMap(({ object }) => object.instance ?? []));
  const ids = new Set(all.flatMap(({ object, components }) => [object.id, ...components.map(({ id }) => id)]));
  return file.content.documents.filter((document) => {
    if (instances.has(document.fileId)) return true;
    if (!document.stripped) return ids.has(document.fileId);
    return instances.has(referenceIn(entryOf(file.fieldsOf(document), "m_PrefabInstance"))?.fileId ?? "");
  });
}

/** References in these lists don't prevent a removal, because their elements are removed together with the documents. */
const LISTS = /^(?:m_Component|m_Children|m_Roots|m_Modification\.m_Added(?:Components|GameObjects))\[/;

function removeDocuments(documents: readonly AssetDocument[], state: AssetState): Removal {
  const { file, expanded } = state;
  const { text } = file.content;
  const gone = new Set(documents);
  const ids = new Set(documents.map(({ fileId }) => fileId));
  // Objects that are removed along with an instance have ids, but not all of them have a document.
  for (const [id, { instance }] of expanded.objects) if (instance !== undefined && ids.has(instance)) ids.add(id);
  const uses = usesOf(ids, state, (document, path) => gone.has(document) || LISTS.test(path));
  if (uses.length > 0) throw stillUsed(uses, state);
  const edits: TextEdit[] = documents.map(({ start, end }) => ({ start, end, text: "" }));
  for (const document of file.content.documents) {
    if (gone.has(document)) continue;
    const fields = file.fieldsOf(document);
    const modification = entryOf(fields, "m_Modification");
    const lists = [
      ...["m_Component", "m_Children", "m_Roots"].map((key) => listAt(fields, key)),
      ...["m_AddedComponents", "m_AddedGameObjects"].map((key) => listAt(modification, key)),
    ];
    for (const found of lists) {
      if (!found) continue;
      const named = (item: (typeof found.list.items)[number]) =>
        ids.has(referenceIn(entryOf(item, "addedObject"))?.fileId ?? idIn(item));
      if (found.list.items.some(named)) edits.push(...withoutItems(found.list, found.entry, named, text));
    }
  }
  return { edits, ids: [...ids] };
}

function stillUsed(
  uses: readonly { document: AssetDocument; path: string }[],
  { file, expanded, tree, describer }: AssetState,
) {
  const shown = uses.slice(0, 10).map(({ document, path }) => {
    const object = expanded.objects.get(document.fileId);
    const owner = [...tree.byId.values()].find((node) => node.components.some(({ id }) => id === document.fileId));
    const name = object ? describer.typeName(object) : file.typeOf(document);
    const override = /^m_Modification\.m_Modifications\[(\d+)\]/.exec(path)?.[1];
    if (override !== undefined) {
      const entry = itemsOf(entryOf(file.fieldsOf(document), "m_Modification"), "m_Modifications")[Number(override)];
      return `the override of ${textOf(entry, "propertyPath")} by instance ${document.fileId}`;
    }
    return `${owner ? `${pathOf(owner)} ` : ""}${name}.${path} (${document.fileId})`;
  });
  const more = uses.length > shown.length ? ` and ${uses.length - shown.length} more` : "";
  return refusedEdit(
    `${uses.length} ${uses.length === 1 ? "field refers" : "fields refer"} to what would be removed: ${shown.join(", ")}${more}`,
    "Set them to none first, or revert overrides, in the same call if you like",
    shown,
  );
}
