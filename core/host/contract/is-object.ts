/** What JSON values are told apart by. */
import type { JsonObject } from "./outcome.ts";

/** True for an object; a list is none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
