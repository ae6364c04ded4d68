/**
 * Schemas as clients can take them, in few tokens: a model reads all of them before it has done anything. Adapters for other vendors' models refuse boolean `additionalProperties` and empty schemas. Their strict modes
 * allow no object without named properties, so for them such an object is a string of JSON, which the host reads from every client.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from "../host/frontend-api.ts";

const JSON_TEXT = "As JSON text, such as `{}`.";

interface Words {
  /** Strict modes allow no object without named properties. */
  strict?: boolean;
  /** Keeps every limit and default that its author wrote. */
  whole?: boolean;
}

/** The same schema in words that every client knows, without the parameters that go without saying. The host checks by the whole one. */
export function wireSchema(schema: JsonSchema, unlisted: readonly string[] = [], words: Words = {}): JsonObject {
  const { strict = false } = words;
  // An object's schema stays an object.
  const wire = wired(schema, words, true) as JsonObject;
  const required = Array.isArray(wire.required) ? wire.required : [];
  if (!isObject(wire.properties)) return wire;
  // Strict modes take an object without properties for an open one: there the last seldom needed parameter stays.
  const isKept = (name: string) =>
    required.includes(name) || (strict && Object.keys(wire.properties ?? {}).length === 1);
  for (const name of unlisted) if (!isKept(name)) delete wire.properties[name];
  return wire;
}

function wired(schema: Json | undefined, words: Words, root = false): Json {
  if (!isObject(schema)) return schema === undefined || typeof schema === "boolean" ? {} : schema;
  const wire: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "additionalProperties" || key === "$schema") continue;
    if (!words.whole && (saysNothing(key, value) || (isOpaque(key, value) && typeof schema.description === "string")))
      continue;
    if (key === "properties" && isObject(value)) {
      wire.properties = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wired(each, words)]));
    } else if (key === "items") wire.items = wired(value, words);
    else if ((key === "anyOf" || key === "oneOf") && Array.isArray(value)) {
      // A union with an unconstrained member accepts anything, so only its description is kept.
      const meant = value.filter((each) => isObject(each) && Object.keys(each).length > 0);
      wire.anyOf = meant.map((each) => wired(each, words));
    } else wire[key] = value;
  }
  return simplified(wire, words.strict ?? false, root);
}

/** Limits that only a mistake exceeds: the host checks them, the schema omits them. */
const PLAUSIBLE = { minimum: 1, minLength: 1, minItems: 1, maximum: 1000, maxLength: 1000, maxItems: 100 };

/** Bounds too large to matter, and defaults equal to an omitted parameter. */
function saysNothing(key: string, value: Json | undefined): boolean {
  if (key === "default") return value === false || value === "" || isEmpty(value);
  // Every name is a string.
  if (key === "propertyNames") return isObject(value) && value.type === "string" && Object.keys(value).length === 1;
  if (key === "required") return Array.isArray(value) && value.length === 0;
  if (typeof value !== "number" || !(key in PLAUSIBLE)) return false;
  const edge = PLAUSIBLE[key as keyof typeof PLAUSIBLE];
  return key.startsWith("min") ? value >= 0 && value <= edge : value >= edge;
}

/** Longer patterns are omitted: the description says the same, and the host checks it. */
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
