/**
 * Converts the schemas of tools for clients with few tokens, because models read all of them at the start. Adapters for some
 * models reject boolean `additionalProperties` and empty schemas. Strict modes don't allow objects without a fixed form, so
 * these are declared as JSON strings, and the host accepts both.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from "../host/frontend-api.ts";

const JSON_TEXT = "As JSON text, such as `{}`.";

interface Words {
  /** Used for strict modes, which require named properties. */
  strict?: boolean;
  /** True to keep all limits and defaults. */
  whole?: boolean;
}

/**
 * Returns a schema that is reduced to widely supported keywords, without standard parameters. The host still validates against
 * the full schema.
 */
export function wireSchema(schema: JsonSchema, unlisted: readonly string[] = [], words: Words = {}): JsonObject {
  const { strict = false } = words;
  // The schema of an object remains one.
  const wire = wired(schema, words, true) as JsonObject;
  const required = Array.isArray(wire.required) ? wire.required : [];
  if (!isObject(wire.properties)) return wire;
  // In strict mode, an object without properties would have no fixed form, so one rarely used parameter is kept.
  const isKept = (name: string) =>
    required.includes(name) || (strict && Object.keys(wire.properties ?? {}).length === 1);
  for (const name of unlisted) if (!isKept(name)) delete wire.properties[name];
  return wire;
}

function wired(schema: Json | undefined, words: Words, root = false): Json {
  if (!isObject(schema)) return schema === undefined || typeof schema === "boolean" ? {} : schema;
  const wire: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$schema") continue;
    if (key === "additionalProperties") {
      // It is the only description of the values of a map.
      if (isObject(value) && Object.keys(value).length > 0 && !words.strict) wire[key] = wired(value, words);
      continue;
    }
    if (!words.whole && (saysNothing(key, value) || (isOpaque(key, value) && typeof schema.description === "string")))
      continue;
    if (key === "properties" && isObject(value)) {
      wire.properties = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wired(each, words)]));
    } else if (key === "items") wire.items = wired(value, words);
    else if ((key === "anyOf" || key === "oneOf") && Array.isArray(value)) {
      // A union that has a member without constraints accepts anything, so only its description is kept.
      const meant = value.filter((each) => isObject(each) && Object.keys(each).length > 0);
      wire.anyOf = meant.map((each) => wired(each, words));
    } else wire[key] = value;
  }
  return simplified(wire, words.strict ?? false, root);
}

/** Only a mistake would exceed these limits. They are left out, and the host checks them anyway. */
const PLAUSIBLE = { minimum: 1, minLength: 1, minItems: 1, maximum: 1000, maxLength: 1000, maxItems: 100 };

/** Returns true for very large bounds, and for defaults that mean the same as leaving out the parameter. */
function saysNothing(key: string, value: Json | undefined): boolean {
  if (key === "default") return value === false || value === "" || isEmpty(value);
  // The names of all properties are strings anyway.
  if (key === "propertyNames") return isObject(value) && value.type === "string" && Object.keys(value).length === 1;
  if (key === "required") return Array.isArray(value) && value.length === 0;
  if (typeof value !== "number" || !(key in PLAUSIBLE)) return false;
  const edge = PLAUSIBLE[key as keyof typeof PLAUSIBLE];
  return key.startsWith("min") ? value >= 0 && value <= edge : value >= edge;
}

/** Long patterns are left out. The description explains them, and the host checks them. */
function isOpaque(key: string, pattern: Json | undefined): boolean {
  return key === "pattern" && typeof pattern === "string" && pattern.length > 60;
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function simplified(schema: JsonObject, strict: boolean, root: boolean): JsonObject {
  if (Array.isArray(schema.anyOf)) {
    const { anyOf: options, ...rest } = schema;
    const [only] = options;
    if (options.length === 1) return simplified({ ...(isObject(only) ? only : {}), ...rest }, strict, root);
    return options.length === 0 ? anything(rest) : schema;
  }
  if (root) return schema;
  if (schema.type === "object" && !hasProperties(schema)) {
    if (!strict) return schema;
    const { description } = schema;
    return { type: "string", description: typeof description === "string" ? `${description} ${JSON_TEXT}` : JSON_TEXT };
  }
  if (schema.type === "array" && isObject(schema.items) && Object.keys(schema.items).length === 0) {
    return { ...schema, items: anything({}) };
  }
  const typed = ["type", "enum", "const", "$ref"].some((key) => key in schema);
  return typed ? schema : anything(schema);
}

function anything(schema: JsonObject): JsonObject {
  const types = ["string", "number", "boolean", "null"];
  return { ...schema, anyOf: types.map((type) => ({ type })) };
}

function hasProperties({ properties }: JsonObject): boolean {
  return isObject(properties) && Object.keys(properties).length > 0;
}
