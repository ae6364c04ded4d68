/** Knows all keywords of JSON Schema. Validators ignore misspelled ones, so they are reported here. */
import { isObject, type ManifestFault, nearestName, typeFault } from "../host/frontend-api.ts";

/** Keywords that contain one schema, a list, or a map. */
const ONE = [
  ...["items", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "contains"],
  ...["propertyNames", "not", "if", "then", "else", "contentSchema"],
] as const;
const LIST = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const BY_NAME = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"] as const;

const NUMBERS = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"],
];
const OTHERS = [
  ...["type", "enum", "const", "required", "default", "description", "title", "examples", "format", "pattern"],
  ...["uniqueItems", "dependentRequired", "dependencies", "contentEncoding", "contentMediaType"],
  ...["readOnly", "writeOnly", "deprecated", "$schema", "$id", "$ref", "$anchor", "$comment", "$vocabulary"],
  ...["$dynamicRef", "$dynamicAnchor"],
];
const KNOWN: readonly string[] = [...ONE, ...LIST, ...BY_NAME, ...NUMBERS, ...OTHERS];

/** Similar keywords of other libraries and languages, in lower case and without underscores. Some depend on the type. */
const HABITS: Record<string, string | Record<string, string>> = {
  min: { string: "minLength", array: "minItems", object: "minProperties", "": "minimum" },
  max: { string: "maxLength", array: "maxItems", object: "maxProperties", "": "maximum" },
  gt: "exclusiveMinimum",
  gte: "minimum",
  lt: "exclusiveMaximum",
  lte: "maximum",
  choices: "enum",
  options: "enum",
  values: "enum",
  regex: "pattern",
  desc: "description",
  help: "description",
  summary: "description",
  example: "examples",
  fields: "properties",
  props: "properties",
  params: "properties",
  parameters: "properties",
  args: "properties",
  arguments: "properties",
  allowed: "enum",
  allowedvalues: "enum",
  enumvalues: "enum",
  defaultvalue: "default",
  fallback: "default",
  kind: "type",
  datatype: "type",
  label: "title",
  element: "items",
  elements: "items",
  itemtype: "items",
};

/** Checks one schema without subschemas. An unknown keyword that isn't similar to a known one is treated as a comment. */
export function keywordFaults(schema: Record<string, unknown>, where: string): ManifestFault[] {
  return Object.entries(schema).flatMap(([word, value]): ManifestFault[] => {
    const place = `${where}.${word}`;
    if (NUMBERS.includes(word) && typeof value !== "number")
      return [{ where: place, what: `is ${JSON.stringify(value)}, not a number`, write: "Write a number" }];
    if (KNOWN.includes(word) || word.startsWith("x-")) return [];
    return [
      { where: place, what: "is not a JSON Schema keyword and has no effect", write: adviceOn(word, value, schema) },
    ];
  });
}

function adviceOn(word: string, value: unknown, schema: Record<string, unknown>): string {
  if (word === "optional" || word === "nullable")
    return `Remove it: parameters are optional unless the "required" list of their object names them`;
  if (word === "mandatory")
    return 'Remove it, and add the name to "required" of the object that has it: "required": ["name"]';
  const isSchema = (isObject(value) && value.type !== undefined) || typeFault(value) === undefined;
  if (isSchema && schema.properties === undefined)
    return `If it is a parameter, write "properties": {${JSON.stringify(word)}: {"type": …}}`;
  const habit = HABITS[word.toLowerCase().replaceAll(/[-_]/g, "")];
  const type = typeof schema.type === "string" ? schema.type : "";
  const near = isObject(habit)
    ? (habit[type] ?? habit[""])
    : (habit ?? nearestName(word, KNOWN, Math.max(1, Math.floor(word.length / 3))));
  return near ? `Did you mean "${near}"?` : 'Remove it, or write "x-" before it if a program of yours reads it';
}

/** Returns direct subschemas with their locations. */
export function innerSchemas(schema: Record<string, unknown>, where: string): { inner: unknown; place: string }[] {
  const found: { inner: unknown; place: string }[] = [];
  for (const word of ONE) if (isObject(schema[word])) found.push({ inner: schema[word], place: `${where}.${word}` });
  for (const word of LIST) {
    const list = schema[word];
    if (!Array.isArray(list)) continue;
    for (const [at, inner] of list.entries()) found.push({ inner, place: `${where}.${word}.${at}` });
  }
  for (const word of BY_NAME) {
    const named = schema[word];
    if (!isObject(named)) continue;
    for (const [name, inner] of Object.entries(named)) found.push({ inner, place: `${where}.${word}.${name}` });
  }
  return found;
}
