/** Builds field rows across all objects for the filters `overrides` and `field`. */
import type { Capabilities, JsonObject } from "../../../core/host/plugin-api.ts";
import type { AssetTree, TreeObject } from "./asset-tree.ts";
import { type Chosen, type FieldOptions, fieldRows } from "./field-rows.ts";
import type { AssetObject } from "./prefab-objects.ts";
import { unreadRows } from "./unread-overrides.ts";

export async function filteredRows(
  tree: AssetTree,
  chosen: Chosen | undefined,
  onlyOverrides: boolean,
  options: FieldOptions & { access: Pick<Capabilities, "files"> },
): Promise<JsonObject[]> {
  const { file } = options.expanded;
  const isMeant = ({ overrides }: AssetObject) => !onlyOverrides || overrides.some(({ by }) => by === file);
  const all = chosen ? [chosen] : partsOf(tree);
  const rows: JsonObject[] = [];
  for (const { objects, owner } of all) {
    const meant = objects.filter(isMeant);
    if (meant.length > 0)
      rows.push(...(await fieldRows({ objects: meant, owner }, { ...options, named: all.length > 1 })));
  }
  if (!onlyOverrides) return rows;
  const named = new Set(chosen?.objects.map((object) => object.instance));
  const unread = await unreadRows(tree, ({ id }) => !chosen || named.has(id), options);
  return [...rows.filter(({ Origin }) => Origin === "override"), ...unread];
}

/** Returns each game object with its components, depth first, followed by the documents that belong to no game object. */
function partsOf({ roots, others }: AssetTree): Chosen[] {
  const owned: Chosen[] = [];
  const open: TreeObject[] = roots.toReversed();
  for (let owner = open.pop(); owner; owner = open.pop()) {
    if (owner.object.lost === undefined) owned.push({ objects: [owner.object, ...owner.components], owner });
    open.push(...owner.children.toReversed());
  }
  return [...owned, ...others.map((object) => ({ objects: [object], owner: undefined }))];
}
