/** Selects the parts of a union that an object literal can belong to. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";
import { plainText } from "./declared-members.ts";
import { FUNCTIONS } from "./names.ts";
import { isSameTag, tagsOf } from "./tags.ts";
import { annotationOf, type T, type Types } from "./type-model.ts";

/** Values that can differ from a tag: other tags, and objects, which are never one. */
const COMPARABLE = /^(?:string|number|true|false|member_expression|object|array)$/;

/** Keeps the parts of a union whose tags match the literal, as in `{ kind: "a" }`. */
export async function fittingParts(wanted: T, object: LightNode, file: ParsedFile, types: Types): Promise<T> {
  if (wanted.is !== "union") return wanted;
  const values = object.children.flatMap((pair) => {
    const [key, value] = [childOf(pair, "key"), childOf(pair, "value")];
    return key && value && COMPARABLE.test(value.type) ? [{ key: plainText(file.textOf(key)), value }] : [];
  });
  const of: T[] = [];
  for (const part of wanted.of) {
    let fits = true;
    for (const { key, value } of values) fits &&= await takes(part, key, value, file, types);
    if (fits) of.push(part);
  }
  return of.length > 0 ? { is: "union", of } : wanted;
}

/** Returns true if a part of a union can have a value at a key. A part that is written with other values cannot. */
async function takes(part: T, key: string, value: LightNode, file: ParsedFile, types: Types): Promise<boolean> {
  const tags = await tagsOf(part, key, types);
  if (!tags) return true;
  return !/^(?:object|array)$/.test(value.type) && tags.some((tag) => isSameTag(tag, file.textOf(value)));
}

/**
 * Returns the parts of the union written at a constant that its literal fits. The compiler, too, narrows
 * `const a: A | B = {…}` by the value, except in functions that are declared before the constant may have it.
 */
export async function partsOfConstant(union: T, name: LightNode, file: ParsedFile, types: Types): Promise<T> {
  const binding = file.lookup(file.textOf(name), name);
  const value = binding && childOf(binding.by, "value");
  if (union.is !== "union" || binding?.by.type !== "variable_declarator" || value?.type !== "object") return union;
  const { by } = binding;
  if (!annotationOf(by) || !/^const\b/.test(file.text.slice(by.parent?.start, by.start))) return union;
  if (!isReadAfter(name, by)) return union;
  const fitting = await fittingParts(union, value, file, types);
  const keys = literalKeys(value, file);
  if (fitting.is !== "union" || !keys) return fitting;
  const of = fitting.of.filter((part) => requiredKeys(part).every((key) => keys.has(key)));
  const [only] = of;
  return of.length === 1 && only ? only : { is: "union", of: of.length > 0 ? of : fitting.of };
}

/** Between the name and its constant are only functions that are expressions. */
function isReadAfter(name: LightNode, by: LightNode): boolean {
  const home = by.parent?.parent?.type === "export_statement" ? by.parent.parent.parent : by.parent?.parent;
  for (let at = name.parent; at && at !== home; at = at.parent)
    if (at !== by && FUNCTIONS.has(at.type) && !/^(?:arrow_function|function_expression)$/.test(at.type)) return false;
  return true;
}

/** Returns undefined if the literal may have keys that are not written. */
function literalKeys(object: LightNode, file: ParsedFile): Set<string> | undefined {
  const keys = new Set<string>();
  for (const each of object.children) {
    const key = /^shorthand/.test(each.type) ? each : (childOf(each, "key") ?? childOf(each, "name"));
    if (each.type === "comment") continue;
    if (!key || key.type === "computed_property_name") return undefined;
    keys.add(plainText(file.textOf(key)));
  }
  return keys;
}

/** Returns the keys that every object of a type has, as far as its own declaration says. */
function requiredKeys(type: T): string[] {
  const parts = type.is === "named" && !type.isStatic ? type.parts : type.is === "object" ? [type.part] : [];
  return parts.flatMap(({ node, file }) => {
    const body = node.type === "interface_declaration" ? childOf(node, "body") : node;
    if (!/^(?:interface_body|object_type)$/.test(body?.type ?? "")) return [];
    return (body?.children ?? []).flatMap((each) => {
      const name = each.type === "property_signature" ? childOf(each, "name") : undefined;
      return name && !/^\s*\?/.test(file.text.slice(name.end)) ? [plainText(file.textOf(name))] : [];
    });
  });
}
