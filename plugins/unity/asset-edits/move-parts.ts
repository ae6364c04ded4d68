/** Moves components and objects, and keeps the numbers by which older files name the order of siblings. */
import type { JigError, TextEdit } from "../../../core/host/plugin-api.ts";
import { entryOf, referenceIn } from "../assets/asset-file.ts";
import { type AssetTree, fieldText, pathOf, type TreeObject } from "../assets/asset-tree.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import {
  type FoundList,
  idIn,
  inserted,
  named,
  needTransform,
  ownList,
  sceneRoots,
  transformOf,
  writesRootOrder,
} from "./asset-lists.ts";
import { refusedEdit } from "./edit-errors.ts";
import { type AssetState, type EditedAsset, sourceOf } from "./edited-asset.ts";
import { moveItem, withoutItems } from "./list-edits.ts";
import { setField } from "./set-field.ts";

/** Moves a component among those of its object. The Transform stays the first. */
export function moveComponent(component: AssetObject, node: TreeObject, index: number, state: AssetState): TextEdit[] {
  if (sourceOf(component, state))
    throw refusedEdit("the order of components of a prefab is set in the prefab", "Move it there");
  if (sourceOf(node.object, state))
    throw refusedEdit("a component that an instance adds comes behind those of the prefab", "Its place is not written");
  const { list, entry } = ownList(node.object, "m_Component", state);
  const from = list.items.findIndex((item) => idIn(item) === component.id);
  if (from < 0) throw refusedEdit(`"${node.name}" does not list the component`, "Let Unity save the asset once");
  const last = list.items.length - 1;
  if (from === 0 || index < 1 || index > last) {
    const hint = last > 0 ? `Write an index from 1 to ${last}` : "There is nothing to move";
    throw refusedEdit(`the Transform is always component 0, and "${node.name}" has ${list.items.length}`, hint);
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
  /** Undefined for the top of a scene. */
  parent: TreeObject | undefined;
  /** Without it the object becomes the last. */
  index: number | undefined;
}

/** Moves an object among its siblings, or below another. */
export async function moveObject({ node, parent, index }: ObjectMove, asset: EditedAsset): Promise<void> {
  const state = await asset.state();
  const own = needTransform(node);
  const isInside = node.object.instance !== undefined && node.parent?.object.instance === node.object.instance;
  if (isInside)
    throw refusedEdit(`"${pathOf(node)}" belongs to a prefab, which alone gives it its place`, "Move it in the prefab");
  if (!node.parent && asset.path.endsWith(".prefab"))
    throw refusedEdit(`"${node.name}" is the root of the prefab`, "Move another object");
  if (!parent && asset.path.endsWith(".prefab")) throw secondRoot(state.tree);
  for (let above = parent; above; above = above.parent) {
    if (above === node) throw refusedEdit(`"${pathOf(node)}" cannot go below itself`, "Name another parent");
  }
  const isSame = parent === node.parent;
  const siblings = (parent ? parent.children : state.tree.roots).filter((each) => each !== node);
  const place = index ?? siblings.length;
  if (place > siblings.length) {
    throw siblings.length === 0
      ? refusedEdit(`"${node.name}" is the only object there`, "Write index 0, or none")
      : refusedEdit(`there are ${siblings.length + 1} places`, `Write an index from 0 to ${siblings.length}`);
  }
  const from = siblingList(node.parent, state);
  const to = isSame ? from : siblingList(parent, state);
  const atTop = node.parent === undefined && node.object.instance !== undefined;
  const id = atTop ? (node.object.instance ?? "") : named(own, state).id;
  const edits = listEdits({ from, to, id, place, node, parent, isSame }, own, state);
  const left = isSame || !node.parent ? [] : node.parent.children.filter((each) => each !== node);
  asset.apply(edits);
  await renumber([...siblings.slice(0, place), node, ...siblings.slice(place)], asset);
  await renumber(isSame ? [] : left, asset);
}

interface Lists {
  from: FoundList | undefined;
  to: FoundList | undefined;
  id: string;
  place: number;
  node: TreeObject;
  parent: TreeObject | undefined;
  isSame: boolean;
}

function listEdits(
  { from, to, id, place, node, parent, isSame }: Lists,
  own: AssetObject,
  state: AssetState,
): TextEdit[] {
  const { text } = state.file.content;
  const at = from ? from.list.items.findIndex((item) => idIn(item) === id) : -1;
  if (from && at < 0)
    throw refusedEdit(`the parent of "${pathOf(node)}" does not list it`, "Let Unity save the asset once");
  if (isSame) return from ? moveItem(from.list, from.entry, at, place, text) : [];
  const item = from?.list.items[at];
  // At the top of a scene an instance is meant by itself, elsewhere by its Transform.
  const isTop = parent === undefined && node.object.instance !== undefined;
  const { id: below, stripped } = isTop ? { id: node.object.instance ?? "", stripped: "" } : named(own, state);
  return [
    ...(from ? withoutItems(from.list, from.entry, (each) => each === item, text) : []),
    ...(to ? [inserted(to, place, [`{fileID: ${below}}`], text)] : []),
    ...(stripped === "" ? [] : [{ start: text.length, end: text.length, text: stripped }]),
    fatherEdit(node, own, parent, state),
  ];
}

/** The list that names the children; undefined if only their numbers say the order, as in scenes before Unity 2022.3. */
function siblingList(parent: TreeObject | undefined, state: AssetState): FoundList | undefined {
  if (!parent) return sceneRoots(state);
  const transform = needTransform(parent);
  if (!sourceOf(transform, state)) return ownList(transform, "m_Children", state);
  throw refusedEdit(
    `"${pathOf(parent)}" is of a prefab instance, below which objects are added and removed only`,
    "Remove the object and add it anew at its place, or move it in an Editor",
  );
}

function fatherEdit(node: TreeObject, own: AssetObject, parent: TreeObject | undefined, state: AssetState): TextEdit {
  const { file } = state;
  const father = parent ? needTransform(parent).id : "0";
  const instance = file.byId.get(node.object.instance ?? "");
  const fields = file.fieldsOf(instance ?? own.document);
  const place = instance
    ? entryOf(entryOf(fields, "m_Modification"), "m_TransformParent")
    : entryOf(fields, "m_Father");
  if (!referenceIn(place) || !place)
    throw refusedEdit(`"${node.name}" does not name its parent`, "Let Unity save the asset once");
  return { start: place.start, end: place.end, text: `{fileID: ${father}}` };
}

/** Files before Unity 2022 name each object's place among its siblings: sets those that are another now. */
export async function renumber(siblings: readonly TreeObject[], asset: EditedAsset): Promise<void> {
  const state = await asset.state();
  if (!writesRootOrder(state)) return;
  const edits: TextEdit[] = [];
  for (const [order, sibling] of siblings.entries()) {
    const node = state.tree.byId.get(sibling.object.id);
    const transform = node && transformOf(node);
    const present = transform && fieldText(transform, "m_RootOrder");
    // Some versions wrote -1 while the lists of children had the order already.
    if (!present || present === String(order) || present === "-1") continue;
    edits.push(...(await setField(transform, "m_RootOrder", order, asset)).edits);
  }
  asset.apply(edits);
}
