/** Derives the fields of a form from the JSON Schema of a tool. */
import type { Json, JsonObject, JsonSchema } from "../../../core/host/frontend-api.ts";

interface FieldBase {
  key: string;
  title: string;
  help: string;
  required: boolean;
  default: Json | undefined;
  /** The schema, which contains the limits. */
  schema: JsonSchema;
}

/** A field. If there is no simpler control, it is `json` and the user types it in. */
export type Field = FieldBase &
  (
    | { kind: "text" | "number" | "toggle" | "json" }
    | { kind: "choice"; choices: Json[] }
    | { kind: "list"; item: Field }
    | { kind: "group"; fields: Field[] }
  );

/** Returns the top-level group, in which required parameters come first. */
export function formOf(schema: JsonSchema): Extract<Field, { kind: "group" }> {
  const root = fieldOf("", { properties: {}, ...schema, type: "object" }, true, schema);
  return root as Extract<Field, { kind: "group" }>;
}

function fieldOf(key: string, given: JsonSchema, required: boolean, root: JsonSchema): Field {
  const schema = only(resolve(given, root), root);
  const base: FieldBase = {
    key,
    title: typeof schema.title === "string" ? schema.title : key,
    help: typeof schema.description === "string" ? schema.description : "",
    required,
    default: schema.default,
    schema,
  };
  const choices = choicesOf(schema);
  if (choices) return { ...base, kind: "choice", choices };
  switch (schema.type) {
    case "string":
      return { ...base, kind: "text" };
    case "integer":
    case "number":
      return { ...base, kind: "number" };
    case "boolean":
      return { ...base, kind: "toggle" };
    case "array":
      if (!isSchema(schema.items)) return { ...base, kind: "json" };
      return { ...base, kind: "list", item: fieldOf("", schema.items, true, root) };
    case "object":
      if (!isSchema(schema.properties)) return { ...base, kind: "json" };
      return { ...base, kind: "group", fields: fieldsOf(schema, root) };
    default:
      return { ...base, kind: "json" };
  }
}

function fieldsOf(schema: JsonSchema, root: JsonSchema): Field[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries(schema.properties as JsonObject).map(([key, each]) =>
    fieldOf(key, isSchema(each) ? each : {}, required.includes(key), root),
  );
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

function choicesOf(schema: JsonSchema): Json[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const options = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(options) || options.length === 0) return undefined;
  return options.every((option) => isSchema(option) && option.const !== undefined)
    ? options.map((option) => (option as JsonObject).const!)
    : undefined;
}

/** Simplifies an `anyOf` that has a single meaningful branch, for example `[{…}, {}]` or a type and null. */
function only(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== "null") : [];
  if (types.length === 1) return { ...schema, type: types[0] };
  const options = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(options)) return schema;
  const shapes = options
    .map((option) => (isSchema(option) ? resolve(option, root) : {}))
    .filter((option) => Object.keys(option).length > 0 && option.type !== "null");
  return shapes.length === 1 ? { ...shapes[0], ...schema, type: shapes[0]!.type } : schema;
}

/** Resolves a `$ref`, but only a local one. */
function resolve(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  if (typeof schema.$ref !== "string" || !schema.$ref.startsWith("#/") || depth > 8) return schema;
  let target: unknown = root;
  for (const part of schema.$ref.slice(2).split("/")) target = (target as JsonObject | undefined)?.[part];
  return isSchema(target) ? resolve(target, root, depth + 1) : schema;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
