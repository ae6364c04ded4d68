/** Writes a value into the YAML of a field. It follows Unity's formatting and replaces as little text as possible. */
import type { Json, TextEdit } from "../../../core/host/plugin-api.ts";
import { isObject } from "../../../core/host/plugin-api.ts";
import { inBraces, referenceText, type WritingStyle, type WrittenReference } from "../asset-text/flow-format.ts";
import { formatScalar } from "../asset-text/scalar-format.ts";
import type { EnumMembers } from "../asset-types/enum-members.ts";
import { isValueType } from "../asset-types/value-types.ts";
import { referenceIn } from "../assets/asset-file.ts";
import type { YamlList, YamlMap, YamlNode, YamlScalar } from "../assets/yaml-tree.ts";
import { badValue } from "./edit-errors.ts";
import type { FieldStep, LocatedField } from "./field-path.ts";
import { scalarOf } from "./scalar-value.ts";

export interface ValueContext {
  text: string;
  style: WritingStyle;
  /** The field's name, which is only used in messages. */
  field: string;
  /** The declared type of the value or of its elements, or "" if it isn't known. */
  type: string;
  /** The members, if the type is an enum that we found. */
  members: EnumMembers | undefined;
  /** Other files that declare a different enum with the same name. */
  rivals: readonly string[];
  range: [least: number, most: number] | undefined;
  /** Returns the context for a nested value, which can have a different type. */
  part(step: FieldStep): Promise<ValueContext>;
  /** Resolves a reference that was given as a path, a name, or ids. */
  resolve(written: string | WrittenReference, present: YamlNode | undefined): Promise<WrittenReference>;
}

export function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

/** Throws INVALID_ARGUMENT if the value doesn't have the right shape. */
export async function writeValue(
  { node, entry }: LocatedField,
  value: Json,
  context: ValueContext,
): Promise<TextEdit[]> {
  const { text, style } = context;
  const present = referenceIn(node);
  if (present) {
    const reference = await asReference(value, node, context);
    // Line breaks are not consistent within a file, so a reference that doesn't change keeps its formatting.
    if (reference.fileId === present.fileId && reference.guid === present.guid) return [];
    const indent = columnOf(text, entry.keyStart);
    return [
      { start: node.start, end: node.end, text: referenceText(reference, columnOf(text, node.start), indent, style) },
    ];
  }
  if (node.kind === "scalar")
    return [scalarEdit(node, scalarOf(value, node, context), columnOf(text, entry.keyStart), context)];
  const given = fromText(value);
  if (node.kind === "list") return listEdits({ node, entry }, given, context);
  return mapEdits(node, given, context);
}

/** Some clients can't send lists or objects, so we also accept JSON in a string. */
function fromText(value: Json): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    const given: Json = JSON.parse(value);
    return given;
  } catch {
    return value;
  }
}

async function asReference(
  value: Json,
  present: YamlNode | undefined,
  context: ValueContext,
): Promise<WrittenReference> {
  if (value === null) return { fileId: "0", guid: "", type: 0 };
  if (typeof value === "string") return context.resolve(value, present);
  if (isObject(value) && /^-?\d+$/.test(String(value.fileID))) {
    const ids = { fileId: String(value.fileID), guid: String(value.guid ?? ""), type: Number(value.type ?? 3) };
    return context.resolve(ids, present);
  }
  throw badValue(
    `"${context.field}" refers to an object, and ${JSON.stringify(value)} names none`,
    "Write a path (Assets/A.mat), a guid, an object (Room/Door), or none",
  );
}

function scalarEdit(node: YamlScalar, value: string, indent: number, { text }: ValueContext, flow = false): TextEdit {
  const lead = text[node.start - 1] === ":" ? " " : "";
  const column = columnOf(text, node.start) + lead.length;
  return { start: node.start, end: node.end, text: lead + formatScalar(value, { column, indent: indent + 2, flow }) };
}

async function mapEdits(node: YamlMap, value: Json, context: ValueContext): Promise<TextEdit[]> {
  const given = Array.isArray(value) ? fromList(node, value) : value;
  const keys = node.entries.map(({ key }) => key).join(", ");
  if (!isObject(given))
    throw badValue(`"${context.field}" is an object with ${keys}`, "Write an object with some of these fields");
  const edits: TextEdit[] = [];
  for (const [key, wanted] of Object.entries(given)) {
    const each = wanted ?? null;
    const entry = node.entries.find((one) => one.key === key);
    if (!entry) throw badValue(`"${context.field}" has no field "${key}"`, `It has ${keys}`);
    const inner = await context.part(key);
    if (node.flow && entry.value.kind === "scalar") {
      edits.push(
        scalarEdit(entry.value, scalarOf(each, entry.value, inner), columnOf(context.text, node.start), inner, true),
      );
    } else edits.push(...(await writeValue({ node: entry.value, entry }, each, inner)));
  }
  return edits;
}

/** A vector can also be given as `[1, 2, 3]`. */
function fromList({ entries, flow }: YamlMap, values: Json[]): Json {
  if (!flow || values.length !== entries.length) return values;
  return Object.fromEntries(entries.map(({ key }, at) => [key, values[at] ?? null]));
}

async function listEdits(
  { node, entry }: LocatedField & { node: YamlList },
  value: Json,
  context: ValueContext,
): Promise<TextEdit[]> {
  if (!Array.isArray(value))
    throw badValue(
      `"${context.field}" is a list of ${node.items.length}`,
      `Write a list, or one element as ${context.field}[0]`,
    );
  const keyEnd = context.text.indexOf(":", entry.keyStart) + 1;
  if (value.length === 0) return [{ start: keyEnd, end: node.end, text: " []" }];
  const edits: TextEdit[] = [];
  for (const [at, item] of node.items.slice(0, value.length).entries()) {
    edits.push(...(await writeValue({ node: item, entry }, value[at] ?? null, await context.part(at))));
  }
  const next = value.slice(node.items.length);
  if (next.length > 0) edits.push(await appendEdit({ node, entry }, next, context));
  const last = node.items[value.length - 1];
  if (last && value.length < node.items.length) edits.push({ start: last.end, end: node.end, text: "" });
  return edits;
}

/** Appends an element that has the same shape as the last one. */
export async function appendEdit(
  { node, entry }: LocatedField & { node: YamlList },
  values: Json[],
  context: ValueContext,
): Promise<TextEdit> {
  const { text } = context;
  const isEmpty = node.items.length === 0;
  const indent = isEmpty ? columnOf(text, entry.keyStart) : columnOf(text, node.start);
  const parts: string[] = [];
  const place = { column: indent + 2, indent: indent + 2 };
  for (const value of values)
    parts.push(`\n${" ".repeat(indent)}- ${await rendered(value, node.items.at(-1), place, context)}`);
  const start = isEmpty ? text.indexOf(":", entry.keyStart) + 1 : node.end;
  return { start, end: node.end, text: parts.join("") };
}

interface Place {
  /** The column at which the value starts. */
  column: number;
  /** The indentation of the line with the key. */
  indent: number;
}

/**
 * Returns `name: value`, in which a value with several lines starts on the next line. If `like` is given, the format follows that
 * value.
 */
export async function renderedEntry(
  name: string,
  value: Json,
  like: YamlNode | undefined,
  indent: number,
  context: ValueContext,
): Promise<string> {
  if (formOf(value, like) === "block") {
    const inner = indent + 2;
    return `${name}:\n${" ".repeat(inner)}${await rendered(value, like, { column: inner, indent: inner }, context)}`;
  }
  return `${name}: ${await rendered(value, like, { column: indent + name.length + 2, indent }, context)}`;
}

/** If `like` is given, the format follows that existing value. */
async function rendered(value: Json, like: YamlNode | undefined, place: Place, context: ValueContext): Promise<string> {
  if (isReference(value, like, context))
    return referenceText(await asReference(value, like, context), place.column, place.indent, context.style);
  const form = formOf(value, like);
  if (form !== "other") return mapText(value, like?.kind === "map" ? like : undefined, form, place, context);
  if (Array.isArray(value) || like?.kind === "list") {
    if (!Array.isArray(value) || value.length > 0)
      throw badValue(`"${context.field}" contains a list inside a list`, "Set its elements one by one");
    return "[]";
  }
  const scalar = scalarOf(value, like?.kind === "scalar" ? like : undefined, context);
  return formatScalar(scalar, { ...place, flow: false });
}

/** Decides by the existing value `like` if there is one, and by the declared type otherwise. */
function isReference(value: Json, like: YamlNode | undefined, { type, members, rivals }: ValueContext): boolean {
  if (like) return referenceIn(like) !== undefined;
  if (isObject(value)) return "fileID" in value;
  if (value === null) return !isValueType(type);
  return typeof value === "string" && /^[A-Z]/.test(type) && !members && rivals.length === 0 && !isValueType(type);
}

const VECTOR = /^[xyzwrgba]$/;

/** Tells whether the value is written in braces or as a block. */
function formOf(value: Json, like: YamlNode | undefined): "flow" | "block" | "other" {
  if (like) {
    if (like.kind !== "map" || referenceIn(like)) return "other";
    return like.flow ? "flow" : "block";
  }
  if (!isObject(value) || "fileID" in value) return "other";
  return Object.keys(value).every((key) => VECTOR.test(key)) ? "flow" : "block";
}

async function mapText(
  value: Json,
  like: YamlMap | undefined,
  form: "flow" | "block",
  { column, indent }: Place,
  context: ValueContext,
): Promise<string> {
  const given = Array.isArray(value) && like ? fromList(like, value) : value;
  if (!isObject(given)) throw badValue(`"${context.field}" has several values`, "Write an object");
  const keys = like ? like.entries.map(({ key }) => key) : Object.keys(given);
  const lines: string[] = [];
  for (const key of Object.keys(given)) {
    const isKnown = like ? keys.includes(key) : (await context.part(key)).type !== "";
    if (!isKnown)
      throw badValue(
        `"${context.field}" has no field "${key}"`,
        like ? `It has ${keys.join(", ")}` : `${context.type || "Its class"} declares no such field that Unity saves`,
      );
  }
  for (const key of keys) {
    const old = like?.entries.find((entry) => entry.key === key)?.value;
    const next = given[key];
    const inner = await context.part(key);
    if (next === undefined && old) lines.push(copied(context.text, old, key));
    else if (form === "flow" && old?.kind !== "map")
      lines.push(`${key}: ${scalarOf(next ?? null, old?.kind === "scalar" ? old : undefined, inner)}`);
    else lines.push(await renderedEntry(key, next ?? null, old, indent, inner));
  }
  return form === "flow" ? inBraces(lines, column, indent, context.style) : lines.join(`\n${" ".repeat(indent)}`);
}

/** Copies part of an element. A block starts on the line below its key. */
function copied(text: string, { start, end }: YamlNode, key: string): string {
  const before = text.slice(text.lastIndexOf(`${key}:`, start) + key.length + 1, start);
  return `${key}:${before}${text.slice(start, end)}`;
}
