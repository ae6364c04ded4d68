/** Defines the interface for editing a configuration file without changing anything else in it. */
import type { JsonObject } from "../host/frontend-api.ts";

/** All methods throw INVALID_ARGUMENT if the text isn't valid in its format. */
export interface ConfigDocument {
  value: JsonObject;
  /** Merges `entry` into an existing one, or adds it. */
  set(path: string[], entry: JsonObject): string;
  remove(path: string[]): string;
}

export function lookUp(value: JsonObject, path: readonly string[]): unknown {
  let place: unknown = value;
  for (const key of path) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as JsonObject)[key];
  }
  return place;
}
