/** Reads `plugin.json`. Each fault is reported with its location, the problem and a solution. */

import { lstatSync, readFileSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { errorCode, errorMessage } from "../contract/error-parts.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";
import { isObject, parseJson } from "../contract/is-object.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import { isDeeper, type Json } from "../contract/outcome.ts";
import { pointer, reference } from "../contract/output-schema.ts";
import { module, ownFile, type PluginFile, pluginFile } from "../contract/plugin-file.ts";
import { shortJson } from "../contract/short-json.ts";
import { faulty, type ManifestFault } from "./check.ts";
import { habitOf } from "./habitual-keys.ts";
import { encodingFault, type JsonFault, jsonFault, repeatedName } from "./json-fault.ts";
import { meantForm } from "./meant-form.ts";
import { otherPlaceOf } from "./other-places.ts";
import { renamedKeys } from "./renamed-keys.ts";

const UNKNOWN = "is not a known property";
/**
 * Schemas with patterns. Their descriptions explain the required form, while the description of a key only explains its
 * purpose.
 */
const FORMS = [pointer, reference, module, ownFile].map((form) => ({
  pattern: form.pipe[1].requirement.source,
  description: v.getDescription(form),
}));
const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;

/** Returns the JSON Schema of `plugin.json` for editors and for the reference. It uses draft 7, which most editors support best. */
export function pluginFileSchema(target: "draft-07" | "draft-2020-12" = "draft-2020-12"): JsonSchema {
  return toJsonSchema(pluginFile as never, { typeMode: "input", target, errorMode: "ignore" }) as JsonSchema;
}

/**
 * Reads and validates the `plugin.json` in a folder.
 * @throws INVALID_ARGUMENT, with all faults in `details.faults`
 */
export function readPluginFile(folder: string): PluginFile {
  return checkedPluginFile(readPluginJson(folder), folder);
}

/** Throws INVALID_ARGUMENT with all faults in `details.faults`. */
export function checkedPluginFile(json: unknown, folder: string): PluginFile {
  const faults = faultsOf(json);
  const [first, ...rest] = faults;
  if (first) throw faulty(folder, [first, ...rest]);
  return v.parse(pluginFile, json);
}

/**
 * Reads the JSON of a `plugin.json`. It doesn't validate it, but it makes sure that the file is a regular one and not too
 * large.
 */
export function readPluginJson(folder: string): unknown {
  const path = join(folder, "plugin.json");
  try {
    // Only regular files are accepted, because reading a pipe may never end and a link may lead anywhere.
    const stat = lstatSync(path);
    if (!stat.isFile()) throw new JigError("NOT_A_FILE", `${path} is not a regular file`);
    if (stat.size > MAX_BYTES) throw new JigError("LIMIT_EXCEEDED", `${path} is over ${MAX_BYTES} bytes`);
    const bytes = readFileSync(path);
    const text = bytes.toString();
    const fault = encodingFault(bytes, text);
    if (fault) throw notJson(path, fault);
    const json = parsedJson(text, path);
    const repeated = repeatedName(text);
    if (repeated) {
      const { line, column, what, write: hint } = repeated;
      throw new JigError("INVALID_ARGUMENT", `${path}:${line}:${column} ${what}`, { hint });
    }
    return json;
  } catch (error) {
    if (errorCode(error) === "ENOENT") {
      const hint = "Name the folder of a plugin; jig plugin new writes one";
      throw new JigError("PATH_NOT_FOUND", `${folder} has no plugin.json`, { hint, cause: error });
    }
    throw toJigError(error, `read ${path}`);
  }
}

/** Errors contain the place and a suggestion. */
export function parsedJson(text: string, path: string): Json {
  const json = text.replace(/^\ufeff/, "");
  try {
    return parseJson(json);
  } catch (error) {
    throw notJson(path, jsonFault(json), error);
  }
}

function notJson(path: string, fault: JsonFault | undefined, cause?: unknown): JigError {
  const place = fault ? `:${fault.line}:${fault.column}` : "";
  const message = `${path}${place} is not JSON: ${fault?.what ?? errorMessage(cause)}`;
  return new JigError("INVALID_ARGUMENT", message, { hint: fault?.write ?? "Write one JSON object", cause });
}

/** Returns a manifest with its defaults, or undefined if it is invalid. */
export function parsedPluginFile(json: unknown): PluginFile | undefined {
  return faultsOf(json).length === 0 ? v.parse(pluginFile, json) : undefined;
}

/** Returns the faults of a parsed `plugin.json`. The list is empty if it is valid. */
export function faultsOf(json: unknown): ManifestFault[] {
  if (isDeeper(json, MAX_DEPTH)) {
    return [
      { where: "plugin.json", what: `is nested more than ${MAX_DEPTH} levels deep`, write: "Reduce the nesting" },
    ];
  }
  const renamed = renamedKeys(json as Json);
  if (renamed.length > 0) {
    const what = "has another name now";
    return renamed.map(({ where, instead }) => ({ where, what, write: `Write "${instead}" instead` }));
  }
  const schema = pluginFileSchema();
  // The parser treats a list as an object with the keys 0, 1 …
  const lists = listFaults(json, schema);
  if (lists.length > 0) return lists;
  const result = v.safeParse(pluginFile, json);
  if (result.success) return droppedNames(json as { tools?: object });
  const faults = result.issues.map((issue) => faultOf(deepest(issue), schema));
  // A misspelled key also explains a missing one, so it comes first.
  return faults.sort((a, b) => Number(b.what === UNKNOWN) - Number(a.what === UNKNOWN));
}

/** Finds lists that were written in place of objects. */
function listFaults(value: unknown, schema: JsonSchema | undefined, steps: string[] = []): ManifestFault[] {
  if (Array.isArray(value) && schema?.type === "object") {
    const named = schema.additionalProperties ? 'Write {"name": …}: the name of each entry is its key' : "Write {…}";
    return [{ where: steps.join(".") || "plugin.json", what: "must be an object, not a list", write: named }];
  }
  const options: readonly JsonSchema[] = schema?.anyOf ?? [];
  const object = options.find((option) => option.type === "object");
  // The parser would report the unknown properties 0, 1 …
  if (Array.isArray(value) && object && !options.some((option) => option.type === "array")) {
    const form = objectForm(object, value);
    return [{ where: steps.join("."), what: "must not be a list", write: `Write ${form ?? "{…}"}` }];
  }
  // The content of a JSON Schema is checked elsewhere.
  if (typeof value !== "object" || value === null || !schema) return [];
  return Object.entries(value).flatMap(([key, inner]) => listFaults(inner, childOf(schema, key), [...steps, key]));
}

/** Finds names that the parser drops because they are unsafe as keys. A tool with such a name is then reported as missing. */
function droppedNames({ tools = {} }: { tools?: object }): ManifestFault[] {
  return ["__proto__", "constructor", "prototype"]
    .filter((name) => Object.hasOwn(tools, name))
    .map((name) => ({ where: `tools.${name}`, what: "cannot be the name of a tool", write: "Choose another name" }));
}

/** The parts of a valibot issue that we use for a fault. */
interface Issue
  extends Pick<v.BaseIssue<unknown>, "type" | "input" | "requirement" | "expected" | "received" | "message"> {
  path?: readonly v.IssuePathItem[] | undefined;
  issues?: readonly v.BaseIssue<unknown>[] | undefined;
}

/** For a union, returns the issue of the alternative that matches best. Its path is relative to the union. */
function deepest(issue: Issue): Issue {
  const inner = (issue.issues ?? []).map(deepest).filter(({ path }) => path && path.length > 0);
  const [first, ...others] = inner;
  if (!first) return issue;
  // Within one object, a misspelled key explains a missing one.
  const rank = ({ path = [], expected }: Issue) => 2 * path.length + (expected === "never" ? 1 : 0);
  const best = others.reduce((most, each) => (rank(each) > rank(most) ? each : most), first);
  return { ...best, path: [...(issue.path ?? []), ...(best.path ?? [])] };
}

function faultOf(issue: Issue, root: JsonSchema): ManifestFault {
  const steps = (issue.path ?? []).map((item) => String(item.key));
  const where = steps.join(".");
  const parent = schemaAt(root, steps.slice(0, -1));
  const name = steps.at(-1) ?? "";
  if (issue.expected === "never") {
    const options = [parent, ...(Array.isArray(parent?.anyOf) ? parent.anyOf : [])];
    const known = options.flatMap((option) => (isObject(option) ? Object.keys(option.properties ?? {}) : []));
    const whole = options.find(
      (option) => isObject(option) && isObject(option.properties) && name in option.properties,
    );
    if (isObject(whole) && Array.isArray(whole.required)) {
      // The value has only a part of one of several forms.
      const parts = whole.required.map((each) => `"${each}": …`).join(", ");
      return {
        where: steps.slice(0, -1).join("."),
        what: `has "${name}" without the fields that belong to it`,
        write: `Write {${parts}}`,
      };
    }
    const habit = habitOf(steps, known);
    const written = issue.path?.at(-1)?.input;
    const isTwice = habit?.instead !== undefined && isObject(written) && habit.instead in written;
    if (habit && !isTwice) return { where, what: UNKNOWN, write: habit.write };
    const near = didYouMean(name, known);
    const place = otherPlaceOf(name, root, steps.slice(0, -1));
    const advice = [near && `Did you mean "${near}"?`, place && `"${name}" belongs ${place}`].filter(Boolean).join(" ");
    const twice = isTwice && `Remove it, or "${habit.instead}": both mean the same`;
    return { where, what: UNKNOWN, write: advice || twice || `Known here: ${known.join(", ")}` };
  }
  const schema = schemaAt(root, steps);
  const description = typeof schema?.description === "string" ? schema.description : undefined;
  const form = FORMS.find((each) => each.pattern === schema?.pattern && each.description !== description)?.description;
  const missing = issue.received === "undefined";
  // People don't read patterns, so we use the description of the list.
  const ofList = issue.expected?.startsWith("/") && typeof parent?.description === "string" && parent.description;
  const limit = limitOf(issue);
  const text = typeof issue.input === "string" ? issue.input : undefined;
  const isForm = text !== undefined && issue.expected?.startsWith("/");
  const ofForm = isForm ? meantForm(steps, text) : undefined;
  const meant = ofForm ?? (text === undefined ? undefined : meantText(text, description ?? (ofList || "")));
  const item = issue.expected === "Array" && !missing ? objectForm(schema?.items, undefined) : undefined;
  const shape = issue.expected === "Object" && !missing ? objectForm(schema, issue.input) : item && `[${item}]`;
  const wanted = Array.isArray(schema?.enum)
    ? `one of ${schema.enum.map((each) => JSON.stringify(each)).join(", ")}`
    : undefined;
  return {
    where: where || "plugin.json",
    what: missing ? "is missing" : wanted ? `must be ${wanted}, not ${inWords(issue.received)}` : sentence(issue),
    write:
      [meant, shape && `Write ${shape}`, description ?? (meant && ofList), form].filter(Boolean).join(". ") ||
      wanted ||
      ofList ||
      (limit && `It must ${limit}`) ||
      `Write ${issue.expected && !issue.expected.startsWith("/") ? inWords(issue.expected) : "a value that the reference allows"}`,
  };
}

/** Suggests the word or path that was meant. @param about describes the values that are allowed */
function meantText(written: string, about: string): string | undefined {
  const words = [...about.matchAll(/`"([a-z]+)"`/g)].map(([, word = ""]) => word);
  const near = didYouMean(written, words);
  if (near !== undefined) return `Write "${near}"`;
  if (!about.includes('"./') && !about.includes("`./")) return undefined;
  if (isAbsolute(written)) return `Write its path from the plugin's folder: "./${basename(written)}"`;
  return /^[\w-]+(?:\/[\w.-]+)*\.\w+$/.test(written) ? `Write "./${written}"` : undefined;
}

/** Writes an object with its required keys, or otherwise with a known one. A value that was written in its place is kept. */
function objectForm(schema: JsonSchema | undefined, written: unknown): string | undefined {
  const { properties = {}, required = [] } = schema ?? {};
  const named = required.length > 0 ? required : Object.keys(properties);
  const [only, another] = required;
  const kind = Array.isArray(written) ? "array" : typeof written;
  const isKept = only !== undefined && another === undefined && properties[only]?.type === kind;
  if (isKept) return JSON.stringify({ [only]: written }).replace(":", ": ");
  if (named.length === 0) return undefined;
  const parts = named.map((name) => `"${name}": …`);
  return required.length > 0 ? `{${parts.join(", ")}}` : `an object that has some of: ${parts.join(", ")}`;
}

/** Returns the violated limit in words, or undefined if it is another rule. */
function limitOf({ type, input, requirement: limit }: Issue): string | undefined {
  const things = typeof input === "string" ? "character" : Array.isArray(input) ? "entry" : "value";
  const many = things === "entry" ? "entries" : `${things}s`;
  switch (type) {
    case "integer":
      return "be a whole number";
    case "min_value":
      return `be at least ${limit}`;
    case "max_value":
      return `be at most ${limit}`;
    case "min_length":
      return `have at least ${limit === 1 ? `one ${things}` : `${limit} ${many}`}`;
    case "max_length":
      return `have at most ${limit === 1 ? `one ${things}` : `${limit} ${many}`}`;
    default:
      return undefined;
  }
}

/** Describes the fault of a value. */
export function sentence(issue: Issue): string {
  const limit = limitOf(issue);
  if (limit) return issue.input === "" ? "must not be empty" : `must ${limit}, not ${shortJson(issue.input)}`;
  if (issue.expected?.startsWith("/")) return `has the wrong form: ${issue.received}`;
  return issue.expected ? `must be ${inWords(issue.expected)}, not ${inWords(issue.received)}` : issue.message;
}

/** Words for the names of valibot's types. */
const KINDS: Record<string, string> = {
  Object: "an object",
  Array: "a list",
  string: "a string",
  number: "a number",
  boolean: "true or false",
  Date: "a date",
};

/** Converts the names of valibot's types, such as `(string | Object)`, to words. Literal values are kept. */
function inWords(kind: string): string {
  const kinds = kind.replace(/^\((.*)\)$/, "$1").split(" | ");
  if (!kinds.every((each) => Object.hasOwn(KINDS, each))) return kind;
  return kinds.map((each) => KINDS[each]).join(" or ");
}

function schemaAt(root: JsonSchema, steps: readonly string[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = root;
  for (const step of steps) {
    const options: (Json | undefined)[] = [at, ...(at?.anyOf ?? [])];
    at = options.map((each) => childOf(each as JsonSchema | undefined, step)).find((each) => each !== undefined);
  }
  return at;
}

function childOf(schema: JsonSchema | undefined, step: string): JsonSchema | undefined {
  const properties = schema?.properties;
  if (properties && Object.hasOwn(properties, step)) return properties[step];
  if (schema?.items && /^\d+$/.test(step)) return schema.items;
  const rest = schema?.additionalProperties;
  return typeof rest === "object" && rest !== null ? rest : undefined;
}
