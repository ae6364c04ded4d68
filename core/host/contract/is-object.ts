/** Parses JSON and recognizes JSON objects. */
import type { Json, JsonObject } from "./outcome.ts";

/** Returns true for objects, but false for arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Throws like `JSON.parse`. */
export function parseJson(text: string): Json {
  return JSON.parse(text);
}
