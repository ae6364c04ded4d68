/**
 * Handles `pattern` in third-party schemas. A hostile regular expression can run practically forever, so these are tested on a
 * worker with a time limit.
 */
import type { JsonSchema } from "../contract/host.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";

/** A string with the pattern that it has to match. */
export interface Trial {
  path: string;
  pattern: string;
  text: string;
}

/** Removes all patterns, which makes the rest safe to check in the host. */
export function withoutPatterns(schema: JsonSchema): JsonSchema {
  return stripped(schema);
}

function strip(schema: Json | undefined): Json | undefined {
  if (Array.isArray(schema)) return schema.map((each) => strip(each) ?? null);
  return typeof schema === "object" && schema !== null ? stripped(schema) : schema;
}

/** Removes patterns from a schema. Properties need special care, because one of them might be called `pattern`. */
function stripped(schema: JsonObject): JsonObject {
  const rest: JsonObject = {};
  for (const [word, value] of Object.entries(schema)) {
    if (word === "pattern" || word === "patternProperties" || word === "propertyNames") continue;
    if (word === "properties" || word === "$defs" || word === "definitions") {
      rest[word] = Object.fromEntries(Object.entries(value ?? {}).map(([name, inner]) => [name, strip(inner)]));
    } else if (word === "enum" || word === "const" || word === "default" || word === "examples") rest[word] = value;
    else rest[word] = strip(value);
  }
  return rest;
}

/** Collects patterns from properties and items. In an alternative a pattern doesn't have to apply, so these are left out. */
export function trialsIn(schema: JsonSchema | undefined, value: Json | undefined, path: string): Trial[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (typeof value === "string")
    return typeof schema.pattern === "string" ? [{ path, pattern: schema.pattern, text: value }] : [];
  if (Array.isArray(value)) return value.flatMap((item, at) => trialsIn(schema.items, item, `${path}[${at}]`));
  if (typeof value !== "object" || value === null) return [];
  const properties = schema.properties ?? {};
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = Object.hasOwn(properties, name)
      ? properties[name]
      : (schema.additionalProperties as JsonSchema | undefined);
    return trialsIn(own, inner, path === "" ? name : `${path}.${name}`);
  });
}
