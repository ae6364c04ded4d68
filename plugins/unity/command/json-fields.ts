/** Reads fields of JSON whose shape is not guaranteed. */
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";

export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the objects of an array and skips everything else. */
export function rowsOf(value: Json, key: string): JsonObject[] {
  const rows = asObject(value)[key];
  return Array.isArray(rows) ? rows.map(asObject) : [];
}

export function textIn(row: JsonObject, key: string): string {
  const value = row[key];
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}
