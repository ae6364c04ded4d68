/**
 * Contains the rules that Unity enforces when a component is added or removed, such as which components exclude or require each
 * other.
 */
import path from "node:path";
import { type ObjectType, objectType } from "../asset-types/reference-types.ts";
import type { ClassHead } from "../asset-types/script-class.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import { unityAncestors, unityClass } from "../assets/unity-classes.ts";
import { refusedEdit } from "./edit-errors.ts";
import type { AssetAccess, AssetState } from "./edited-asset.ts";

/** An object can have at most one of these. Derived classes count too. */
const SINGLE = [
  ...["Transform", "Renderer", "Rigidbody", "Rigidbody2D", "MeshFilter", "Camera", "Light", "Animator", "Animation"],
  ...["AudioListener", "Canvas", "CanvasGroup", "CanvasRenderer", "CharacterController", "ParticleSystem", "Terrain"],
  ...["NavMeshAgent", "LODGroup", "SortingGroup", "Skybox", "Cloth", "TextMesh"],
];

/** These pairs exclude each other. Most of them are 2D and 3D physics. */
const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ["Rigidbody", "Rigidbody2D"],
  ["Rigidbody", "Collider2D"],
  ["Collider", "Rigidbody2D"],
  ["Collider", "Collider2D"],
  ["MeshFilter", "SpriteRenderer"],
  ["MeshFilter", "LineRenderer"],
  ["MeshFilter", "TrailRenderer"],
];

/** Built-in components that Unity adds along with another one, as it does for [RequireComponent] on scripts. */
const NEEDED: Readonly<Record<string, string>> = {
  Canvas: "RectTransform",
  Joint: "Rigidbody",
  Joint2D: "Rigidbody2D",
  ConstantForce: "Rigidbody",
  ConstantForce2D: "Rigidbody2D",
  Cloth: "SkinnedMeshRenderer",
  TilemapRenderer: "Tilemap",
  FlareLayer: "Camera",
};

export interface NewComponent {
  type: ObjectType;
  heads: readonly ClassHead[];
}

export async function newComponent(
  name: string,
  script: string | undefined,
  access: AssetAccess,
): Promise<NewComponent> {
  if (script === undefined || !script.endsWith(".cs")) {
    const own = unityClass(name);
    return { type: { name: own, ancestors: unityAncestors(own), isWhole: true }, heads: [] };
  }
  const shown = path.basename(script, ".cs");
  const { names, heads, isWhole } = await access.sources.chain(script, shown);
  return { type: { name: shown, ancestors: [...names, ...unityAncestors("MonoBehaviour")], isWhole }, heads };
}

/** Throws CHANGE_REFUSED if the Editor would not allow the new component on this object. */
export async function refuseSecond(
  added: NewComponent,
  present: readonly AssetObject[],
  shown: string,
  access: AssetAccess,
): Promise<void> {
  const types = await Promise.all(present.map((each) => objectType(each, access)));
  const isOf = (wanted: string) => types.findIndex(({ ancestors }) => ancestors.includes(wanted));
  // If several ancestors have [DisallowMultipleComponent], Unity applies the one that is highest in the hierarchy.
  const single = added.type.ancestors.filter((each, at) => added.heads[at]?.isSingle || SINGLE.includes(each)).at(-1);
  const conflicts = single === undefined ? [] : [{ wanted: single, why: `an object can have only one ${single}` }];
  for (const [one, other] of EXCLUSIVE) {
    const why = `Unity does not allow ${one} and ${other} on one object`;
    if (added.type.ancestors.includes(one)) conflicts.push({ wanted: other, why });
    if (added.type.ancestors.includes(other)) conflicts.push({ wanted: one, why });
  }
  for (const { wanted, why } of conflicts) {
    const at = isOf(wanted);
    const object = present[at];
    if (!object) continue;
    throw refusedEdit(
      `${why}, and "${shown}" has ${types[at]?.name} ${object.id}`,
      single === wanted ? "Set the fields of the existing one, or remove it first" : "Use another object",
    );
  }
}

/** Returns the required classes that the object doesn't have yet, in the order in which Unity adds them. */
export async function neededWith(
  { type, heads }: NewComponent,
  present: readonly AssetObject[],
  access: AssetAccess,
): Promise<string[]> {
  const native = type.ancestors.flatMap((each) => NEEDED[each] ?? []);
  const wanted = [...heads.flatMap(({ required }) => required), ...native];
  const types = await Promise.all(present.map((each) => objectType(each, access)));
  return [...new Set(wanted)].filter((each) => !types.some(({ ancestors }) => ancestors.includes(unityClass(each))));
}

/** Throws CHANGE_REFUSED if another component on the object still needs this one. */
export async function refuseNeeded(
  component: AssetObject,
  present: readonly AssetObject[],
  { describer }: AssetState,
  access: AssetAccess,
): Promise<void> {
  const rest = present.filter((each) => each !== component);
  for (const each of rest) {
    const { ancestors } = await objectType(each, access);
    const script = describer.scriptPath(each);
    const heads = script.endsWith(".cs")
      ? (await access.sources.chain(path.resolve(access.projectRoot, script), path.basename(script, ".cs"))).heads
      : [];
    const of = { type: { name: "", ancestors, isWhole: false }, heads };
    const before = await neededWith(of, present, access);
    const lost = (await neededWith(of, rest, access)).filter((name) => !before.includes(name));
    if (lost.length > 0)
      throw refusedEdit(
        `${describer.typeName(each)} ${each.id} of the same object needs ${lost.join(" and ")}`,
        `Remove ${describer.typeName(each)} first, in the same call if you like`,
      );
  }
}
