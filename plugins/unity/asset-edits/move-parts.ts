/** Implements the `move` operation for components and objects. In older files this also has to renumber the siblings. */
import type { JigError, TextEdit } from "../../../core/host/plugin-api.ts";
import { moveItem, withoutItems } from "../asset-text/list-edits.ts";
import { entryOf, referenceIn } from "../assets/asset-file.ts";
import { type AssetTree, fieldText, pathOf, type TreeObject } from "../assets/asset-tree.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import {
  addedEntry,
  type FoundList,
  idIn,
  inserted,
  instanceList,
  named,
  needTransform,
  ownList,
  sceneRoots,
  transformOf,
  writesRootOrder,
} from "./asset-lists.ts";
import { refusedEdit } from "./edit-errors.ts";
import { type AssetState, type EditedAsset, sourceOf } from "./edited-asset.ts";
import { beforeNesting } from "./instance-text.ts";
import { setField } from "./set-field.ts";

/** Changes the order of components on one object. The Transform always stays first. */
export function moveComponent(component: AssetObject, node: TreeObject, index: number, state: AssetState): TextEdit[] {
  if (sourceOf(component, state))
    throw refusedEdit("the order of a prefab's components is set in the prefab", "Move it there");
  if (sourceOf(node.object, state))
    throw refusedEdit("a component that an instance adds comes after those of the prefab", "Its position is not saved");
  const { list, entry } = ownList(node.object, "m_Component", state);
  const from = list.items.findIndex((item) => idIn(item) === component.id);
  if (from < 0) throw refusedEdit(`"${node.name}" does not list the component`, "Save the asset in Unity once");
  const last = list.items.length - 1;
  if (from === 0 || index < 1 || index > last) {
    const hint = last > 0 ? `Write an index from 1 to ${last}` : "There is nothing to move";
    throw refusedEdit(
      `the Transform is always component 0, and "${node.name}" has ${list.items.length} components`,
      hint,
    );
  }
  return moveItem(list, entry, from, index, state.file.content.text);
}

export function secondRoot({ roots }: AssetTree): JigError {
  return refusedEdit(
    "a prefab has exactly one root",
    `Name an object of it as parent: ${roots[0]?.name ?? "its root"}`,
  );
}

export interface ObjectMove {
  node: TreeObject;
  /** This is not set at the root of the scene. */
  parent: TreeObject | undefined;
  /** If this is omitted, the object becomes the last child. */
  index: number | undefined;
}

/** Moves an object to another position among its siblings or to another parent. */
export async function moveObject({ node, parent, index }: ObjectMove, asset: EditedAsset): Promise<void> {
  const state = await asset.state();
  const own = needTransform(node);
  const isInside = node.object.instance !== undefined && node.parent?.object.instance === node.object.instance;
  if (isInside)
    throw refusedEdit(`"${pathOf(node)}" belongs to a prefab, which sets its position`, "Move it in the prefab");
  if (!node.parent && asset.path.endsWith(".prefab"))
    throw refusedEdit(`"${node.name}" is the root of the prefab`, "Move another object");
  if (!parent && asset.path.endsWith(".prefab")) throw secondRoot(state.tree);
  for (let above = parent; above; above = above.parent) {
    if (above === node) throw refusedEdit(`"${pathOf(node)}" cannot be moved under itself`, "Name another parent");
  }
  const [before, after] = [additionsBelow(node.parent, state), additionsBelow(parent, state)];
  if (asset.style.isBeforeNesting && after) throw beforeNesting("an addition to an instance");
  const isSame = parent === node.parent;
  const siblings = (parent ? parent.children : state.tree.roots).filter((each) => each !== node);
  const place = index ?? siblings.length;
  if (place > siblings.length) {
    throw siblings.length === 0
      ? refusedEdit(`"${node.name}" is the only object there`, "Write index 0, or omit it")
      : refusedEdit(`there are ${siblings.length + 1} positions`, `Write an index from 0 to ${siblings.length}`);
  }
  if (after && place < siblings.length)
    throw refusedEdit(
      `"${node.name}" would be an addition to the instance "${parent ? pathOf(parent) : ""}", whose own objects come first`,
      `Omit index, or write ${siblings.length}`,
    );
  const move = { node, own, parent, place, before, after, state, asset };
  asset.apply(isSame ? (after ? [] : withinList(move)) : betweenLists(move));
  // Objects inside an instance keep the numbers that they have in their prefab.
  const numbered = after ? siblings.map((each) => (isOwn(each) ? each : undefined)) : siblings;
  await renumber([...numbered.slice(0, place), node, ...numbered.slice(place)], asset);
  const left = isSame || !node.parent || before ? [] : node.parent.children;
  await renumber(
    left.filter((each) => each !== node),
    asset,
  );
}

const isOwn = ({ object }: TreeObject) => object.instance === undefined;

interface Move {
  node: TreeObject;
  own: AssetObject;
  parent: TreeObject | undefined;
  place: number;
  /** The additions of the instance that contains the old or the new parent, if one does. */
  before: Additions | undefined;
  after: Additions | undefined;
  state: AssetState;
  asset: EditedAsset;
}

/**
 * Lists of siblings contain Transforms. The only exception is an instance at the root of the scene, which is listed by its own
 * id.
 */
function listed(node: TreeObject, parent: TreeObject | undefined, own: AssetObject, state: AssetState) {
  const isTop = parent === undefined && node.object.instance !== undefined;
  return isTop ? { id: node.object.instance ?? "", stripped: "" } : named(own, state);
}

function withinList({ node, own, parent, place, state }: Move): TextEdit[] {
  const found = siblingList(parent, state);
  return found
    ? moveItem(found.list, found.entry, placeIn(found, node, own, state), place, state.file.content.text)
    : [];
}

function placeIn({ list }: FoundList, node: TreeObject, own: AssetObject, state: AssetState): number {
  const { id } = listed(node, node.parent, own, state);
  const at = list.items.findIndex((item) => idIn(item) === id);
  if (at >= 0) return at;
  throw refusedEdit(`the parent of "${pathOf(node)}" does not list it`, "Save the asset in Unity once");
}

function betweenLists(move: Move): TextEdit[] {
  const { node, own, parent, state, asset } = move;
  const { id, stripped } = listed(node, parent, own, state);
  const father = parent ? named(needTransform(parent), state) : { id: "0", stripped: "" };
  const near = state.file.byId.get(node.object.instance ?? "") ?? own.document;
  const documents = [
    { id, text: stripped },
    { id: father.id, text: father.stripped },
  ].filter(({ text }) => text !== "");
  return [
    ...listEdits(move, id),
    ...documents.map((each) => asset.insertion(each.text, each.id, near, state)),
    fatherEdit(node, own, father.id, state),
  ];
}

function listEdits({ node, own, parent, place, before, after, state }: Move, id: string): TextEdit[] {
  const { text } = state.file.content;
  const entry = before?.found?.list.items.find((item) => referenceIn(entryOf(item, "addedObject"))?.fileId === id);
  const target = entryOf(entry, "targetCorrespondingSourceObject");
  if (after && before?.found && target && before.instance === after.instance && parent) {
    const { id: source = "", guid = "" } = sourceOf(needTransform(parent), state) ?? {};
    return [{ start: target.start, end: target.end, text: `{fileID: ${source}, guid: ${guid}, type: 3}` }];
  }
  const edits: TextEdit[] = [];
  if (before) {
    const { found } = before;
    if (found && entry) edits.push(...withoutItems(found.list, found.entry, (each) => each === entry, text));
  } else {
    const from = siblingList(node.parent, state);
    const item = from?.list.items[from ? placeIn(from, node, own, state) : 0];
    if (from) edits.push(...withoutItems(from.list, from.entry, (each) => each === item, text));
  }
  if (after && parent) edits.push(...addedEntry("m_AddedGameObjects", needTransform(parent), id, state));
  else {
    const to = siblingList(parent, state);
    if (to) edits.push(inserted(to, place, [`{fileID: ${id}}`], text));
  }
  return edits;
}

interface Additions {
  instance: string;
  /**
   * This is not set for files from before Unity 2022.2. In those versions only the children stored their parent, so there is no
   * list to update.
   */
  found: FoundList | undefined;
}

/** Returns the list of additions if the parent is inside an instance. */
function additionsBelow(parent: TreeObject | undefined, state: AssetState): Additions | undefined {
  const source = parent && sourceOf(needTransform(parent), state);
  if (!source) return undefined;
  const { instance } = source;
  return { instance: instance.fileId, found: instanceList(instance, "m_AddedGameObjects", state) };
}

/** Returns the children in order. Scenes from before 2022.3 don't have such a list, so there the order comes from the numbers. */
function siblingList(parent: TreeObject | undefined, state: AssetState): FoundList | undefined {
  return parent ? ownList(needTransform(parent), "m_Children", state) : sceneRoots(state);
}

function fatherEdit(node: TreeObject, own: AssetObject, father: string, { file }: AssetState): TextEdit {
  const instance = file.byId.get(node.object.instance ?? "");
  const fields = file.fieldsOf(instance ?? own.document);
  const place = instance
    ? entryOf(entryOf(fields, "m_Modification"), "m_TransformParent")
    : entryOf(fields, "m_Father");
  if (!referenceIn(place) || !place)
    throw refusedEdit(`"${node.name}" does not name its parent`, "Save the asset in Unity once");
  return { start: place.start, end: place.end, text: `{fileID: ${father}}` };
}

/** Updates the numbers of siblings that have changed. This only applies to files from before 2022. */
export async function renumber(siblings: readonly (TreeObject | undefined)[], asset: EditedAsset): Promise<void> {
  const state = await asset.state();
  if (!writesRootOrder(state)) return;
  const edits: TextEdit[] = [];
  for (const [order, sibling] of siblings.entries()) {
    const node = sibling && state.tree.byId.get(sibling.object.id);
    const transform = node && transformOf(node);
    const present = transform && fieldText(transform, "m_RootOrder");
    // Some versions wrote -1 and relied on the order of the list, so we leave these values alone.
    if (!present || present === String(order) || present === "-1") continue;
    edits.push(...(await setField(transform, "m_RootOrder", order, asset)).edits);
  }
  asset.apply(edits);
}
