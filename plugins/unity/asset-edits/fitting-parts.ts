/** Picks the parts of an object that a field could hold. */

import { type ExpectedType, fitOf, objectType } from "../asset-types/reference-types.ts";
import type { Describer } from "../assets/describe-object.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import type { AssetAccess } from "./edited-asset.ts";

export function withArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
}

/** Matches by script class or Unity class. */
export function isNamed(object: AssetObject, type: string, describer: Describer): boolean {
  return describer.typeName(object).replace(/\?$/, "") === type || object.type === type || isTransform(object, type);
}

/** Parts that definitely fit or, failing that, the ones that might. */
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
