/** Contains a parser for JSON and a type guard. */
import type { Json, JsonObject } from "./outcome.ts";

/** Returns false for arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns `{}` for any other value. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Parses JSON to a type other than `any`. The errors are the same as those of `JSON.parse`. */
export function parseJson(text: string): Json {
  return JSON.parse(text);
}
