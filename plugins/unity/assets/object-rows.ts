/** Builds the rows of a hierarchy, one for each game object. Nested prefabs are not expanded unless `expand` is set. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { AssetTree, TreeObject } from "./asset-tree.ts";
import { fieldText } from "./asset-tree.ts";
import type { Describer } from "./describe-object.ts";
import { projectPath } from "./open-assets.ts";
import type { AssetObject, ExpandedAsset, PrefabInstance } from "./prefab-objects.ts";

export interface RowOptions {
  describer: Describer;
  expanded: ExpandedAsset;
  projectRoot: string;
  /** The depth is unlimited if this is negative. */
  depth: number;
  /** True to show the objects inside nested prefabs. */
  expand: boolean;
}

/** Every instance has these overrides, so they don't count as changes. */
const PLACING = /^(?:m_RootOrder|m_Name|m_LocalPosition\.|m_LocalRotation\.|m_LocalEulerAnglesHint\.|m_LocalScale\.)/;

export function objectRows(tree: AssetTree, options: RowOptions): JsonObject[] {
  const rows: JsonObject[] = [];
  const { expanded, expand, depth } = options;
  // We use our own stack because a deep hierarchy would overflow the call stack.
  const open = tree.roots.toReversed().map((node) => ({ node, level: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, level } = next;
    const instance = isInstanceRoot(node) ? expanded.instances.get(node.object.instance ?? "") : undefined;
    // Variants are an exception, because for them the objects of the base are shown.
    const closed = instance !== undefined && !expand && node.parent !== undefined;
    const children = closed ? ownBelow(node, node.object.instance) : node.children;
    const isDeepest = depth >= 0 && level >= depth;
    const hidden = isDeepest ? children.reduce((sum, child) => sum + count(child), 0) : 0;
    rows.push(rowOf(node, level, { ...options, instance, closed, hidden }));
    if (!isDeepest) open.push(...children.toReversed().map((child) => ({ node: child, level: level + 1 })));
  }
  return rows;
}

function rowOf(
  node: TreeObject,
  level: number,
  {
    describer,
    projectRoot,
    instance,
    closed,
    hidden,
  }: RowOptions & { instance: PrefabInstance | undefined; closed: boolean; hidden: number },
): JsonObject {
  const { object, name, isActive, components } = node;
  const telling = instance?.overrides.filter(({ property }) => !PLACING.test(property)).length ?? 0;
  const inside = closed
    ? count(node) - 1 - ownBelow(node, object.instance).reduce((sum, child) => sum + count(child), 0)
    : 0;
  return {
    Name: name,
    Depth: level,
    Id: object.id,
    Components: components.filter(({ type }) => type !== "Transform").map((each) => describer.typeName(each)),
    ...(isActive ? {} : { Active: false }),
    ...(instance ? { Prefab: sourceOf(instance, projectRoot) } : {}),
    ...(telling > 0 ? { Overrides: telling } : {}),
    ...(inside > 0 ? { Inside: inside } : {}),
    ...(hidden > 0 ? { Below: hidden } : {}),
  };
}

function sourceOf({ source, guid, problem }: PrefabInstance, projectRoot: string): string {
  if (source === "") return `missing ${guid}`;
  return problem === "" ? projectPath(projectRoot, source) : `${projectPath(projectRoot, source)} (not read)`;
}

function isInstanceRoot({ object, parent }: TreeObject): boolean {
  return object.instance !== undefined && parent?.object.instance !== object.instance;
}

/** Returns the objects that the file itself adds below an instance. */
function ownBelow(node: TreeObject, instance: string | undefined): TreeObject[] {
  const own: TreeObject[] = [];
  const open = node.children.toReversed();
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.object.instance === instance) open.push(...next.children.toReversed());
    else own.push(next);
  }
  return own;
}

function count(node: TreeObject): number {
  let total = 0;
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    total++;
    open.push(...next.children);
  }
  return total;
}

/** These can be the settings of a scene, the states of an animator, or the parts of an asset with several objects. */
export function otherRows({ others }: AssetTree, describer: Describer): JsonObject[] {
  return others.map((object: AssetObject) => {
    const type = describer.typeName(object);
    return { Name: fieldText(object, "m_Name") || type, Depth: 0, Id: object.id, Components: [type] };
  });
}
