/** A configuration file as text that can be looked into and changed in one place, everything else left as it is. */
import type { JsonObject } from "../host/frontend-api.ts";

/** The operations on one file's text. They throw INVALID_ARGUMENT where the text is not what the format wants. */
export interface ConfigDocument {
  /** What the file holds. */
  value: JsonObject;
  /** The text with `entry` at `path`; what stands there already is changed, not replaced. */
  set(path: string[], entry: JsonObject): string;
  /** The text without what stands at `path`. */
  remove(path: string[]): string;
}

/** What stands at `path`; undefined where nothing does. */
export function lookUp(value: JsonObject, path: readonly string[]): unknown {
  let place: unknown = value;
  for (const key of path) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as JsonObject)[key];
  }
  return place;
}
