/** Describes the rules of JSON Schema in plain words, such as `must be at least 3`. */
import type { JsonSchema } from "../contract/host.ts";
import type { Json } from "../contract/outcome.ts";
import { shortJson } from "../contract/short-json.ts";

/**
 * Describes the rule of a keyword. The text is the end of a sentence that begins with the name of the value, as in `must be one
 * of 1, 2`.
 */
export function ruleOf(keyword: string, schema: JsonSchema): string {
  const limit: Json | undefined = schema[keyword];
  switch (keyword) {
    case "type":
      return `must be ${typesOf(schema)}`;
    case "enum":
      return `must be one of ${[limit].flat().map(inJson).join(", ")}`;
    case "const":
      return `must be ${inJson(limit)}`;
    case "required":
      return `must have ${[limit].flat().map(inJson).join(", ")}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "exclusiveMaximum":
      return `must be less than ${limit}`;
    case "multipleOf":
      return `must be a multiple of ${limit}`;
    case "minLength":
      return limit === 1 ? "must be a non-empty string" : `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${counted(limit, "character")}`;
    case "minItems":
      return limit === 1 ? "must be a non-empty array" : `must have at least ${limit} items`;
    case "maxItems":
      return `must have at most ${counted(limit, "item")}`;
    case "minProperties":
      return `must have at least ${counted(limit, "property", "properties")}`;
    case "maxProperties":
      return `must have at most ${counted(limit, "property", "properties")}`;
    case "uniqueItems":
      return "must not contain the same item twice";
    case "pattern":
      return `must match ${limit}`;
    case "format":
      return `must have the format ${inJson(limit)}`;
    case "not":
      return `must not match ${inJson(limit)}`;
    default:
      return `does not satisfy "${keyword}"${limit === undefined ? "" : `: ${inJson(limit)}`}`;
  }
}

const TYPE_NAMES: Record<string, string> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  null: "null",
};

function typesOf({ type, items }: JsonSchema): string {
  const names = [type].flat().map((each) => TYPE_NAMES[String(each)] ?? String(each));
  const inner = type === "array" && typeof items?.type === "string" ? ` of ${items.type}s` : "";
  return `${names.join(" or ")}${inner}`;
}

const inJson = (value: Json | undefined) => shortJson(value, 200);

function counted(limit: Json | undefined, one: string, more = `${one}s`): string {
  return `${limit} ${limit === 1 ? one : more}`;
}
