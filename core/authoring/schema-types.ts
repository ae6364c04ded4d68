/** Generates TypeScript types and Markdown from the schema of plugin.json. */
import { isObject, type JsonSchema } from "../host/frontend-api.ts";

/** Descriptions become comments. `depth` is the level of indentation. */
export function typeOf(schema: JsonSchema, depth = 0): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const options = alternatives(schema);
  if (options) return options.map((each) => typeOf(each, depth)).join(" | ");
  switch (schema.type) {
    case "string":
    case "number":
    case "boolean":
      return String(schema.type);
    case "integer":
      return "number";
    case "array":
      if (Array.isArray(schema.prefixItems))
        return `readonly [${schema.prefixItems.map((each) => typeOf(isObject(each) ? each : {}, depth)).join(", ")}]`;
      return `readonly (${typeOf(schema.items ?? {}, depth)})[]`;
    case "object":
      return schema.properties ? objectType(schema, depth) : recordType(schema, depth);
    default:
      return "unknown";
  }
}

function objectType(schema: JsonSchema, depth: number): string {
  const required = new Set(schema.required);
  const indent = "  ".repeat(depth + 1);
  const lines = propertiesOf(schema).map(([name, property]) => {
    const comment = property.description ? `${indent}/** ${property.description} */\n` : "";
    return `${comment}${indent}${name}${required.has(name) ? "" : "?"}: ${typeOf(property, depth + 1)};`;
  });
  return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}

function recordType(schema: JsonSchema, depth: number): string {
  const values = schema.additionalProperties;
  const inner = typeof values === "object" && values !== null ? typeOf(values, depth) : "unknown";
  return `{ readonly [name: string]: ${inner} }`;
}

/** Returns one table per object, in the order of the manifest. */
export function referenceOf(schema: JsonSchema, title = "plugin.json"): string {
  const sections: string[] = [];
  const visit = (at: JsonSchema, where: string) => {
    const required = new Set(at.required);
    const rows = propertiesOf(at)
      .filter(([name]) => name !== "$schema")
      .map(([name, property]) => {
        const kind = typeName(property).replaceAll("|", "\\|");
        return `| \`${name}\`${required.has(name) ? "" : " (optional)"} | ${kind} | ${String(property.description ?? "").replaceAll("|", "\\|")} |`;
      });
    sections.push(`### \`${where}\`\n\n| Property | Type | Meaning |\n| --- | --- | --- |\n${rows.join("\n")}`);
    for (const [name, property] of propertiesOf(at)) {
      for (const inner of objectsIn(property))
        visit(inner.schema, `${where === title ? "" : `${where}.`}${name}${inner.suffix}`);
    }
  };
  visit(schema, title);
  return sections.join("\n\n");
}

/** Returns the objects in a property: the property itself, the items of an array, or the values of a record. */
function objectsIn(property: JsonSchema): { schema: JsonSchema; suffix: string }[] {
  const options = alternatives(property);
  if (options) return options.flatMap(objectsIn);
  if (property.properties) return [{ schema: property, suffix: "" }];
  if (property.type === "array") {
    return objectsIn(property.items ?? {}).map((inner) => ({ ...inner, suffix: `[]${inner.suffix}` }));
  }
  const values = property.additionalProperties;
  if (typeof values !== "object" || values === null) return [];
  return objectsIn(values).map((inner) => ({ ...inner, suffix: `.<name>${inner.suffix}` }));
}

function typeName(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => `\`${each}\``).join(" | ");
  const options = alternatives(schema);
  if (options) return [...new Set(options.map(typeName))].join(" | ");
  if (schema.type === "array") return `list of ${typeName(schema.items ?? {})}`;
  if (schema.type === "object" && !schema.properties) {
    const values = schema.additionalProperties;
    return typeof values === "object" && values !== null ? `object of ${typeName(values)}` : "object";
  }
  return String(schema.type ?? "any");
}

function alternatives(schema: JsonSchema): JsonSchema[] | undefined {
  return schema.anyOf ?? schema.oneOf;
}

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries(schema.properties ?? {});
}
