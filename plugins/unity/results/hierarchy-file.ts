/** Converts a hierarchy file to the nested result that docs/contracts/unity.md defines. */
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";

export interface Hierarchy {
  hierarchy: JsonObject[];
  context: JsonObject;
}

/**
 * Newer Editors leave out `depth` and `id`, so we compute them. If there are several scenes, each root gets the name of its
 * scene. The result is undefined if we don't know the format.
 */
export function hierarchyOf(file: Json): Hierarchy | undefined {
  if (!isObject(file) || !Array.isArray(file.Hierarchy)) return undefined;
  const scenes = file.Hierarchy.map(asObject);
  const hierarchy = scenes.flatMap((scene) => {
    const table = lookupOf(scene.componentsLut);
    const roots = Array.isArray(scene.roots) ? scene.roots.map(asObject) : [];
    const nested = roots.map((root) => nodeOf(root, 0, table));
    return scenes.length > 1 ? nested.map((root) => ({ scene: scene.sceneName, ...root })) : nested;
  });
  return { hierarchy, context: asObject(file.Context) };
}

function nodeOf(node: JsonObject, depth: number, table: string[]): JsonObject {
  const { id, name, isActive, components, componentsIdx, children, ...more } = node;
  const types = Array.isArray(components)
    ? components
    : indices(componentsIdx).map((index) => table[index] ?? `#${index}`);
  return {
    ...(id === undefined ? {} : { id }),
    name,
    depth,
    isActive,
    ...(components === undefined && componentsIdx === undefined ? {} : { components: types }),
    ...more,
    children: Array.isArray(children) ? children.map((child) => nodeOf(asObject(child), depth + 1, table)) : [],
  };
}

function lookupOf(table: Json | undefined): string[] {
  return Array.isArray(table) ? table.map(String) : [];
}

function indices(value: Json | undefined): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}
