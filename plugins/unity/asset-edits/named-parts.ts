/** Looks up the object, component or field that an edit refers to. */
import { fieldValues } from "../assets/asset-fields.ts";
import { pathOf, type TreeObject } from "../assets/asset-tree.ts";
import { chosenObjects, mainDocument } from "../assets/choose-object.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import { severalMeant, unknownName } from "./edit-errors.ts";
import type { AssetEdit } from "./edit-keys.ts";
import type { AssetState } from "./edited-asset.ts";
import { modelPart } from "./model-parts.ts";

type Named = Pick<AssetEdit, "object" | "component" | "field">;

export function nodeOf(
  { object, component }: Pick<AssetEdit, "object" | "component">,
  { tree, describer }: AssetState,
): TreeObject {
  const [only] = tree.roots;
  if (object === "" && component === "" && only && tree.roots.length === 1) return only;
  const { owner } = chosenObjects(tree, describer, { object, component });
  if (owner) return owner;
  throw unknownName(`"${object}" is not a game object`, "Name an object of the hierarchy; unity-asset-read lists them");
}

export function componentOf(edit: Named, state: AssetState): AssetObject {
  const part = modelPart(edit, state);
  if (part) return part.object;
  const { tree, describer } = state;
  const { objects, owner } = chosenObjects(tree, describer, edit);
  const [component] = objects;
  if (component && objects.length === 1) return component;
  throw severalMeant(
    `"${owner ? pathOf(owner) : edit.object}" has ${objects.length} ${edit.component} components`,
    objects.map(({ id }) => id),
  );
}

/** If the edit doesn't name a component, the field must exist in only one of them. */
export function fieldOwner(edit: Named, state: AssetState): AssetObject {
  const { tree, describer } = state;
  if (edit.component !== "") return componentOf(edit, state);
  const part = edit.object === "" ? undefined : modelPart(edit, state);
  if (part) return part.object;
  const sole = edit.object === "" ? mainDocument(tree) : undefined;
  const wanted =
    edit.object === "" && tree.roots.length === 1 ? { ...edit, object: tree.roots[0]?.object.id ?? "" } : edit;
  const { objects, owner } = sole ?? chosenObjects(tree, describer, wanted);
  const [first] = objects;
  if (!first) throw unknownName(`No object "${edit.object}"`, "unity-asset-read lists them");
  const byId = owner?.components.find(({ id }) => id === edit.object);
  if (byId) return byId;
  if (objects.length === 1 || edit.field === "") return first;
  const name = /^[^.[]+/.exec(edit.field)?.[0] ?? edit.field;
  const having = objects.filter((each) => fieldValues(each).some(({ field }) => /^[^.[]+/.exec(field)?.[0] === name));
  if (having.length === 0) {
    const all = objects.flatMap((each) => fieldValues(each).map(({ field }) => `${describer.typeName(each)}.${field}`));
    const low = name.toLowerCase().replace(/^m_?/, "");
    const near = all.filter((each) => each.toLowerCase().includes(low)).slice(0, 10);
    const hint =
      near.length > 0
        ? `Pass the component and field of one of these: ${near.join(", ")}`
        : "unity-asset-read with object lists its fields";
    throw unknownName(
      `"${owner ? pathOf(owner) : edit.object}" and its components have no field "${name}"`,
      hint,
      near,
    );
  }
  const [one = first] = having;
  if (having.length < 2 || one === first) return one;
  throw severalMeant(
    `${having.length} components of "${owner ? pathOf(owner) : edit.object}" have ${name}: choose one with component`,
    having.map((each) => describer.typeName(each)),
  );
}
