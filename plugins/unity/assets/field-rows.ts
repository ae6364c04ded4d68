/** Builds the rows that show fields, each with its value and origin. Small structs are shown on one line. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import { type FieldValue, fieldValues, SIZE } from "./asset-fields.ts";
import { fieldText, pathOf, type TreeObject } from "./asset-tree.ts";
import type { Describer } from "./describe-object.ts";
import { projectPath } from "./open-assets.ts";
import type { AssetObject, ExpandedAsset } from "./prefab-objects.ts";

export interface Chosen {
  objects: AssetObject[];
  /** The game object that the components belong to. */
  owner: TreeObject | undefined;
}

export interface FieldOptions {
  describer: Describer;
  expanded: ExpandedAsset;
  projectRoot: string;
  /** The prefab whose name is left out of the rows, since it would be the same in all of them. */
  prefab: string;
  /** Nested fields down to this depth get rows of their own. */
  depth: number;
  /** True if the caller chose one component, in which case long values are not shortened. */
  isAsked: boolean;
  /** A lower-case filter. Only fields whose path contains it are shown, and an empty string shows all. */
  field: string;
  /** True to split long values into several rows. */
  unfold: boolean;
  /** True if there is no game object, so that each row has to name its document. */
  named: boolean;
}

/** Users are never interested in these fields, which Unity needs for itself. */
const INTERNAL =
  /^(?:m_ObjectHideFlags|m_CorrespondingSourceObject|m_PrefabInstance|m_PrefabAsset|m_PrefabParentObject|m_PrefabInternal|serializedVersion|m_EditorHideFlags|m_EditorClassIdentifier|m_Script|m_GameObject|m_Father|m_Children|m_Component|m_RootOrder|m_LocalEulerAnglesHint)(?:$|[.[])/;

const SHORT_CHARS = 160;
const LONG_CHARS = 4_000;
/** A value with more parts than this is cut. */
const MAX_PARTS = 16;
const MAX_UNFOLD = 3;

export async function fieldRows(chosen: Chosen, options: FieldOptions): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for (const object of chosen.objects) rows.push(...(await rowsOf(object, chosen, options)));
  // Overrides come first, since they are usually the reason why someone looks at an instance.
  return [...rows.filter(({ Origin }) => Origin === "override"), ...rows.filter(({ Origin }) => Origin !== "override")];
}

async function rowsOf(object: AssetObject, { owner }: Chosen, options: FieldOptions): Promise<JsonObject[]> {
  const { describer, depth, field: wanted } = options;
  const name = describer.typeName(object);
  const own = owner ? pathOf(owner) : options.named ? fieldText(object, "m_Name") : "";
  const head = { ...(own === "" ? {} : { Object: own }), Component: name, Id: object.id };
  if (object.lost !== undefined) return [{ ...head, Field: "", Value: `not read: ${object.lost}`, Origin: "unknown" }];
  const script = describer.scriptPath(object);
  const hasScript = script !== "" && "m_script".includes(wanted);
  const rows: JsonObject[] = !hasScript
    ? []
    : [{ ...head, Field: "m_Script", Value: script, ...originOf(object, undefined, options) }];
  const values = fieldValues(object).filter(({ field }) => field.toLowerCase().includes(wanted));
  const add = async ({ field, leaves }: Group, steps: number): Promise<void> => {
    if (INTERNAL.test(field) && !isNamed(field, wanted)) return;
    const shown = await shownValue(field, leaves, object, options);
    const parts = shown.isCut && options.unfold && steps < MAX_UNFOLD ? groupsOf(leaves, steps + 1) : [];
    if (parts.length > 1 && parts.length <= MAX_PARTS) for (const part of parts) await add(part, steps + 1);
    else rows.push({ ...head, Field: field, Value: shown.text, ...originOf(object, leaves[0], options) });
  };
  for (const group of groupsOf(values, depth)) await add(group, depth);
  return rows.length > 0 || wanted !== ""
    ? rows
    : [{ ...head, Field: "", Value: "no fields of its own", Origin: "own" }];
}

/** Returns the parts of a value, each with its path below the field. If there are too many, the rest is cut. */
async function shownValue(field: string, leaves: FieldValue[], object: AssetObject, options: FieldOptions) {
  const texts = await Promise.all(leaves.map((leaf) => textOf(leaf, object, options)));
  const parts = leaves.map((leaf, at) => {
    const below = withoutSize(leaf.field).slice(field.length).replace(/^\./, "");
    return below === "" ? texts[at] : `${below}: ${texts[at]}`;
  });
  const whole = parts.join(", ");
  const most = options.isAsked ? LONG_CHARS : SHORT_CHARS;
  if (whole.length <= most) return { text: whole, isCut: false };
  const note = cutNote(leaves.length, whole.length, options.isAsked);
  return { text: `${whole.slice(0, most)}… (${note})`, isCut: leaves.length > 1 };
}

/** Checks whether the caller means this field or one inside it. `m_Script` is excluded because it has its own row. */
function isNamed(field: string, wanted: string): boolean {
  const [first] = field.toLowerCase().split(/[.[]/);
  return first !== "m_script" && first === wanted.split(/[.[]/)[0];
}

function cutNote(values: number, characters: number, isAsked: boolean): string {
  const all = values > 1 ? `${values} values` : `${characters} characters`;
  return isAsked ? `${all}; a greater depth gives each its own row` : `${all}; component or a greater depth shows more`;
}

interface Group {
  field: string;
  leaves: FieldValue[];
}

/** Groups leaves that have the same origin and the same first `depth` steps. An override among them gets a group of its own. */
function groupsOf(values: FieldValue[], depth: number): Group[] {
  const byField = new Map<string, FieldValue[]>();
  for (const value of values) {
    const field = steps(withoutSize(value.field)).slice(0, Math.max(1, depth)).join("");
    const group = byField.get(field);
    if (group) group.push(value);
    else byField.set(field, [value]);
  }
  return [...byField].flatMap(([field, leaves]): Group[] => {
    const origins = new Set(leaves.map(({ override }) => override?.by));
    if (origins.size === 1) return [{ field, leaves }];
    const set = leaves
      .filter(({ override }) => override !== undefined)
      .map((leaf) => ({ field: withoutSize(leaf.field), leaves: [leaf] }));
    const rest = leaves.filter(({ override }) => override === undefined);
    return rest.length > 0 ? [{ field, leaves: rest }, ...set] : set;
  });
}

/** An empty list has no leaf except its length, which we show as the list itself. */
function withoutSize(field: string): string {
  return field.endsWith(SIZE) ? field.slice(0, -SIZE.length) : field;
}

/** Splits `m_A.b[0]` into `m_A`, `.b` and `[0]`. */
function steps(field: string): string[] {
  return field.match(/\.?[^.[\]]+|\[[^\]]*\]/g) ?? [field];
}

async function textOf(leaf: FieldValue, object: AssetObject, { describer }: FieldOptions): Promise<string> {
  if (leaf.field.endsWith(SIZE)) return "empty";
  if (leaf.reference) {
    return describer.reference(object, leaf.reference, leaf.referenceFrom, leaf.override?.level ?? 0);
  }
  return leaf.isText ? JSON.stringify(leaf.text) : leaf.text;
}

function originOf(
  object: AssetObject,
  leaf: FieldValue | undefined,
  { expanded, projectRoot, prefab }: FieldOptions,
): JsonObject {
  const from = leaf?.override?.by ?? object.file;
  const isHere = from === expanded.file;
  if (isHere) return { Origin: leaf?.override ? "override" : "own" };
  const path = projectPath(projectRoot, from.path);
  return { Origin: leaf?.override ? "base override" : "base", ...(path === prefab ? {} : { From: path }) };
}
