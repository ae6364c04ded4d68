/** Builds the hierarchy of an expanded prefab or scene, with the components in order. */
import { entryOf, itemsOf, referenceIn, textOf } from "./asset-file.ts";
import { type AssetObject, type ExpandedAsset, lostInstance, outerId, UNREAD } from "./prefab-objects.ts";

export interface TreeObject {
  object: AssetObject;
  name: string;
  isActive: boolean;
  components: AssetObject[];
  children: TreeObject[];
  parent: TreeObject | undefined;
}

export interface AssetTree {
  roots: TreeObject[];
  byId: ReadonlyMap<string, TreeObject>;
  /** Documents that aren't part of any game object. */
  others: AssetObject[];
  /** The number of objects that are part of a cycle of parents. */
  circular: number;
}

const SCENE_ROOTS = "SceneRoots";
const isTransform = ({ type }: AssetObject) => type === "Transform" || type === "RectTransform";

export function buildTree(expanded: ExpandedAsset): AssetTree {
  const { objects, file, fathers } = expanded;
  const byId = new Map<string, TreeObject>();
  const unread: TreeObject[] = [];
  for (const object of objects.values()) {
    if (object.type === UNREAD && object.lost !== undefined) {
      const node = {
        object,
        name: object.name ?? "",
        isActive: true,
        components: [],
        children: [],
        parent: undefined,
      };
      byId.set(object.id, node);
      unread.push(node);
    }
    if (object.type !== "GameObject") continue;
    const isActive = fieldText(object, "m_IsActive") !== "0";
    const node = {
      object,
      name: fieldText(object, "m_Name"),
      isActive,
      components: [],
      children: [],
      parent: undefined,
    };
    byId.set(object.id, node);
  }
  const others: AssetObject[] = [];
  const ownerOf = new Map<string, TreeObject>();
  for (const object of objects.values()) {
    if (object.type === "GameObject" || object.type === UNREAD) continue;
    const owner = byId.get(ownerId(object));
    if (owner) ownerOf.set(object.id, owner);
    else if (object.lost === undefined) others.push(object);
  }
  for (const [id, owner] of ownerOf) {
    const component = objects.get(id);
    if (component) owner.components.push(component);
  }
  for (const node of byId.values()) {
    if (node.components.length < 2) continue;
    node.components = inOrder(node.components, componentIds(node.object), ({ id }) => id);
  }
  const transforms = [...objects.values()].filter(isTransform);
  const roots: TreeObject[] = [];
  let own = 0;
  const inside = unreadInside(unread, fathers);
  const shownAs = (id: string): string => {
    const object = objects.get(id);
    if (object?.lost === undefined) return id;
    const instance = lostInstance(object);
    return byId.has(instance) ? instance : (inside.get(instance) ?? inside.get(object.instance ?? "") ?? instance);
  };
  const above = (father: string) => (father === "0" ? undefined : (ownerOf.get(father) ?? byId.get(shownAs(father))));
  const places: [node: TreeObject, father: string][] = unread.map((node) => [node, fathers.get(node.object.id) ?? "0"]);
  for (const transform of transforms) {
    const node = ownerOf.get(transform.id);
    if (node) places.push([node, fathers.get(transform.id) ?? fatherId(transform)]);
  }
  for (const [node, father] of places) {
    const parent = above(father);
    if (!parent || parent === node) {
      roots.push(node);
      if (parent === node) own++;
    } else {
      node.parent = parent;
      parent.children.push(node);
    }
  }
  // If the Transform isn't known, the object goes to the top.
  const placed = new Set(roots);
  for (const node of byId.values()) {
    if (!node.parent && !placed.has(node) && node.object.lost === undefined) roots.push(node);
  }
  const transformOf = (node: TreeObject) => node.components.find(isTransform);
  const placeId = (node: TreeObject) => transformOf(node)?.id ?? node.object.id;
  for (const node of byId.values()) {
    const transform = transformOf(node);
    if (!transform || node.children.length < 2) continue;
    node.children = inOrder(node.children, childIds(transform).map(shownAs), placeId);
  }
  const order = sceneRoots(expanded).map((id) => objects.get(id)?.id ?? firstOf(expanded, id));
  const sorted = inOrder(roots, order, placeId);
  if (order.length === 0 && file.path.endsWith(".unity"))
    sorted.sort((one, other) => rootOrder(one) - rootOrder(other));
  const { roots: shown, circular } = withoutCycles(sorted, byId);
  return { roots: shown, byId, others, circular: circular + own };

  function rootOrder(node: TreeObject): number {
    const transform = transformOf(node);
    return transform ? Number(fieldText(transform, "m_RootOrder") || 0) : 0;
  }
}

/** Returns the topmost object of each instance that couldn't be read. It is all that we can show of that instance. */
function unreadInside(unread: readonly TreeObject[], fathers: ReadonlyMap<string, string>): Map<string, string> {
  const inside = new Map<string, string>();
  for (const { object } of unread) {
    const { id, instance = id } = object;
    const isTop = fathers.get(id) === fathers.get(instance);
    if (instance !== id && (isTop || !inside.has(instance))) inside.set(instance, id);
  }
  return inside;
}

/**
 * A bad merge can produce a cycle of parents. No root leads to the objects in a cycle, so if we built the tree from the roots
 * alone, these objects would silently disappear. For this reason we make the first object of each cycle a root.
 */
function withoutCycles(
  roots: TreeObject[],
  byId: ReadonlyMap<string, TreeObject>,
): Pick<AssetTree, "roots" | "circular"> {
  const seen = new Set<TreeObject>();
  const visit = (node: TreeObject) => {
    const open = [node];
    for (let next = open.pop(); next; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      next.children = next.children.filter((child) => !seen.has(child));
      open.push(...next.children);
    }
  };
  for (const root of roots) visit(root);
  const all = [...roots];
  for (const node of byId.values()) {
    if (seen.has(node) || node.object.lost !== undefined) continue;
    if (node.parent) node.parent.children = node.parent.children.filter((child) => child !== node);
    node.parent = undefined;
    all.push(node);
    visit(node);
  }
  return { roots: all, circular: all.length - roots.length };
}

/** Returns the number of parts that an object lists but that don't exist. */
export function danglingParts({ byId }: AssetTree, objects: ReadonlyMap<string, AssetObject>): number {
  let dangling = 0;
  for (const { object, components } of byId.values()) {
    if (object.idMaps.length > 0 || object.lost !== undefined) continue;
    const transform = components.find((each) => isTransform(each) && each.idMaps.length === 0);
    const named = [...componentIds(object), ...(transform ? childIds(transform) : [])];
    dangling += named.filter((id) => id !== "0" && !objects.has(id)).length;
  }
  return dangling;
}

/** This takes the overrides of the opened file into account. */
export function fieldText({ file, document, overrides }: AssetObject, field: string): string {
  const last = overrides.findLast(({ property }) => property === field);
  return last ? last.value : textOf(file.fieldsOf(document), field);
}

function reference(object: AssetObject, field: string): string {
  const found = referenceIn(entryOf(object.file.fieldsOf(object.document), field));
  return found ? outerId(object, found.fileId) : "0";
}

function ownerId(object: AssetObject): string {
  return reference(object, "m_GameObject");
}

function fatherId(object: AssetObject): string {
  return reference(object, "m_Father");
}

function childIds(object: AssetObject): string[] {
  const items = itemsOf(object.file.fieldsOf(object.document), "m_Children");
  return items.flatMap((item) => outerId(object, referenceIn(item)?.fileId ?? "0"));
}

/** An entry is written as `- component: {fileID: 1}`. Before 2018, the key was the class's id. */
function componentIds(object: AssetObject): string[] {
  const items = itemsOf(object.file.fieldsOf(object.document), "m_Component");
  return items.flatMap((item) => {
    const entry = item.kind === "map" ? item.entries[0] : undefined;
    return outerId(object, referenceIn(entry?.value)?.fileId ?? "0");
  });
}

/** Returns the roots in the order of the scene. An entry is either a Transform or a prefab instance. */
function sceneRoots({ objects }: ExpandedAsset): string[] {
  const roots = [...objects.values()].find(({ type }) => type === SCENE_ROOTS);
  if (!roots) return [];
  return itemsOf(roots.file.fieldsOf(roots.document), "m_Roots").flatMap((item) => referenceIn(item)?.fileId ?? []);
}

/** Returns the topmost Transform of an instance. */
function firstOf({ objects, fathers }: ExpandedAsset, instance: string): string {
  const found = [...objects.values()].find(
    (object) => object.instance === instance && isTransform(object) && fathers.get(object.id) === "0",
  );
  return found?.id ?? instance;
}

function inOrder<Item>(items: Item[], order: string[], idOf: (item: Item) => string): Item[] {
  const places = new Map(order.map((id, at) => [id, at]));
  const placeOf = (item: Item) => places.get(idOf(item)) ?? Number.MAX_SAFE_INTEGER;
  return [...items].sort((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the names from the root down to the object, separated by slashes. */
export function pathOf(node: TreeObject): string {
  const names: string[] = [];
  for (let at: TreeObject | undefined = node; at; at = at.parent) names.unshift(at.name);
  return names.join("/");
}

/**
 * Returns the reason why the base of a variant couldn't be read, in which case there is no root. The result is empty for all
 * other assets.
 */
export function lostBase({ roots }: AssetTree): string {
  const [root] = roots;
  const isVariant = root?.object.type === UNREAD && root.object.file.path.endsWith(".prefab");
  return (isVariant && root.object.lost) || "";
}
