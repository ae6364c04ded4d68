/**
 * Schemas as clients can take them, in as few tokens as say it: a model reads all of them before it has done anything. Adapters for other vendors' models refuse boolean `additionalProperties` and empty schemas, and in
 * their strict modes an object without properties can say nothing: a free-form object is therefore also accepted as JSON text.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from "../host/frontend-api.ts";

const FREE_FORM = "An object, or the same as JSON text.";

/** LangChain's strict mode closes only objects that say what they require; a list of none means nothing to everybody else. */
const ANY_OBJECT: JsonObject = { type: "object", required: [] };

/** The same schema in words that every client knows, without the parameters that go without saying. The host checks by the whole one. */
export function wireSchema(schema: JsonSchema, unlisted: readonly string[] = []): JsonObject {
  const wire = wired(schema, true) as JsonObject;
  const required = Array.isArray(wire.required) ? wire.required : [];
  if (isObject(wire.properties))
    for (const name of unlisted) if (!required.includes(name)) delete wire.properties[name];
  return wire;
}

function wired(schema: Json | undefined, root = false): Json {
  if (!isObject(schema)) return schema === undefined || typeof schema === "boolean" ? {} : schema;
  const wire: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "pattern" && isOpaque(value) && typeof schema.description === "string") continue;
    if (key === "additionalProperties" || key === "$schema" || saysNothing(key, value)) continue;
    if (key === "properties" && isObject(value)) {
      wire.properties = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wired(each)]));
    } else if (key === "items") wire.items = wired(value);
    else if ((key === "anyOf" || key === "oneOf") && Array.isArray(value)) {
      // A choice with something that may be anything is anything: what is left of it says what is meant.
      wire.anyOf = value.filter((each) => isObject(each) && Object.keys(each).length > 0).map((each) => wired(each));
    } else wire[key] = value;
  }
  return simplified(wire, root);
}

/** The edge of the plausible, over which nobody steps but by mistake: the host says so then. */
const PLAUSIBLE = { minimum: 1, minLength: 1, minItems: 1, maximum: 1000, maxLength: 1000, maxItems: 100 };

/** Bounds that nobody reaches, and defaults that are what leaving a parameter out means anyway. */
function saysNothing(key: string, value: Json | undefined): boolean {
  if (key === "default") return value === false || value === "" || isEmpty(value);
  // Every name is a string.
  if (key === "propertyNames") return isObject(value) && value.type === "string" && Object.keys(value).length === 1;
  if (key === "required") return Array.isArray(value) && value.length === 0;
  if (typeof value !== "number" || !(key in PLAUSIBLE)) return false;
  const edge = PLAUSIBLE[key as keyof typeof PLAUSIBLE];
  return key.startsWith("min") ? value >= 0 && value <= edge : value >= edge;
}

/** Longer than anybody reads: the words beside it say it, and the host checks by it. */
function isOpaque(pattern: Json | undefined): boolean {
  return typeof pattern === "string" && pattern.length > 60;
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function simplified(schema: JsonObject, root: boolean): JsonObject {
  if (Array.isArray(schema.anyOf)) {
    const { anyOf: options, ...rest } = schema;
    if (options.length === 1) return simplified({ ...(options[0] as JsonObject), ...rest }, root);
    return options.length === 0 ? anything(rest) : schema;
  }
  if (root) return schema;
  if (schema.type === "object" && !hasProperties(schema)) {
    const { type: _, description, ...rest } = schema;
    const words = typeof description === "string" ? `${description} ${FREE_FORM}` : FREE_FORM;
    return { ...rest, description: words, anyOf: [ANY_OBJECT, { type: "string" }] };
  }
  if (schema.type === "array" && isObject(schema.items) && Object.keys(schema.items).length === 0) {
    return { ...schema, items: anything({}) };
  }
  const typed = ["type", "enum", "const", "$ref"].some((key) => key in schema);
  return typed ? schema : anything(schema);
}

function anything(schema: JsonObject): JsonObject {
  const types = ["string", "number", "boolean", "object", "null"];
  return { ...schema, anyOf: types.map((type) => (type === "object" ? ANY_OBJECT : { type })) };
}

function hasProperties({ properties }: JsonObject): boolean {
  return isObject(properties) && Object.keys(properties).length > 0;
}
