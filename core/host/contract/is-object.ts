/** Tells JSON objects from other values. */
import type { JsonObject } from "./outcome.ts";

/** True for an object, false for an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
