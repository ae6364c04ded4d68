/** Checks a JSON Schema itself for unknown keywords, invalid patterns and wrong defaults. */
import {
  didYouMean,
  errorMessage,
  isObject,
  type Json,
  type JsonSchema,
  type ManifestFault,
  misfitOf,
  typeFault,
} from "../host/frontend-api.ts";
import { innerSchemas, keywordFaults } from "./schema-keywords.ts";

const MAX_DEPTH = 64;
/** Pairs of lower and upper bounds. */
const BOUNDS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Checks a schema recursively. `where` is its location in the manifest. */
export function schemaFaults(schema: unknown, where: string, depth = 0): ManifestFault[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  const at = schema;
  const faults: ManifestFault[] = [];
  const fault = (word: string, what: string, write: string) => faults.push({ where: `${where}.${word}`, what, write });
  for (const type of [at.type ?? []].flat()) {
    const wrong = typeFault(type);
    if (wrong) fault("type", wrong.what, wrong.write);
  }
  if (at.pattern !== undefined) {
    const why = patternFault(at.pattern);
    if (why)
      fault(
        "pattern",
        `cannot be compiled: ${why}`,
        "Write a JavaScript regular expression that is valid with the u flag",
      );
  }
  if (at.enum !== undefined && !(Array.isArray(at.enum) && at.enum.length > 0))
    fault("enum", "is not a list of values", "List the allowed values, at least one");
  for (const { what, write } of enumFaults(at)) fault("enum", what, write);
  const properties = isObject(at.properties) ? at.properties : {};
  if (at.required !== undefined && !Array.isArray(at.required))
    fault("required", `is ${JSON.stringify(at.required)}, not a list`, requiredList(at.required, where));
  for (const name of Array.isArray(at.required) ? at.required : []) {
    if (typeof name === "string" && (Object.hasOwn(properties, name) || at.properties === undefined)) continue;
    const known = Object.keys(properties);
    const near = typeof name === "string" ? didYouMean(name, known) : undefined;
    fault(
      "required",
      `names ${JSON.stringify(name)}, which is not one of its properties`,
      near ? `Did you mean "${near}"?` : `Known: ${known.join(", ") || "none"}`,
    );
  }
  for (const [least, most] of BOUNDS) {
    const [low, high] = [at[least], at[most]];
    if (typeof low === "number" && typeof high === "number" && low > high)
      fault(least, `is ${low}, which is more than ${most}, so no value is valid`, "Write the smaller number here");
  }
  if (at.default !== undefined && faults.length === 0) {
    const why = misfitOf(withoutPatterns(at) as JsonSchema, at.default as Json);
    if (why) fault("default", `does not match its own schema: ${why}`, "Write an allowed value");
  }
  faults.push(...keywordFaults(at, where));
  for (const { inner, place } of innerSchemas(at, where)) faults.push(...schemaFaults(inner, place, depth + 1));
  return faults;
}

/** Values that no call can have, or that are listed twice. */
function enumFaults({ enum: values, type }: Record<string, unknown>): Omit<ManifestFault, "where">[] {
  if (!Array.isArray(values)) return [];
  const known = [type ?? []].flat().filter((each) => typeFault(each) === undefined) as string[];
  const texts = values.map((value) => JSON.stringify(value));
  const twice = new Set(texts.filter((text, at) => texts.indexOf(text) !== at));
  const others = values.filter((value) => known.length > 0 && known.every((each) => misfitOf({ type: each }, value)));
  return [
    ...[...twice].map((text) => ({ what: `has ${text} twice`, write: "List each value once" })),
    ...others.map((value) => ({
      what: `has ${JSON.stringify(value)}, which is not of the type ${known.join(" or ")}`,
      write: "Remove it, or correct the type",
    })),
  ];
}

/** In earlier drafts, each property had this keyword. */
function requiredList(written: unknown, where: string): string {
  const [, name] = /.*\.properties\.(.+)$/.exec(where) ?? [];
  if (name === undefined || typeof written !== "boolean") return 'Write a list of names: "required": ["name"]';
  return written
    ? `Remove it, and write "required": [${JSON.stringify(name)}] next to the "properties" that declare it`
    : 'Remove it: a property is optional unless "required" next to "properties" names it';
}

function patternFault(pattern: unknown): string | undefined {
  if (typeof pattern !== "string") return "it is not a string";
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Removes patterns. Third-party patterns are only compiled, because matching one might take forever. */
export function withoutPatterns(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "pattern" && name !== "patternProperties");
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutPatterns(inner as Json)]));
}
