/** Parses JSON, and distinguishes JSON objects from other values. */
import type { Json, JsonObject } from "./outcome.ts";

/** True for an object, false for an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Throws as `JSON.parse` does. */
export function parseJson(text: string): Json {
  return JSON.parse(text);
}
