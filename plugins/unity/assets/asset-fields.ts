/**
 * Reads the field values of an object and determines where each comes from, which can be the document itself, a nested prefab
 * or an override.
 */
import { type AssetFile, type FileReference, referenceIn } from "./asset-file.ts";
import type { AssetObject, Override } from "./prefab-objects.ts";
import type { YamlNode } from "./yaml-tree.ts";

export interface FieldValue {
  /** The property path as Unity writes it, except that `.Array.data[0]` is shortened to `[0]`. */
  field: string;
  text: string;
  /** True if the value is a string rather than a number, the name of an enum member or a reference. */
  isText: boolean;
  reference: FileReference | undefined;
  /** The file that `reference` is relative to, which is the one that contains the document or the override. */
  referenceFrom: AssetFile;
  /** The last override that affects the value. It is not set if the value comes from the document. */
  override: Override | undefined;
}

/** Shortens `m_Materials.Array.data[0].x` to `m_Materials[0].x`. */
export function shortPath(property: string): string {
  return property.replace(/\.Array\.data\[(\d+)\]/g, "[$1]");
}

/** Returns all leaf values in document order. Fields that only exist as overrides are at the end. */
export function fieldValues({ file, document, overrides }: AssetObject): FieldValue[] {
  const values = new Map<string, FieldValue>();
  const add = (field: string, node: YamlNode) => collect(values, field, node, file);
  for (const { key, value } of file.fieldsOf(document).entries) add(key, value);
  for (const override of overrides) apply(values, override);
  return [...values.values()].filter(({ field }) => !field.endsWith(SIZE) || isEmptyList(values, field));
}

/** Unity has a separate leaf for the length of a list. We hide it unless the list is empty. */
export const SIZE = ".Array.size";

function isEmptyList(values: ReadonlyMap<string, FieldValue>, field: string): boolean {
  return values.get(field)?.text === "0";
}

function collect(values: Map<string, FieldValue>, field: string, node: YamlNode, file: AssetFile): void {
  const reference = referenceIn(node);
  const leaf = { field, isText: false, reference, referenceFrom: file, override: undefined };
  if (reference) values.set(field, { ...leaf, text: "" });
  else if (node.kind === "scalar") {
    values.set(field, { ...leaf, text: node.text, isText: node.style !== "plain" });
  } else if (node.kind === "list") {
    const size = `${field}${SIZE}`;
    values.set(size, { ...leaf, field: size, text: String(node.items.length) });
    for (const [at, item] of node.items.entries()) collect(values, `${field}[${at}]`, item, file);
  } else if (node.entries.length === 0) values.set(field, { ...leaf, text: "{}" });
  else for (const { key, value } of node.entries) collect(values, `${field}.${key}`, value, file);
}

function apply(values: Map<string, FieldValue>, override: Override): void {
  const field = shortPath(override.property);
  if (field.endsWith(SIZE)) {
    resize(values, field, override);
    return;
  }
  const before = values.get(field);
  const isReference = override.reference !== undefined && (before?.reference !== undefined || hasTarget(override));
  values.set(field, {
    field,
    text: isReference ? "" : override.value,
    isText: before?.isText === true,
    reference: isReference ? override.reference : undefined,
    referenceFrom: override.by,
    override,
  });
}

function hasTarget({ reference, value }: Override): boolean {
  return value === "" && reference !== undefined && reference.fileId !== "0";
}

/** This works the same way as in Unity: a shorter list loses elements at its end, and a longer one repeats its last element. */
function resize(values: Map<string, FieldValue>, sizeField: string, override: Override): void {
  const list = sizeField.slice(0, -SIZE.length);
  const old = Number(values.get(sizeField)?.text ?? 0);
  const size = Number(override.value);
  if (!Number.isInteger(size) || size < 0 || size > MAX_LENGTH) return;
  for (const key of [...values.keys()]) {
    const index = indexIn(key, list);
    if (index !== undefined && index >= size) values.delete(key);
  }
  const last = [...values.values()].filter(({ field }) => indexIn(field, list) === old - 1);
  for (let at = old; at < size; at++) {
    for (const value of last) {
      const field = `${list}[${at}]${value.field.slice(`${list}[${old - 1}]`.length)}`;
      values.set(field, { ...value, field, override });
    }
  }
  const plain = { isText: false, reference: undefined, referenceFrom: override.by };
  values.set(sizeField, { ...plain, field: sizeField, text: String(size), override });
}

/** If a list is longer than this, we assume that the file is broken. */
const MAX_LENGTH = 1_000_000;

/** Returns the index within `list`, or undefined if the field isn't inside it. */
function indexIn(field: string, list: string): number | undefined {
  if (!field.startsWith(`${list}[`)) return undefined;
  const index = /^\d+/.exec(field.slice(list.length + 1))?.[0];
  return index === undefined ? undefined : Number(index);
}
