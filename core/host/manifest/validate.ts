/**
 * Validates the input against the JSON Schema of a tool. In addition, it suggests names for mistyped ones, converts integers
 * that are given as strings, and fills in defaults.
 */
import { Validator } from "@cfworker/json-schema";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";
import { isObject } from "../contract/is-object.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import { shortJson } from "../contract/short-json.ts";
import { ruleOf } from "./schema-rules.ts";

/**
 * Returns a copy for the handler, with converted numbers, without nulls for optional parameters, and with all defaults. Throws
 * INVALID_ARGUMENT.
 */
export function validateInput(schema: JsonSchema, input: unknown): JsonObject {
  if (!isObject(input)) {
    throw new JigError("INVALID_ARGUMENT", `The input must be a JSON object, not ${shortJson(input)}`, {
      hint: `Parameters: ${Object.keys(propertiesOf(schema)).join(", ")}`,
    });
  }
  const ready = prepareObject(schema, input, "");
  const { valid, errors } = check(schema, ready);
  if (valid) return ready;
  throw complaint(schema, ready, deepestOf(errors));
}

const MAX_FAULTS = 10;

/** Returns the differences between an answer and its declaration, with one line for each place. */
export function faultsOfAnswer(schema: JsonSchema, value: Json): string[] {
  const errors = errorsOf(schema, value);
  const isOuter = (error: Misfit) =>
    errors.some(({ instanceLocation }) => instanceLocation.startsWith(`${error.instanceLocation}/`));
  const places = [
    ...Map.groupBy(
      errors.filter((error) => !isOuter(error) || isOwn(error)),
      (error) => error.instanceLocation,
    ).values(),
  ];
  const faults = places
    .map((same) => inWords(deepestOf(same), schema, value))
    .map((misfit) => `its answer does not satisfy output.schema${misfit.startsWith("#") ? " at " : ": "}${misfit}`);
  const more = faults.length - MAX_FAULTS;
  return more > 0 ? [...faults.slice(0, MAX_FAULTS), `and in ${more} more places`] : faults;
}

/** The object or list itself has a fault, although its members may have faults as well. */
const isOwn = ({ keyword }: Misfit) => ["required", "type", "minItems", "maxItems"].includes(keyword);

/** Describes the first fault, for example as `#/a: …`. It returns undefined if the value is valid. */
export function misfitOf(schema: JsonSchema, value: Json): string | undefined {
  const errors = errorsOf(schema, value);
  return errors.length === 0 ? undefined : inWords(deepestOf(errors), schema, value);
}

function errorsOf(schema: JsonSchema, value: Json): Misfit[] {
  if (Object.keys(schema).length === 0) return [];
  const { valid, errors } = new Validator(schema as never, "2020-12", false).validate(value);
  return valid ? [] : errors;
}

function inWords(leaf: Misfit, schema: JsonSchema, value: Json): string {
  const at = follow(value, pointerSteps(leaf.instanceLocation));
  const expected = schemaOf(leaf, schema) ?? {};
  const ofNames = isObject(at) ? namesFault(leaf.keyword, expected, at) : undefined;
  const why = ofNames ?? `${ruleOf(leaf.keyword, expected)}, not ${shortJson(at)}`;
  return leaf.instanceLocation === "#" ? why : `${leaf.instanceLocation}: ${why}`;
}

/** A difference between a value and its schema, which the validator reports. */
interface Misfit {
  keyword: string;
  keywordLocation: string;
  instanceLocation: string;
}

/** The errors of outer schemas don't help, because they only say that something inside has failed. */
function deepestOf<Each extends Misfit>(errors: Each[]): Each {
  return errors.reduce((deepest, error) =>
    error.keywordLocation.length > deepest.keywordLocation.length ? error : deepest,
  );
}

/** Returns the schema that contains the keyword. It can't be found if it is inside a reference. */
function schemaOf({ keywordLocation }: Misfit, schema: JsonSchema): JsonSchema | undefined {
  const found = follow(schema, pointerSteps(keywordLocation).slice(0, -1));
  return isObject(found) ? found : undefined;
}

/** Returns the names that are missing, or that the schema doesn't have. */
function namesFault(keyword: string, schema: JsonSchema, value: JsonObject): string | undefined {
  const names = Object.keys(value);
  if (keyword === "required") {
    const missing = (schema.required ?? []).filter((each) => !names.includes(each));
    return `must have ${list(missing)}; it has ${list(names) || "nothing"}`;
  }
  if (keyword !== "additionalProperties") return undefined;
  const known = Object.keys(propertiesOf(schema));
  return `must not have ${list(names.filter((each) => !known.includes(each)))}; it may have ${list(known) || "nothing"}`;
}

function check(schema: JsonSchema, input: JsonObject) {
  try {
    return new Validator(schema as never, "2020-12", false).validate(input);
  } catch (error) {
    // The validator only supports JSON, while a plugin might pass any value.
    throw new JigError("INVALID_ARGUMENT", "The input contains a value that is not JSON", { cause: error });
  }
}

function prepare(schema: JsonSchema, value: Json, path: string): Json {
  if (Array.isArray(value)) {
    const items = schema.items;
    return items ? value.map((item, index) => prepare(items, item, `${path}[${index}]`)) : value;
  }
  if (typeof value === "object" && value !== null) return prepareObject(schema, value, path);
  // Some clients can only send objects without a fixed form as text.
  if (typeof value === "string" && schema.type === "object" && value.trimStart().startsWith("{")) {
    const parsed = parsedObject(value);
    if (parsed) return prepareObject(schema, parsed, path);
  }
  if (typeof value === "string" && Array.isArray(schema.enum)) return inAnyCase(value, schema.enum);
  const isNumeric = schema.type === "integer" || schema.type === "number";
  if (isNumeric && typeof value === "string" && /^-?\d{1,15}$/.test(value.trim())) return Number(value);
  return value;
}

/** Returns the choice that only differs in case. Unless there is exactly one, the value itself is returned. */
function inAnyCase(value: string, choices: Json[]): Json {
  if (choices.includes(value)) return value;
  const same = choices.filter((choice) => typeof choice === "string" && choice.toLowerCase() === value.toLowerCase());
  return same.length === 1 ? (same[0] ?? value) : value;
}

function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function prepareObject(schema: JsonSchema, value: JsonObject, path: string): JsonObject {
  const properties = propertiesOf(schema);
  const required = schema.required ?? [];
  const ready: JsonObject = {};
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined) continue;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) {
      // `__proto__` would set the prototype of the copy.
      if (schema.additionalProperties === false || name === "__proto__")
        throw unknownProperty(name, path, Object.keys(properties));
      ready[name] = given;
    } else if (given !== null || required.includes(name) || allowsNull(property)) {
      ready[name] = prepare(property, given, join(path, name));
    }
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(ready, name) && property.default !== undefined) ready[name] = structuredClone(property.default);
  }
  return ready;
}

function complaint(schema: JsonSchema, input: JsonObject, leaf: Misfit): JigError {
  const steps = pointerSteps(leaf.instanceLocation);
  const name = steps.reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : join(path, step)), "");
  const value = follow(input, steps);
  const expected = schemaOf(leaf, schema);
  const subject = name === "" ? "The input" : `"${name}"`;
  if (leaf.keyword === "required") {
    const missing = (expected?.required ?? []).filter((each) => !isObject(value) || value[each] === undefined);
    return new JigError(
      "INVALID_ARGUMENT",
      `${list(missing.map((each) => join(name, each)))} ${missing.length > 1 ? "are" : "is"} required`,
      {
        hint: missing.map((each) => describe(each, propertiesOf(expected ?? {})[each])).join("; "),
        details: { parameters: missing },
      },
    );
  }
  const rule = ruleOf(leaf.keyword, expected ?? {});
  return new JigError("INVALID_ARGUMENT", `${subject} ${rule}, not ${shortJson(value)}`, {
    ...(typeof expected?.description === "string" ? { hint: `"${name}": ${expected.description}` } : {}),
    details: { parameter: name, received: value },
  });
}

function describe(name: string, schema: JsonSchema | undefined): string {
  const description = typeof schema?.description === "string" ? ` (${schema.description.replace(/\.$/, "")})` : "";
  return `Write "${name}"${description}`;
}

function unknownProperty(name: string, path: string, known: string[]): JigError {
  const near = didYouMean(name, known);
  return new JigError("INVALID_ARGUMENT", `Unknown parameter "${join(path, name)}"`, {
    hint: near ? `Did you mean "${join(path, near)}"?` : `Known: ${known.join(", ") || "none"}`,
    details: { parameter: join(path, name) },
  });
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return schema.properties ?? {};
}

function allowsNull(schema: JsonSchema): boolean {
  if (schema.type === "null" || schema.const === null || schema.enum?.includes(null)) return true;
  if (schema.type === undefined && !schema.anyOf && !schema.oneOf && !schema.enum) return true;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(allowsNull);
}

function pointerSteps(pointer: string): string[] {
  return pointer
    .replace(/^#/, "")
    .split("/")
    .filter((step) => step !== "")
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function follow(value: Json | undefined, steps: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const step of steps) at = Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined;
  return at;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function list(names: string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
