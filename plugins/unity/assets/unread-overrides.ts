/**
 * Builds rows for overrides of objects that we couldn't read, which are mostly parts of models. They are shown with the name
 * from the model's `.meta`, or with the file id if it doesn't have one.
 */
import type { Capabilities, JsonObject } from "../../../core/host/plugin-api.ts";
import { shortPath } from "./asset-fields.ts";
import type { AssetTree, TreeObject } from "./asset-tree.ts";
import { pathOf } from "./asset-tree.ts";
import type { FieldOptions } from "./field-rows.ts";
import { partsNamedIn, rootClass } from "./model-ids.ts";
import type { Override, PrefabInstance } from "./prefab-objects.ts";
import { classOfId } from "./unity-classes.ts";

export async function unreadRows(
  tree: AssetTree,
  isMeant: (instance: PrefabInstance) => boolean,
  options: FieldOptions & { access: Pick<Capabilities, "files"> },
): Promise<JsonObject[]> {
  const { expanded, field: wanted } = options;
  const rows: JsonObject[] = [];
  for (const instance of expanded.instances.values()) {
    if (instance.unread.length === 0 || !isMeant(instance)) continue;
    const root = rootOf(tree, instance.id);
    const names = await namesIn(instance.source, options.access);
    for (const override of instance.unread) {
      const field = shortPath(override.property);
      if (!field.toLowerCase().includes(wanted)) continue;
      rows.push({
        Object: root ? pathOf(root) : instance.id,
        Component: names.get(override.target) ?? partOf(override.target),
        Id: override.target,
        Field: field,
        Value: await writtenValue(override, root, options),
        Origin: "override",
      });
    }
  }
  return rows;
}

function rootOf({ byId }: AssetTree, instance: string): TreeObject | undefined {
  for (const node of byId.values())
    if (node.object.instance === instance && node.parent?.object.instance !== instance) return node;
  return undefined;
}

function partOf(id: string): string {
  const isOld = /^\d{6,8}$/.test(id);
  const type = classOfId(rootClass(id) ?? (isOld ? Math.floor(Number(id) / 100_000) : -1));
  return type === "" ? `#${id}` : type;
}

async function writtenValue(
  { value, reference, by }: Override,
  root: TreeObject | undefined,
  { describer }: FieldOptions,
): Promise<string> {
  if (value !== "" || !reference || reference.fileId === "0" || !root) return value;
  return describer.reference(root.object, reference, by, root.object.idMaps.length);
}

/** Returns the display names of model parts, such as `Hips (Transform)`, by id. */
async function namesIn(source: string, { files }: Pick<Capabilities, "files">): Promise<Map<string, string>> {
  const meta = source === "" ? undefined : await files.readText(`${source}.meta`).catch(() => undefined);
  return new Map(partsNamedIn(meta?.text ?? "").map(({ id, name, classId }) => [id, shown(name, classId)]));
}

function shown(name: string, classId: number): string {
  const type = classOfId(classId);
  return type === "" ? name : `${name} (${type})`;
}
