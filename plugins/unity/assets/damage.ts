/** Detects files that were damaged, for example by a bad merge. They can be read with a warning, but not edited. */
import { type AssetTree, danglingParts } from "./asset-tree.ts";
import type { ExpandedAsset } from "./prefab-objects.ts";

export function damageOf({ file, objects }: ExpandedAsset, tree: AssetTree): string[] {
  const damage: string[] = [];
  const broken = file.content.documents.filter((document) => file.unreadIn(document) > 0).length;
  if (broken > 0)
    damage.push(
      `${some(broken, "document has", "documents have")} lines that are not YAML, such as merge conflict markers`,
    );
  const { repeatedIds } = file;
  if (repeatedIds.length > 0) {
    const which = repeatedIds.slice(0, 5).join(", ");
    damage.push(
      `${some(repeatedIds.length, "file id", "file ids")} (${which}) ${repeatedIds.length === 1 ? "is" : "are"} used by several documents, and only the last of each is shown`,
    );
  }
  const dangling = danglingParts(tree, objects);
  if (dangling > 0)
    damage.push(
      `${some(dangling, "listed component or child is", "listed components or children are")} missing from this file`,
    );
  if (tree.circular > 0)
    damage.push(
      `${some(tree.circular, "object is its own ancestor", "objects are their own ancestors")}, as after a merge`,
    );
  return damage;
}

export function some(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
