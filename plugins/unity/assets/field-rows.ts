/** Field rows of objects. Each row has a value and its origin, and small structures are shown on one line. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import { type FieldValue, fieldValues, SIZE } from "./asset-fields.ts";
import { fieldText, pathOf, type TreeObject } from "./asset-tree.ts";
import type { Describer } from "./describe-object.ts";
import { projectPath } from "./open-assets.ts";
import type { AssetObject, ExpandedAsset } from "./prefab-objects.ts";

export interface Chosen {
  objects: AssetObject[];
  /** The game object that these components are on. */
  owner: TreeObject | undefined;
}

export interface FieldOptions {
  describer: Describer;
  expanded: ExpandedAsset;
  projectRoot: string;
  /** The objects' prefab. Rows with values from it don't repeat its name. */
  prefab: string;
  /** The depth to which nested fields get rows of their own. */
  depth: number;
  /** The call names a single component, so show long values in full. */
  isAsked: boolean;
  /** Only show fields with this text in their path. Lower case, and empty for all fields. */
  field: string;
  /** Values that are too long for one row are split over several. */
  unfold: boolean;
  /** Rows of documents without a game object need to say which document they are from. */
  named: boolean;
}

/** Internal fields that users never set. */
const INTERNAL =
  /^(?:m_ObjectHideFlags|m_CorrespondingSourceObject|m_PrefabInstance|m_PrefabAsset|m_PrefabParentObject|m_PrefabInternal|serializedVersion|m_EditorHideFlags|m_EditorClassIdentifier|m_Script|m_GameObject|m_Father|m_Children|m_Component|m_RootOrder|m_LocalEulerAnglesHint)(?:$|[.[])/;

const SHORT_CHARS = 160;
const LONG_CHARS = 4_000;
/** Fields with more parts than this are truncated instead of expanded. */
const MAX_PARTS = 16;
const MAX_UNFOLD = 3;

export async function fieldRows(chosen: Chosen, options: FieldOptions): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for (const object of chosen.objects) rows.push(...(await rowsOf(object, chosen, options)));
  // Overrides come first, because most questions about an instance are about them.
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

/** The parts with their paths below the field, truncated if there are too many. */
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

/** Returns true if the caller wants this field or a part of it. `m_Script` has a separate row. */
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

/** Groups leaves that share their first `depth` steps and their origin. Overrides among them get separate rows. */
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

/** Show the length of an empty list as the list itself. */
function withoutSize(field: string): string {
  return field.endsWith(SIZE) ? field.slice(0, -SIZE.length) : field;
}

/** Splits `m_A.b[0]` into `m_A`, `.b`, `[0]`. */
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
