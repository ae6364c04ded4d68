/** Converts valibot schemas to JSON Schema, which frontends, forms and docs use. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";

/** Returns an input schema (2020-12). Throws INTERNAL if MCP would not accept it. */
export function toInputSchema(schema: v.GenericSchema, tool: string): JsonSchema {
  const json = toJsonSchema(schema as never, { typeMode: "input", target: "draft-2020-12" }) as JsonSchema;
  delete json.$schema;
  return checkInputSchema(json, tool);
}

/** Converts a schema to JSON Schema (2020-12). Checks that have no equivalent are left out without an error. */
export function toOutputSchema(schema: v.GenericSchema): JsonSchema {
  const json = toJsonSchema(schema as never, {
    typeMode: "input",
    target: "draft-2020-12",
    errorMode: "ignore",
  }) as JsonSchema;
  delete json.$schema;
  return json;
}

/**
 * Checks that the root of an input schema is a plain object, which clients require. Properties that are not declared are
 * disallowed unless the schema says otherwise.
 */
export function checkInputSchema(schema: JsonSchema, tool: string): JsonSchema {
  if (schema.type !== "object") {
    throw new JigError("INTERNAL", `The input schema of "${tool}" must have type "object" at its root`);
  }
  for (const word of ["anyOf", "oneOf", "allOf"]) {
    if (word in schema)
      throw new JigError("INTERNAL", `The input schema of "${tool}" must not have "${word}" at its root`);
  }
  if (schema.additionalProperties === undefined) schema.additionalProperties = false;
  return schema;
}

/** Removes properties. With `--read-only`, this hides those that would make the tool write. */
export function withoutProperties(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = { ...schema.properties };
  for (const name of names) delete properties[name];
  const required = schema.required?.filter((name) => !names.includes(name));
  return { ...schema, properties, ...(required ? { required } : {}) };
}
