/** Resolves the references and templates of a declaration against a row (see `Reference` in the contract). */

import { isObject } from "../contract/is-object.ts";
import { escapeStep, stepsOf, valueAt, valueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { LinkRule, Reference, Template } from "../contract/output-schema.ts";
import type { AnswerRow } from "./row.ts";

export interface Scope extends Pick<AnswerRow, "key" | "group" | "parent"> {
  answer: Json;
  input: JsonObject;
  row: Json;
}

/**
 * Resolves a reference for one row. It returns undefined if there is no value. If the reference contains a `*`, the values of
 * all items are joined with commas.
 */
export function resolveReference(reference: Reference | undefined, scope: Scope): Json | undefined {
  if (reference === undefined) return undefined;
  if (reference.startsWith("@"))
    return Object.hasOwn(scope.input, reference.slice(1)) ? scope.input[reference.slice(1)] : undefined;
  if (reference === "^") return scope.key;
  if (reference.startsWith("//")) {
    const names = [plainText(valueAt(scope.row, reference.slice(1)))];
    for (let at = scope.parent; at; at = at.parent) names.unshift(plainText(valueAt(at.value, reference.slice(1))));
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

/** Returns the value as text, or undefined if it is empty. */
export function textAt(reference: Reference | undefined, scope: Scope): string | undefined {
  return plainText(resolveReference(reference, scope)) || undefined;
}

/** Returns integers that are not negative, and undefined for any other value. */
export function numberAt(reference: Reference | undefined, scope: Scope): number | undefined {
  const value = resolveReference(reference, scope);
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/**
 * Tests the condition of a link. It is met if the value exists and, if there is a list, is on the list. Without a condition, it
 * is always met.
 */
export function isMet(when: LinkRule["when"], scope: Scope): boolean {
  if (!when) return true;
  const value = resolveReference(when.at, scope);
  if (value === undefined || value === null || value === "") return false;
  return when.in === undefined || when.in.some((each) => each === value);
}

/** Matches `{…}`, which may contain another `{…}`. */
const IN_TEMPLATE = /\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g;

export function templateReferences(template: Template): Reference[] {
  return Array.from(template.matchAll(IN_TEMPLATE), ([, reference = ""]) => reference);
}

/** Returns undefined if the template has references and all of them are empty. */
export function fillTemplate(template: Template, scope: Scope): string | undefined {
  const found: string[] = [];
  const text = template.replace(IN_TEMPLATE, (_, reference: string) => {
    const words = plainText(resolveReference(reference, scope));
    found.push(words);
    return words;
  });
  return found.length > 0 && found.every((words) => words === "") ? undefined : text;
}

/** Converts a value to text. Simple values in a list are joined with commas, and deeper structures become JSON. */
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
