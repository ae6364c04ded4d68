/**
 * Finds an object or component by its path, name, type or id. If nothing or more than one object matches, the error lists the
 * candidates.
 */
import { JigError } from "../../../core/host/plugin-api.ts";
import { type AssetTree, fieldText, lostBase, pathOf, type TreeObject } from "./asset-tree.ts";
import type { Describer } from "./describe-object.ts";
import type { Chosen } from "./field-rows.ts";
import type { AssetObject } from "./prefab-objects.ts";

export interface Wanted {
  object: string;
  component: string;
}

const MAX_CANDIDATES = 10;

/** If there is only one document there is nothing to choose, so callers can show its fields directly. */
export function soleDocument({ roots, others }: AssetTree): Chosen | undefined {
  const [only] = others;
  return roots.length === 0 && others.length === 1 && only ? { objects: [only], owner: undefined } : undefined;
}

/** Returns the object that the Project window would show. */
export function mainDocument(tree: AssetTree): Chosen | undefined {
  if (tree.roots.length > 0) return undefined;
  const shown = tree.others.filter((each) => Number(fieldText(each, "m_ObjectHideFlags") || 0) % 2 === 0);
  const [main] = shown;
  return main && shown.length === 1 ? { objects: [main], owner: undefined } : soleDocument(tree);
}

export function chosenObjects(tree: AssetTree, describer: Describer, { object, component }: Wanted): Chosen {
  const all = everything(tree);
  const named = object === "" ? all : all.filter((each) => fits(each, object, describer));
  const exact = object === "" ? [] : named.filter((each) => each.path === object || each.target.id === object);
  const found = exact.length > 0 ? exact : named;
  const withComponent =
    component === ""
      ? found
      : found.filter((each) =>
          each.owner
            ? partsOf(each.owner).some((one) => isType(one, component, describer))
            : isType(each.target, component, describer),
        );
  const [first] = withComponent;
  if (!first) throw notFound(found.length > 0 ? found : all, { object, component }, describer, lostBase(tree));
  if (withComponent.length > 1) throw ambiguous(withComponent, object || component);
  const { owner, target } = first;
  if (!owner || owner.object !== target) return { objects: [target], owner };
  const parts = component === "" ? owner.components : partsOf(owner).filter((one) => isType(one, component, describer));
  return { objects: component === "" ? [owner.object, ...parts] : parts, owner };
}

/** Components have the same name as their game object. */
function partsOf({ object, components }: TreeObject): AssetObject[] {
  return [object, ...components];
}

interface Candidate {
  path: string;
  target: AssetObject;
  owner: TreeObject | undefined;
}

/** Game objects are identified by path and all other documents by name. */
function everything({ byId, others }: AssetTree): Candidate[] {
  const objects = [...byId.values()].map((owner): Candidate => ({ path: pathOf(owner), target: owner.object, owner }));
  return [
    ...objects,
    ...others.map((target): Candidate => ({ path: fieldText(target, "m_Name"), target, owner: undefined })),
  ];
}

function fits({ path, target, owner }: Candidate, wanted: string, describer: Describer): boolean {
  const low = wanted.toLowerCase();
  const own = path.toLowerCase();
  if (target.id === wanted || own === low || own.endsWith(`/${low}`)) return true;
  if (owner?.components.some(({ id }) => id === wanted)) return true;
  return owner === undefined && describer.typeName(target).toLowerCase() === low;
}

export function isType(object: AssetObject, wanted: string, describer: Describer): boolean {
  const name = describer.typeName(object).replace(/\?$/, "").toLowerCase();
  return object.id === wanted || name === wanted.toLowerCase() || object.type.toLowerCase() === wanted.toLowerCase();
}

function notFound(near: Candidate[], { object, component }: Wanted, describer: Describer, cause: string): JigError {
  const what =
    object === ""
      ? `component "${component}"`
      : component === ""
        ? `object "${object}"`
        : `component "${component}" on "${object}"`;
  const names = component === "" ? nearPaths(near, object) : nearTypes(near, component, describer);
  const shown = [...new Set(names)].slice(0, MAX_CANDIDATES);
  const because = cause === "" ? "" : `: the base of this variant could not be read (${cause})`;
  return new JigError("SYMBOL_NOT_FOUND", `No ${what} in this asset${because}`, {
    hint:
      shown.length > 0 ? `Write one of ${shown.join(", ")}` : "Without object the tool lists all objects of the asset",
    details: { candidates: shown },
  });
}

function nearPaths(near: readonly Candidate[], object: string): string[] {
  const low = object.toLowerCase();
  const like = near.filter(({ path }) => low !== "" && path.toLowerCase().includes(low.split("/").at(-1) ?? low));
  return (like.length > 0 ? like : near).map(({ path, target }) => path || target.id);
}

function nearTypes(near: readonly Candidate[], component: string, describer: Describer): string[] {
  const parts = near.flatMap(({ owner, target }) => owner?.components ?? [target]);
  const types = parts.map((each) => describer.typeName(each));
  const low = component.toLowerCase();
  const like = types.filter((type) => type.toLowerCase().includes(low) || low.includes(type.toLowerCase()));
  return like.length > 0 ? like : types;
}

function ambiguous(found: Candidate[], wanted: string): JigError {
  const shown = found.slice(0, MAX_CANDIDATES).map(({ path, target }) => `${target.id} (${path})`);
  return new JigError("SYMBOL_AMBIGUOUS", `${found.length} objects match "${wanted}"`, {
    hint: `Pass the id of one as object: ${shown.join(", ")}${found.length > shown.length ? " …" : ""}`,
    details: { candidates: found.slice(0, MAX_CANDIDATES).map(({ target }) => target.id) },
  });
}
