/** From a valibot schema to the JSON Schema that every frontend, form and document derives from. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";

/** The JSON Schema (2020-12) of a tool's input. Throws INTERNAL if it cannot be an MCP input schema. */
export function toInputSchema(schema: v.GenericSchema, tool: string): JsonSchema {
  const json = toJsonSchema(schema as never, { typeMode: "input", target: "draft-2020-12" }) as JsonSchema;
  delete json.$schema;
  return checkInputSchema(json, tool);
}

/** The JSON Schema (2020-12) of a tool's answer. What valibot checks beyond JSON Schema is left out. */
export function toOutputSchema(schema: v.GenericSchema): JsonSchema {
  const json = toJsonSchema(schema as never, {
    typeMode: "input",
    target: "draft-2020-12",
    errorMode: "ignore",
  }) as JsonSchema;
  delete json.$schema;
  return json;
}

/** Clients accept only a plain object as the root of an input schema. */
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

/** The schema without some of its properties: what `--read-only` leaves of a tool whose parameters can write. */
export function withoutProperties(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = { ...schema.properties };
  for (const name of names) delete properties[name];
  const required = schema.required?.filter((name) => !names.includes(name));
  return { ...schema, properties, ...(required ? { required } : {}) };
}
