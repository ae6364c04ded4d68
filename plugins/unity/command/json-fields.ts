/** Lenient access to JSON that could have any shape. */
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";

export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Skips everything that's not an object. */
export function rowsOf(value: Json, key: string): JsonObject[] {
  const rows = asObject(value)[key];
  return Array.isArray(rows) ? rows.map(asObject) : [];
}

export function textIn(row: JsonObject, key: string): string {
  const value = row[key];
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}
