/** Gets and sets values by JSON pointers, which output declarations use. */
import { isObject } from "./is-object.ts";
import type { Json, JsonObject } from "./outcome.ts";

export function stepsOf(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescaped);
}

function unescaped(step: string): string {
  return step.includes("~") ? step.replaceAll("~1", "/").replaceAll("~0", "~") : step;
}

export function escapeStep(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * Returns undefined if there is nothing at the pointer. It doesn't split the pointer into steps, because it runs for each cell
 * of each row.
 */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let at: Json | undefined = value;
  for (let slash = pointer.indexOf("/"); slash >= 0; ) {
    const end = pointer.indexOf("/", slash + 1);
    at = memberOf(at, unescaped(pointer.slice(slash + 1, end < 0 ? pointer.length : end)));
    slash = end;
  }
  return at;
}

export function valueBelow(value: Json | undefined, steps: readonly string[]): Json | undefined {
  return steps.reduce(memberOf, value);
}

function memberOf(value: Json | undefined, step: string): Json | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  return Array.isArray(value) ? value[Number(step)] : value[step];
}

/**
 * Returns a copy with `placed` at the end of the steps, creating objects on the way. If there are no steps, the result is just
 * `placed`.
 */
export function withValueBelow(value: Json | undefined, steps: readonly string[], placed: Json): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return placed;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === step ? withValueBelow(item, rest, placed) : item));
  }
  const object = isObject(value) ? value : {};
  const inner = Object.hasOwn(object, step) ? object[step] : undefined;
  return copyWith(object, step, withValueBelow(inner, rest, placed));
}

export function withValueAt(value: Json | undefined, pointer: string, placed: Json): Json {
  return withValueBelow(value, stepsOf(pointer), placed);
}

/** Returns a copy without the field at a pointer. If there is no such field, the value itself is returned and nothing is copied. */
export function withoutValueAt(value: Json, pointer: string): Json {
  const [step, ...rest] = stepsOf(pointer);
  return step === undefined || valueAt(value, pointer) === undefined ? value : withoutBelow(value, step, rest);
}

function withoutBelow(value: Json, step: string, [next, ...rest]: readonly string[]): Json {
  if (!isObject(value)) return value;
  return copyWith(value, step, next === undefined ? undefined : withoutBelow(value[step] ?? null, next, rest));
}

/**
 * Returns a copy of an object in which one entry is set. The order of existing keys is preserved. We can't simply assign to the
 * key, because with `__proto__` that would set the prototype.
 */
export function copyWith(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const entries = Object.entries(object);
  const at = entries.findIndex(([name]) => name === key);
  if (at < 0) entries.push([key, value]);
  else entries[at] = [key, value];
  return Object.fromEntries(entries);
}
