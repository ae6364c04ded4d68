/** Checks the declared output of a tool. Pointers must exist in the schema, and examples must be valid. */
import {
  didYouMean,
  isObject,
  type Json,
  type JsonObject,
  type ManifestFault,
  referencesIn,
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
    faults.push({ where: `${where}.${place}`, ...nothingThere(pointer, found) });
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
    const row = rowOf(list);
    for (const name of ["count", "total"] as const)
      if (source[name] !== undefined) follow(answer, source[name], `${place}.${name}`);
    const scopes = { answer, group: groupOf(source, answer), rows: withRowsBelow(row, source.children), input };
    if (source.children !== undefined) follow(row, source.children, `${place}.children`);
    for (const [reference, spot] of referencesOf(source)) {
      const fault = referenceFault(reference, scopes);
      if (fault) faults.push({ where: `${where}.${place}.${spot}`, ...fault });
    }
  }
  for (const [at, notice] of (output.notices ?? []).entries()) {
    const value = follow(answer, notice.at, `notices.${at}.at`);
    const item: Known = value?.type === "array" && isObject(value.items) ? value.items : value;
    if (value === undefined) continue;
    // The same scopes as in the text of a notice
    const row = item?.type === "object" ? item : answer;
    for (const word of ["text", "one"] as const)
      for (const reference of inTemplate(notice[word] ?? ""))
        if (/^(?:#?\/(?!\/))/.test(reference))
          follow(reference.startsWith("#") ? answer : row, reference.replace(/^#/, ""), `notices.${at}.${word}`);
  }
  return faults;
}

type Fault = Pick<ManifestFault, "what" | "write">;

function nothingThere(reference: string, { known, step }: Missing, elsewhere?: string): Fault {
  const near = elsewhere ?? didYouMean(step, known);
  return {
    what: `is ${JSON.stringify(reference)}, and output.schema has no "${step}" there`,
    write: near ? `Did you mean "${near}"?` : `Known there: ${known.join(", ")}`,
  };
}

/** The schemas to which references of a row are compared. */
interface Scopes {
  answer: Known;
  /** Null if the rows are not below a `*`, so that no row has a group. */
  group: Known | null;
  /** The row, and in a tree also the rows below it, to which a reference may belong. */
  rows: Known[];
  input: ToolFile["input"];
}

function referenceFault(reference: string, { answer, group, rows, input }: Scopes): Fault | undefined {
  if (reference.includes("{") || reference === "^") return undefined;
  const [, mark = "", pointer = ""] = /^([@#^]|\/(?=\/))?(.*)$/.exec(reference) ?? [];
  if (mark === "@") {
    const known = Object.keys(input.properties ?? {});
    if (known.includes(pointer) || Object.hasOwn(STANDARD_PARAMETERS, pointer)) return undefined;
    return { what: `is the argument "${pointer}", which no input has`, write: `Known: ${known.join(", ")}` };
  }
  if (mark === "^" && group === null) {
    return {
      what: `is ${JSON.stringify(reference)}, and these rows have no group`,
      write: `Write "${pointer}" for the row's own field; only rows below a "*" in "at" have a group`,
    };
  }
  const steps = stepsOf(pointer);
  const found = (mark === "#" ? [answer] : mark === "^" ? [group ?? undefined] : rows).map((schema) =>
    schemaBelow(schema, steps),
  );
  const missing = found.filter(isMissing);
  const [first] = missing;
  if (first === undefined || missing.length < found.length) return undefined;
  const leads = (schema: Known) => {
    const value = schemaBelow(schema, steps);
    return value !== undefined && !isMissing(value);
  };
  const elsewhere =
    mark !== "" ? undefined : leads(group ?? undefined) ? `^${pointer}` : leads(answer) ? `#${pointer}` : undefined;
  const known = missing.filter(({ step }) => step === first.step).flatMap((each) => each.known);
  return nothingThere(reference, { step: first.step, known: [...new Set(known)] }, elsewhere);
}

type Source = NonNullable<ToolFile["output"]["rows"]>[number];

/** Returns the schema of the items of a list, or of the values of a map. */
function rowOf(list: Known): Known {
  if (list?.type === "array") return isObject(list.items) ? list.items : undefined;
  const isMap = list?.type === "object" && list.properties === undefined;
  return isMap && isObject(list.additionalProperties) ? list.additionalProperties : undefined;
}

/** Returns the schema of the items that hold the rows, undefined if it is unknown, and null if there are no groups. */
function groupOf({ at }: Source, answer: Known): Known | null {
  const steps = stepsOf(at);
  const star = steps.indexOf("*");
  if (star < 0 || star === steps.length - 1) return null;
  const group = schemaBelow(answer, steps.slice(0, star + 1));
  return isMissing(group) ? undefined : group;
}

/** In a tree, a reference may belong to the rows below others. */
function withRowsBelow(row: Known, children: string | undefined): Known[] {
  const levels: Known[] = [row];
  if (children === undefined) return levels;
  let level = row;
  while (level !== undefined && levels.length <= MAX_LEVELS) {
    const list = schemaBelow(level, stepsOf(children));
    if (isMissing(list)) break;
    level = isObject(list?.items) ? list.items : undefined;
    // If nothing is declared about the rows below, they may have any field.
    levels.push(level);
  }
  return levels;
}

/** Returns all references in a row source with their location. */
function* referencesOf(source: Source): Generator<[reference: string, place: string]> {
  for (const [at, { field, at: given, template }] of (source.columns ?? []).entries())
    if (given === undefined && template === undefined) yield [`/${field}`, `columns.${at}`];
  for (const { kind, text, place } of referencesIn(source)) {
    for (const reference of kind === "template" ? inTemplate(text) : [text, ...inTemplate(text)])
      yield [reference, place];
  }
}

/** A reference may contain others, which are checked on their own. */
function inTemplate(template: string): string[] {
  return Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, reference = ""]) => reference);
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
  if (isOpen || more === true) return undefined;
  if (isObject(more) && (step !== "*" || properties === undefined)) return inner(more);
  if (step === "*") return undefined;
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
