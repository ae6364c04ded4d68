/** Finds the parts of an object that could be assigned to a field. */

import { type ExpectedType, fitOf, objectType } from "../asset-types/reference-types.ts";
import type { Describer } from "../assets/describe-object.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import type { AssetAccess } from "./edited-asset.ts";

export function withArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
}

/** Compares the type with the class of the script or with the Unity class. */
export function isNamed(object: AssetObject, type: string, describer: Describer): boolean {
  return describer.typeName(object).replace(/\?$/, "") === type || object.type === type || isTransform(object, type);
}

/** Returns the parts that certainly fit. If there aren't any, it returns those that might. */
export async function fittingParts(
  parts: readonly AssetObject[],
  expected: ExpectedType,
  access: AssetAccess,
): Promise<AssetObject[]> {
  const types = await Promise.all(parts.map((each) => objectType(each, access)));
  const fits = await Promise.all(types.map((each) => fitOf(each, expected, access)));
  const sure = parts.filter((_, at) => fits[at] === "yes");
  if (sure.length > 0) return expected.name === "" || /^(?:Object|T.*)$/.test(expected.name) ? sure.slice(0, 1) : sure;
  const possible = parts.filter((_, at) => fits[at] === "unknown");
  const scripts = possible.filter(({ type }) => type === "MonoBehaviour");
  return scripts.length > 0 ? scripts : possible;
}

function isTransform({ type }: AssetObject, wanted: string): boolean {
  return wanted === "Transform" && type === "RectTransform";
}
