/** A configuration file as text: reads it, or changes one entry and leaves the rest unchanged. */
import type { JsonObject } from "../host/frontend-api.ts";

/** Operations on one file's text. They throw INVALID_ARGUMENT if the text is not valid in its format. */
export interface ConfigDocument {
  /** The parsed content. */
  value: JsonObject;
  /** The text with `entry` at `path`; an existing entry is changed, not replaced. */
  set(path: string[], entry: JsonObject): string;
  /** The text without the entry at `path`. */
  remove(path: string[]): string;
}

/** The value at `path`, if any. */
export function lookUp(value: JsonObject, path: readonly string[]): unknown {
  let place: unknown = value;
  for (const key of path) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as JsonObject)[key];
  }
  return place;
}
