/** Reads values from JSON that may have any form. */
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";

export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Everything that isn't an object is skipped. */
export function rowsOf(value: Json, key: string): JsonObject[] {
  const rows = asObject(value)[key];
  return Array.isArray(rows) ? rows.map(asObject) : [];
}

export function textIn(row: JsonObject, key: string): string {
  const value = row[key];
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}
