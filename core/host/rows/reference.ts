/** Resolves references and templates of a declaration for one row: see `Reference` in the contract. */

import { isObject } from "../contract/is-object.ts";
import { escapeStep, stepsOf, valueAt, valueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Reference, Template } from "../contract/output-schema.ts";

/** What a reference of one row can name. */
export interface Scope {
  answer: Json;
  input: JsonObject;
  row: Json;
  /** The row's key in its map, or the key of its group. */
  key?: string;
  group?: Json;
  /** In a tree: the rows above, from the root down. */
  above?: () => Json[];
}

/** Returns undefined where there is no value. With `*`, the values of all items, joined by a comma. */
export function resolveReference(reference: Reference, scope: Scope): Json | undefined {
  if (reference.startsWith("@"))
    return Object.hasOwn(scope.input, reference.slice(1)) ? scope.input[reference.slice(1)] : undefined;
  if (reference === "^") return scope.key;
  if (reference.startsWith("//")) {
    const steps = stepsOf(reference.slice(1));
    const names = [...(scope.above?.() ?? []), scope.row].map((row) => plainText(valueBelow(row, steps)));
    return names.filter((name) => name !== "").join("/") || undefined;
  }
  const [from, pointer] = reference.startsWith("#")
    ? [scope.answer, reference.slice(1)]
    : reference.startsWith("^")
      ? [scope.group, reference.slice(1)]
      : [scope.row, reference];
  const whole = pointer.includes("{") ? fillSteps(pointer, scope) : pointer;
  if (whole === undefined) return undefined;
  return whole.includes("*") ? joined(from, stepsOf(whole)) : valueAt(from, whole);
}

/** The value as text; undefined where that would be empty. */
export function textAt(reference: Reference | undefined, scope: Scope): string | undefined {
  if (reference === undefined) return undefined;
  const text = plainText(resolveReference(reference, scope));
  return text === "" ? undefined : text;
}

/** Returns undefined for anything but an integer from 0. */
export function numberAt(reference: Reference | undefined, scope: Scope): number | undefined {
  const value = reference === undefined ? undefined : resolveReference(reference, scope);
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** Returns undefined where a template has references and none of them has a value. */
export function fillTemplate(template: Template, scope: Scope): string | undefined {
  let wanted = 0;
  let found = 0;
  const text = template.replace(/\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g, (_, reference: string) => {
    wanted++;
    const words = plainText(resolveReference(reference, scope));
    if (words !== "") found++;
    return words;
  });
  return wanted > 0 && found === 0 ? undefined : text;
}

/** A value as text. A list of plain values is joined by commas, anything else deeper is JSON. */
export function plainText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.map(String).join(", ");
  return JSON.stringify(value);
}

function fillSteps(pointer: string, scope: Scope): string | undefined {
  let missing = false;
  const text = pointer.replace(/\{([^{}]*)\}/g, (_, reference: string) => {
    const words = plainText(resolveReference(reference, scope));
    if (words === "") missing = true;
    return escapeStep(words);
  });
  return missing ? undefined : text;
}

function joined(value: Json | undefined, steps: readonly string[]): Json | undefined {
  const star = steps.indexOf("*");
  const list = valueBelow(value, steps.slice(0, star));
  if (!Array.isArray(list) && !isObject(list)) return undefined;
  const items = Array.isArray(list) ? list : Object.values(list);
  const texts = items.map((item) => plainText(valueBelow(item, steps.slice(star + 1)))).filter((text) => text !== "");
  return texts.length === 0 ? undefined : texts.join(", ");
}
