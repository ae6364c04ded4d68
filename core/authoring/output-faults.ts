/** Checks the declared output of a tool. Pointers must exist in the schema, and examples must be valid. */
import {
  didYouMean,
  isObject,
  type Json,
  type JsonObject,
  type ManifestFault,
  STANDARD_PARAMETERS,
  stepsOf,
  type ToolFile,
  toJigError,
  validateInput,
} from "../host/frontend-api.ts";
import { withoutPatterns } from "./schema-faults.ts";

/** Levels of a tree whose schemas are examined. */
const MAX_LEVELS = 20;

/** Undefined if nothing is known about the value. */
type Known = JsonObject | undefined;
/** An unknown segment of a path, and the valid ones. */
interface Missing {
  known: string[];
  step: string;
}

export function outputFaults({ output, input }: ToolFile, where: string): ManifestFault[] {
  const faults: ManifestFault[] = [];
  const answer: Known = isObject(output.schema) ? output.schema : undefined;
  const follow = (schema: Known, pointer: string, place: string): Known => {
    const found = schemaBelow(schema, stepsOf(pointer));
    if (!isMissing(found)) return found;
    const near = didYouMean(found.step, found.known);
    faults.push({
      where: `${where}.${place}`,
      what: `is ${JSON.stringify(pointer)}, and output.schema has no "${found.step}" there`,
      write: near ? `Did you mean "${near}"?` : `Known there: ${found.known.join(", ")}`,
    });
    return undefined;
  };
  for (const [at, source] of (output.rows ?? []).entries()) {
    const place = `rows.${at}`;
    const list = follow(answer, source.at, `${place}.at`);
    const type = list?.type;
    if (["number", "integer", "boolean", "null"].includes(String(type)))
      faults.push({
        where: `${where}.${place}.at`,
        what: `is ${JSON.stringify(source.at)}, which has the type ${type}`,
        write: "Use a list, a map, a tree or a long string",
      });
    const row: Known = type === "array" && isObject(list?.items) ? list.items : undefined;
    for (const name of ["count", "total"] as const)
      if (source[name] !== undefined) follow(answer, source[name], `${place}.${name}`);
    for (const [reference, spot] of referencesOf(source)) {
      const [, mark = "", pointer = ""] = /^([@#^]?|\/(?=\/))(.*)$/.exec(reference) ?? [];
      if (reference.includes("{") || mark === "^") continue;
      if (mark === "@") {
        const known = Object.keys(input.properties ?? {});
        if (known.includes(pointer) || Object.hasOwn(STANDARD_PARAMETERS, pointer)) continue;
        const write = `Known: ${known.join(", ")}`;
        faults.push({
          where: `${where}.${place}.${spot}`,
          what: `is the argument "${pointer}", which no input has`,
          write,
        });
      } else if (mark === "#" || !isInRowsBelow(row, source.children, pointer)) {
        follow(mark === "#" ? answer : row, pointer, `${place}.${spot}`);
      }
    }
  }
  for (const [at, notice] of (output.notices ?? []).entries()) {
    const value = follow(answer, notice.at, `notices.${at}.at`);
    const item: Known = value?.type === "array" && isObject(value.items) ? value.items : value;
    if (value === undefined) continue;
    // The same scopes as in the text of a notice
    const row = item?.type === "object" ? item : answer;
    for (const word of ["text", "one"] as const)
      for (const [reference, place] of inTemplate(notice[word] ?? "", `notices.${at}.${word}`))
        if (/^(?:#?\/(?!\/))/.test(reference))
          follow(reference.startsWith("#") ? answer : row, reference.replace(/^#/, ""), place);
  }
  return faults;
}

/** In a tree, a reference may belong to the rows below others. */
function isInRowsBelow(row: Known, children: string | undefined, pointer: string): boolean {
  if (children === undefined) return false;
  let level: Known | Missing = row;
  for (let depth = 0; depth < MAX_LEVELS; depth++) {
    const list = schemaBelow(level, stepsOf(children));
    if (isMissing(list)) return false;
    // Nothing is declared about the rows below.
    if (!isObject(list?.items)) return true;
    level = list.items;
    if (!isMissing(schemaBelow(level, stepsOf(pointer)))) return true;
  }
  return false;
}

type Source = NonNullable<ToolFile["output"]["rows"]>[number];

/** Returns all references in a row source with their location. */
function* referencesOf(source: Source): Generator<[reference: string, place: string]> {
  const { columns = [], location = {}, links = [], text, code, children } = source;
  if (children !== undefined) yield [children, "children"];
  for (const [at, { field, at: reference = `/${field}`, template }] of columns.entries()) {
    if (template === undefined) yield [reference, `columns.${at}`];
    else yield* inTemplate(template, `columns.${at}.template`);
  }
  for (const [name, value] of Object.entries(location))
    if (typeof value === "string") yield [value, `location.${name}`];
  if (text !== undefined) yield* inTemplate(text, "text");
  if (code) yield [code.text, "code.text"];
  for (const [at, { input }] of links.entries()) {
    for (const [name, given] of Object.entries(input)) {
      const place = `links.${at}.input.${name}`;
      if ("at" in given) yield [given.at, place];
      if ("template" in given) yield* inTemplate(given.template, place);
      if ("fields" in given) for (const value of Object.values(given.fields)) yield [value, place];
    }
  }
}

function* inTemplate(template: string, place: string): Generator<[string, string]> {
  for (const [, reference = ""] of template.matchAll(/\{([^{}]*)\}/g)) yield [reference, place];
}

function isMissing(found: Known | Missing): found is Missing {
  return found !== undefined && Array.isArray(found.known) && typeof found.step === "string" && !("type" in found);
}

/** Follows a path in the schema. An open schema allows unknown properties. */
function schemaBelow(schema: Known, [step, ...rest]: readonly string[]): Known | Missing {
  if (step === undefined || schema === undefined) return schema;
  const { properties, items, additionalProperties: more, type } = schema;
  const isOpen = ["$ref", "anyOf", "oneOf", "allOf", "patternProperties"].some((word) => word in schema);
  const inner = (part: Json | undefined) => schemaBelow(isObject(part) ? part : undefined, rest);
  if (isObject(properties) && Object.hasOwn(properties, step)) return inner(properties[step]);
  if (type === "array" && /^(?:\*|\d+)$/.test(step)) return inner(items);
  if (isOpen || more === true || step === "*") return undefined;
  if (isObject(more)) return inner(more);
  if (isObject(properties)) return { known: Object.keys(properties), step };
  return type === undefined || type === "object" || type === "array" ? undefined : { known: [], step };
}

/** Examples must be valid calls. */
export function exampleFaults({ input, examples, synonyms = {} }: ToolFile, where: string): ManifestFault[] {
  const plain = withoutPatterns(input as Json);
  const whole: JsonObject = { additionalProperties: false, ...(isObject(plain) ? plain : {}) };
  const properties = isObject(whole.properties) ? whole.properties : {};
  const names = new Set([...Object.keys(STANDARD_PARAMETERS), ...Object.keys(synonyms)]);
  return examples.flatMap((example, at) => {
    // A synonym can set another parameter, including a required one.
    const own = Object.entries(example.input).filter(([name]) => !names.has(name) || Object.hasOwn(properties, name));
    const { required, ...loose } = whole;
    const isSpelled = !Object.keys(example.input).some((name) => Object.hasOwn(synonyms, name));
    const schema = isSpelled && Array.isArray(required) ? whole : loose;
    try {
      validateInput(schema, Object.fromEntries(own));
      return [];
    } catch (error) {
      const { message, hint } = toJigError(error);
      return [
        { where: `${where}.${at}.input`, what: `is not a valid call of the tool: ${message}`, write: hint ?? "" },
      ];
    }
  });
}
