/** Converts valibot schemas to JSON Schema, which frontends, forms and documentation use. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";

/** Returns the JSON Schema (2020-12) of a tool's input. Throws INTERNAL if MCP would not accept it. */
export function toInputSchema(schema: v.GenericSchema, tool: string): JsonSchema {
  const json = toJsonSchema(schema as never, { typeMode: "input", target: "draft-2020-12" }) as JsonSchema;
  delete json.$schema;
  return checkInputSchema(json, tool);
}

/** Returns the JSON Schema (2020-12) of a tool's output. Leaves out checks that JSON Schema can't express. */
export function toOutputSchema(schema: v.GenericSchema): JsonSchema {
  const json = toJsonSchema(schema as never, {
    typeMode: "input",
    target: "draft-2020-12",
    errorMode: "ignore",
  }) as JsonSchema;
  delete json.$schema;
  return json;
}

/** Checks that the root of an input schema is a plain object, as clients require. */
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

/** Removes properties from a schema. Under `--read-only`, these are the ones that can make the tool write. */
export function withoutProperties(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = { ...schema.properties };
  for (const name of names) delete properties[name];
  const required = schema.required?.filter((name) => !names.includes(name));
  return { ...schema, properties, ...(required ? { required } : {}) };
}
