/**
 * Edits the overrides of a prefab instance. They are stored as entries of `m_Modifications`, grouped by target and in the order
 * that Unity uses.
 */
import type { Json, TextEdit } from "../../../core/host/plugin-api.ts";
import { isObject } from "../../../core/host/plugin-api.ts";
import { referenceText, type WrittenReference } from "../asset-text/flow-format.ts";
import { insertItems, withoutItems } from "../asset-text/list-edits.ts";
import { formatScalar } from "../asset-text/scalar-format.ts";
import { type FieldValue, fieldValues, shortPath } from "../assets/asset-fields.ts";
import { type AssetFile, entryOf, referenceIn, textOf } from "../assets/asset-file.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import type { YamlEntry, YamlList, YamlMap, YamlNode } from "../assets/yaml-tree.ts";
import { badValue, noSuchField, refusedEdit } from "./edit-errors.ts";
import { type AssetState, type SourceObject, sourceOf } from "./edited-asset.ts";
import { type FieldStep, printed, propertyPath, stepsOf } from "./field-path.ts";
import { isModel } from "./model-parts.ts";
import { scalarOf } from "./scalar-value.ts";
import { columnOf, type ValueContext } from "./write-value.ts";

interface Modification {
  steps: FieldStep[];
  suffix: string;
  value: string;
  reference: WrittenReference | undefined;
}

export async function overrideEdits(
  object: AssetObject,
  steps: FieldStep[],
  value: Json,
  context: ValueContext,
  state: AssetState,
): Promise<TextEdit[]> {
  const source = sourceOf(object, state);
  if (!source) throw refusedEdit("the object does not belong to an instance", "Name another object");
  const known = fieldValues(object);
  const changes = await modifications(object, steps, value, known, context);
  const edits: TextEdit[] = [];
  const added: string[] = [];
  const { list, entry } = modificationList(state.file, source);
  for (const change of changes) {
    const path = propertyPath(change.steps) + change.suffix;
    const present = list.items.find((item) => isAbout(item, source, path));
    if (present) edits.push(...replaced(present, change, context));
    else added.push(entryText(source, path, change, columnOf(context.text, entry.keyStart), context));
  }
  if (added.length > 0) edits.push(insertion(list, entry, source, added, context));
  return edits;
}

/** Returns one modification for each leaf value. */
async function modifications(
  object: AssetObject,
  steps: FieldStep[],
  value: Json,
  known: readonly FieldValue[],
  context: ValueContext,
): Promise<Modification[]> {
  const field = printed(steps);
  const leaf = known.find((each) => each.field === field);
  const below = known.filter((each) => each.field.startsWith(`${field}.`) || each.field.startsWith(`${field}[`));
  if (leaf?.reference) {
    const reference = await referenceFor(value, leaf, context);
    return [{ steps, suffix: "", value: "", reference }];
  }
  if (leaf && leaf.text !== "{}") {
    const text = scalarOf(value, { text: leaf.text, style: leaf.isText ? "single" : "plain" }, context);
    return [{ steps, suffix: "", value: text, reference: undefined }];
  }
  const length = lengthOf(field, known);
  if (Array.isArray(value) && length !== undefined && isModel(object.file.path))
    throw badValue(`The length of "${field}" in the model is unknown`, `Set its elements one by one: ${field}[0]`);
  if (Array.isArray(value) && length !== undefined)
    return listModifications(object, steps, value, length, known, context);
  const given = Array.isArray(value) ? vectorOf(field, value, below) : value;
  if (below.length > 0 && isObject(given)) {
    const all: Modification[] = [];
    for (const [key, each] of Object.entries(given)) {
      const part = await context.part(key);
      all.push(...(await modifications(object, [...steps, key], each ?? null, known, part)));
    }
    return all;
  }
  if (below.length > 0)
    throw badValue(
      `"${field}" has several values`,
      `Write an object, or one of ${below
        .slice(0, 10)
        .map((each) => each.field)
        .join(", ")}`,
    );
  const last = steps.at(-1);
  const list = steps.slice(0, -1);
  if (typeof last === "number" && lengthOf(printed(list), known) === last) {
    return listElement(object, list, last, value, known, context);
  }
  throw noSuchField(object, steps, 0, undefined);
}

async function referenceFor(
  value: Json,
  { reference, referenceFrom }: FieldValue,
  context: ValueContext,
): Promise<WrittenReference> {
  if (value === null) return { fileId: "0", guid: "", type: 0 };
  if (typeof value !== "string")
    throw badValue(
      `"${context.field}" refers to an object`,
      "Write a path (Assets/A.mat), a guid, an object (Room/Door), or none",
    );
  // Everything inside the prefab has to be referred to with the guid of the prefab.
  const guid = reference?.guid || (reference?.fileId === "0" ? "" : referenceFrom.guid);
  return context.resolve(value, reference && flowReference(reference.fileId, guid));
}

function flowReference(fileId: string, guid: string): YamlMap {
  const scalar = (key: string, text: string): YamlEntry => ({
    key,
    keyStart: 0,
    value: { kind: "scalar", style: "plain", text, start: 0, end: 0 },
  });
  const entries = [scalar("fileID", fileId), ...(guid === "" ? [] : [scalar("guid", guid)])];
  return { kind: "map", flow: true, entries, start: 0, end: 0 };
}

/** Returns undefined if the field isn't a list. */
function lengthOf(field: string, known: readonly FieldValue[]): number | undefined {
  const size = known.find((each) => each.field === `${field}.Array.size`);
  if (size) return Number(size.text);
  const indexes = known.flatMap(({ field: each }) =>
    each.startsWith(`${field}[`) ? [Number(/^\d+/.exec(each.slice(field.length + 1))?.[0] ?? 0)] : [],
  );
  return indexes.length > 0 ? Math.max(...indexes) + 1 : undefined;
}

async function listModifications(
  object: AssetObject,
  steps: FieldStep[],
  values: Json[],
  length: number,
  known: readonly FieldValue[],
  context: ValueContext,
): Promise<Modification[]> {
  const all: Modification[] = [];
  if (values.length !== length) all.push(sizeOf(steps, values.length));
  for (const [at, value] of values.entries()) {
    const part = await context.part(at);
    if (at < length) all.push(...(await modifications(object, [...steps, at], value, known, part)));
    else all.push(...(await listElement(object, steps, at, value, known, part)).slice(1));
  }
  return all;
}

/** A new element gets the same shape as the last one. */
async function listElement(
  object: AssetObject,
  list: FieldStep[],
  at: number,
  value: Json,
  known: readonly FieldValue[],
  context: ValueContext,
): Promise<Modification[]> {
  const field = printed(list);
  const last = `${field}[${(lengthOf(field, known) ?? 1) - 1}]`;
  const next = `${field}[${at}]`;
  const like = known
    .filter((each) => each.field === last || each.field.startsWith(`${last}.`) || each.field.startsWith(`${last}[`))
    .map((each) => ({ ...each, field: next + each.field.slice(last.length) }));
  if (like.length === 0) {
    throw refusedEdit(
      `the list ${field} is empty in the prefab, so the format of its elements is unknown`,
      "Set it in the prefab itself, or in the Editor",
    );
  }
  return [sizeOf(list, at + 1), ...(await modifications(object, [...list, at], value, like, context))];
}

function sizeOf(steps: FieldStep[], size: number): Modification {
  return { steps, suffix: ".Array.size", value: String(size), reference: undefined };
}

/** A vector can also be given as `[1, 2, 3]`. */
function vectorOf(field: string, values: Json[], below: readonly FieldValue[]): Json {
  const keys = below.map((each) => each.field.slice(field.length + 1));
  const isVector = keys.length === values.length && keys.every((key) => /^\w$/.test(key));
  return isVector ? Object.fromEntries(keys.map((key, at) => [key, values[at] ?? null])) : values;
}

export function modificationList(
  file: AssetFile,
  { instance }: Pick<SourceObject, "instance">,
): { list: YamlList; entry: YamlEntry } {
  const modification = entryOf(file.fieldsOf(instance), "m_Modification");
  const entry =
    modification?.kind === "map" ? modification.entries.find(({ key }) => key === "m_Modifications") : undefined;
  if (entry?.value.kind === "list") return { list: entry.value, entry };
  throw refusedEdit(`the instance ${instance.fileId} has no list of overrides`, "Save the asset in Unity once");
}

export function isAbout(
  item: YamlNode,
  { id, guid }: Pick<SourceObject, "id" | "guid">,
  path: string | undefined,
): boolean {
  const target = referenceIn(entryOf(item, "target"));
  if (target?.fileId !== id || target.guid !== guid) return false;
  return path === undefined || shortPath(textOf(item, "propertyPath")) === shortPath(path);
}

/** Replaces either the value or the reference, depending on which of them has changed. */
function replaced(item: YamlNode, { value, reference }: Modification, context: ValueContext): TextEdit[] {
  const { text, style } = context;
  const edits: TextEdit[] = [];
  if (item.kind !== "map") return edits;
  for (const { key, keyStart, value: node } of item.entries) {
    const indent = columnOf(text, keyStart);
    const lead = text[node.start - 1] === ":" ? " " : "";
    const column = columnOf(text, node.start) + lead.length;
    const range = { start: node.start, end: node.end };
    if (key === "value") {
      edits.push({ ...range, text: lead + formatScalar(value, { column, indent: indent + 2, flow: false }) });
    } else if (key === "objectReference") {
      const target = reference ?? { fileId: "0", guid: "", type: 0 };
      edits.push({ ...range, text: referenceText(target, column, indent, style) });
    }
  }
  return edits.filter((edit) => text.slice(edit.start, edit.end) !== edit.text);
}

function entryText(
  source: SourceObject,
  path: string,
  { value, reference }: Modification,
  indent: number,
  { style }: ValueContext,
): string {
  const blank = " ".repeat(indent + 2);
  const target = { fileId: source.id, guid: source.guid, type: 3 };
  const written = /\[/.test(path) && style.quotesPaths ? `'${path}'` : path;
  return [
    `${" ".repeat(indent)}- target: ${referenceText(target, indent + 10, indent + 2, style)}`,
    `${blank}propertyPath: ${written}`,
    `${blank}value: ${formatScalar(value, { column: indent + 9, indent: indent + 4, flow: false })}`,
    `${blank}objectReference: ${referenceText(reference ?? { fileId: "0", guid: "", type: 0 }, indent + 19, indent + 2, style)}`,
  ].join("\n");
}

/**
 * A new entry goes after the existing overrides of the same target. For a new target we go by id, provided that the list is
 * sorted at all.
 */
function insertion(
  list: YamlList,
  entry: YamlEntry,
  source: SourceObject,
  added: string[],
  { text }: ValueContext,
): TextEdit {
  const own = list.items.findLastIndex((item) => isAbout(item, source, undefined));
  if (own >= 0) return insertItems(list, entry, own + 1, added, text);
  const ids = list.items.map((item) => BigInt(referenceIn(entryOf(item, "target"))?.fileId || 0));
  const isOrdered = ids.every((id, at) => at === 0 || id >= (ids[at - 1] ?? id));
  const place = isOrdered ? ids.findIndex((id) => id > BigInt(source.id)) : -1;
  return insertItems(list, entry, place < 0 ? list.items.length : place, added, text);
}

/** Returns the edits that remove all overrides of the object, or only those of one field. */
export function revertEdits(object: AssetObject, field: string, state: AssetState): TextEdit[] {
  const source = sourceOf(object, state);
  if (!source)
    throw refusedEdit(
      `${object.type} ${object.id} belongs to the asset itself, so it has no overrides`,
      "Set the field to the value it should have",
    );
  const { list, entry } = modificationList(state.file, source);
  const wanted = field === "" ? undefined : printed(stepsOf(field) ?? [field]);
  const gone = (item: YamlNode) => {
    if (!isAbout(item, source, undefined)) return false;
    const own = shortPath(textOf(item, "propertyPath"));
    return wanted === undefined || own === wanted || own.startsWith(`${wanted}.`) || own.startsWith(`${wanted}[`);
  };
  if (!list.items.some(gone)) {
    const own = list.items
      .filter((item) => isAbout(item, source, undefined))
      .map((item) => shortPath(textOf(item, "propertyPath")));
    throw refusedEdit(
      `${wanted === undefined ? "nothing" : `"${wanted}"`} of the object is ${wanted === undefined ? "" : "not "}overridden here`,
      own.length > 0 ? `Overridden fields: ${own.slice(0, 10).join(", ")}` : "The value comes from the prefab",
    );
  }
  return withoutItems(list, entry, gone, state.file.content.text);
}
