/** JSON parsing and a type guard */
import type { Json, JsonObject } from "./outcome.ts";

/** Not for arrays */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Falls back to `{}`. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Parse JSON with a type other than `any`. Errors are the same as for `JSON.parse`. */
export function parseJson(text: string): Json {
  return JSON.parse(text);
}
