/** Removes invalid entries from chunks of the database, so that a single one doesn't prevent us from reading the rest. */
import type { DatabaseArgument, DatabaseChunk, DatabaseMethod, DatabaseType } from "./debug-database.ts";

type Raw = Record<string, unknown>;

/** Removes invalid parts in place. */
export function sanitizeChunk(chunk: Raw): DatabaseChunk {
  for (const [name, entry] of Object.entries(chunk))
    if (isRecord(entry)) sanitizeType(entry);
    else delete chunk[name];
  return chunk as DatabaseChunk;
}

function sanitizeType(entry: Raw): void {
  const type = entry as DatabaseType;
  type.methods = list(entry.methods).filter(isMethod);
  type.properties = isRecord(entry.properties) ? (entry.properties as Record<string, unknown[]>) : {};
  for (const [name, facts] of Object.entries(type.properties))
    if (typeof (Array.isArray(facts) ? facts[0] : facts) !== "string") delete type.properties[name];
  if (entry.subtypes !== undefined) type.subtypes = list(entry.subtypes).filter((each) => typeof each === "string");
  dropUnlessText(entry, ["inherits", "supertype", "doc"]);
}

function isMethod(value: unknown): value is DatabaseMethod {
  if (!isRecord(value) || typeof value.name !== "string") return false;
  if (value.args !== undefined) value.args = list(value.args).filter(isArgument);
  if (!isRecord(value.meta)) delete value.meta;
  dropUnlessText(value, ["return", "doc", "unrealname"]);
  return true;
}

function isArgument(value: unknown): value is DatabaseArgument {
  if (!isRecord(value) || typeof value.type !== "string") return false;
  dropUnlessText(value, ["name", "default"]);
  return true;
}

function dropUnlessText(value: Raw, keys: readonly string[]): void {
  for (const key of keys) if (value[key] !== undefined && typeof value[key] !== "string") delete value[key];
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
