/**
 * Contains rules for manifests which check that they are portable, correct, and easy to use for models. Findings have a
 * location, the problem, and a fix.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import {
  grammarFault,
  isObject,
  type JsonObject,
  type JsonSchema,
  type ManifestFault,
  type PluginFile,
  RESERVED_WORDS,
  type Runtime,
  STANDARD_PARAMETERS,
  type ToolFile,
} from "../host/frontend-api.ts";
import { answerFaults, promptFaults } from "./lint-answers.ts";
import { lintPrograms } from "./lint-programs.ts";
import { exampleFaults, outputFaults } from "./output-faults.ts";
import { suspicions, textsOf } from "./revealed-text.ts";
import { schemaFaults } from "./schema-faults.ts";

export interface Finding extends ManifestFault {
  /** An error breaks the plugin for some clients, and a warning doesn't. */
  level: "error" | "warning";
  /** True if a built file is outdated. */
  stale?: boolean;
}

/** Clients limit `mcp__<server>__<tool>` to 64 characters. */
const MAX_TOOL_NAME = 64 - "mcp__jig__".length;
const MIN_DESCRIPTION = 20;

export function lint(file: PluginFile, folder: string, environment: Runtime["environment"]): Finding[] {
  const findings: Finding[] = [];
  const find = (level: Finding["level"], where: string, what: string, write: string) =>
    findings.push({ level, where, what, write });
  if (basename(folder) !== file.name) {
    find("warning", "name", `is "${file.name}", but its folder is "${basename(folder)}"`, "Give both the same name");
  }
  for (const { where, what, write } of missingFiles(file, folder)) find("error", where, what, write);
  findings.push(...lintPrograms(file, folder, environment));
  for (const [at, { symbols, grammar, tags }] of (file.contributes?.languages ?? []).entries()) {
    const fault = grammar !== undefined && existsSync(join(folder, grammar)) && grammarFault(join(folder, grammar));
    if (fault) {
      find(
        "error",
        `contributes.languages.${at}.grammar`,
        `names ${grammar}, which ${fault}`,
        "Put the language's grammar there, compiled to wasm: its npm package usually has it",
      );
    }
    if (symbols === undefined && (grammar === undefined || tags === undefined)) {
      find(
        "error",
        `contributes.languages.${at}`,
        "has no way to find its symbols",
        "Write `symbols`, or `grammar` and `tags`",
      );
    }
  }
  const samples = join(folder, "test", "workspace");
  const tried = new Set(existsSync(samples) ? readdirSync(samples).map((name) => extname(name)) : []);
  for (const [at, { title, extensions }] of (file.contributes?.languages ?? []).entries()) {
    if (extensions.some((each) => tried.has(each))) continue;
    find(
      "warning",
      `contributes.languages.${at}`,
      "has no file to test it with",
      `Put a file of ${title} into test/workspace; \`jig plugin test --update\` records its symbols`,
    );
  }
  for (const name of staleGoldens(file, folder, samples)) {
    find("warning", `test/golden/${name}`, "belongs to no example", "Delete it, or give the tool its old name");
  }
  for (const { where, text } of textsOf(file)) {
    for (const suspicion of suspicions(text)) find("warning", where, suspicion, "Describe it in visible characters");
  }
  for (const { where, what, write } of promptFaults(file)) find("error", where, what, write);
  for (const [name, tool] of Object.entries(file.tools)) lintTool(name, tool, file, find);
  const writes = ({ effect, parameterEffects, plan }: ToolFile) => effect !== "read" || parameterEffects || plan;
  if ((file.permissions.write?.length ?? 0) > 0 && !Object.values(file.tools).some(writes)) {
    find(
      "warning",
      "permissions.write",
      "is requested, but every tool is read-only",
      "Remove it, or write effect write, or parameterEffects for the parameter that writes",
    );
  }
  if (Object.keys(file.tools).length === 0 && !file.contributes) {
    find(
      "warning",
      "tools",
      "has no entries, and the plugin contributes nothing else",
      "Add a tool, a language or a prompt",
    );
  }
  return findings;
}

/** Returns golden files that have no example. */
function staleGoldens(file: PluginFile, folder: string, samples: string): string[] {
  const golden = join(folder, "test", "golden");
  const examples = Object.entries(file.tools).flatMap(([name, { examples = [] }]) =>
    examples.map((_, at) => `${name}.${at + 1}.json`),
  );
  const files = existsSync(samples) ? readdirSync(samples).map((name) => `${name}.json`) : [];
  const known = new Set([...examples, ...files]);
  return existsSync(golden) ? readdirSync(golden).filter((name) => name.endsWith(".json") && !known.has(name)) : [];
}

type Find = (level: Finding["level"], where: string, what: string, write: string) => void;

function lintTool(name: string, tool: ToolFile, file: PluginFile, find: Find): void {
  const where = `tools.${name}`;
  if (name.length > MAX_TOOL_NAME)
    find(
      "warning",
      where,
      `has a name of ${name.length} characters`,
      `Use at most ${MAX_TOOL_NAME}: clients add a prefix of their own`,
    );
  if (tool.description.length < MIN_DESCRIPTION) {
    find("warning", `${where}.description`, "says little", "Say what the tool does and when a model should use it");
  }
  if (tool.effect === "read" && tool.destructive) {
    find("error", `${where}.destructive`, "is true, but the tool is read-only", "Remove it, or correct the effect");
  }
  if ((file.permissions.net?.length ?? 0) > 0 && tool.openWorld === undefined) {
    find(
      "warning",
      `${where}.openWorld`,
      "is missing, but the plugin requests net",
      "Write true if the tool communicates outside this machine",
    );
  }
  // Plans are an exception, because an example would need files to change.
  if (tool.examples.length === 0 && !tool.plan) {
    find("warning", `${where}.examples`, "is empty", "Add a working call: it serves as documentation, preset and test");
  }
  const properties: JsonObject = isObject(tool.input.properties) ? tool.input.properties : {};
  const unlisted = (tool.unlisted ?? []).filter((name) => !Object.hasOwn(STANDARD_PARAMETERS, name));
  for (const parameter of [
    tool.liveParameter,
    tool.timeout?.argument,
    ...(tool.positional ?? []).flatMap((each) => each.split("|")).filter((each) => !tool.synonyms?.[each]),
    ...Object.keys(tool.parameterEffects ?? {}),
    ...unlisted,
  ]) {
    if (parameter !== undefined && !Object.hasOwn(properties, parameter)) {
      find(
        "error",
        where,
        `mentions the parameter "${parameter}", which its input does not have`,
        `Known: ${Object.keys(properties).join(", ")}`,
      );
    }
  }
  for (const [parameter, schema] of Object.entries(properties)) {
    if (RESERVED_WORDS.includes(parameter)) {
      find("error", `${where}.input.${parameter}`, "is a flag of jig itself", "Choose another name");
    }
    if (isObject(schema) && typeof schema.description !== "string") {
      find("warning", `${where}.input.${parameter}`, "has no description", "Describe the value in a few words");
    }
  }
  lintSchema(tool.input, `${where}.input`, find);
  if (tool.input.properties === undefined && Array.isArray(tool.input.required))
    find("error", `${where}.input.required`, "names parameters, but the input has none", "Add them to its properties");
  const inputFaults = schemaFaults(tool.input, `${where}.input`);
  for (const fault of [
    ...outputFaults(tool, `${where}.output`),
    ...answerFaults(tool, where),
    // If the schema is invalid, the result would be meaningless.
    ...(inputFaults.length === 0 ? exampleFaults(tool, `${where}.examples`) : []),
    ...inputFaults,
    ...schemaFaults(tool.output.schema, `${where}.output.schema`),
  ])
    find("error", fault.where, fault.what, fault.write);
}

/** Finds features of schemas that some clients or the strict inspector reject. */
function lintSchema(schema: unknown, where: string, find: Find): void {
  if (typeof schema === "boolean") {
    find("error", where, "is a boolean schema, which some clients refuse", 'Write {"type": …}');
    return;
  }
  if (!isObject(schema)) return;
  const at: JsonSchema = schema;
  if (Array.isArray(at.type))
    find("warning", `${where}.type`, "is a list, which some clients refuse", "Write one type");
  if (typeof at.$ref === "string")
    find("warning", `${where}.$ref`, "is a reference, which some clients do not follow", "Write the schema inline");
  for (const [name, inner] of Object.entries(at.properties ?? {})) {
    const untyped =
      typeof inner === "object" &&
      inner !== null &&
      !["type", "enum", "const", "anyOf", "oneOf"].some((word) => word in inner);
    if (untyped) find("warning", `${where}.${name}`, "has no type", 'Write "type"');
    lintSchema(inner, `${where}.${name}`, find);
  }
  if (at.items !== undefined) lintSchema(at.items, `${where}.items`, find);
  for (const word of ["anyOf", "oneOf", "allOf"]) {
    const choices = at[word];
    if (!Array.isArray(choices)) continue;
    const types = choices.map((each) => (isObject(each) ? each.type : undefined));
    const isMixed = types.some(isNested) && types.some((type) => !isNested(type));
    find(
      isMixed ? "error" : "warning",
      `${where}.${word}`,
      isMixed ? "mixes objects or lists with other values, which some clients refuse" : "is refused by some clients",
      "Write one type, or a parameter for each form",
    );
    for (const [index, inner] of choices.entries()) lintSchema(inner, `${where}.${word}.${index}`, find);
  }
}

const isNested = (type: unknown) => type === "object" || type === "array";

/** Returns the files named in the manifest that don't exist. `only` limits the check to some paths. */
export function missingFiles(file: PluginFile, folder: string, only?: ReadonlySet<string>): ManifestFault[] {
  return modulesOf(file)
    .filter(({ path }) => (only?.has(path) ?? true) && !existsSync(join(folder, path)))
    .map(({ where, path }) => ({
      where,
      what: `names ${path}, which does not exist`,
      write: path.startsWith("./bin/")
        ? "Build it with the commands of the README, or correct the path"
        : "Write or build the file, or correct the path",
    }));
}

function modulesOf(file: PluginFile): { where: string; path: string }[] {
  const found: { where: string; path: string }[] = [];
  for (const [name, { handler }] of Object.entries(file.tools)) {
    const words = typeof handler === "string" ? [handler] : handler.command.filter((word) => word.startsWith("./"));
    for (const path of words) found.push({ where: `tools.${name}.handler`, path });
  }
  for (const [at, { symbols, grammar, tags, locals }] of (file.contributes?.languages ?? []).entries()) {
    for (const path of [symbols, grammar, tags, locals])
      if (path) found.push({ where: `contributes.languages.${at}`, path });
  }
  for (const [at, { module }] of (file.contributes?.paths ?? []).entries())
    found.push({ where: `contributes.paths.${at}`, path: module });
  if (file.contributes?.doctor) found.push({ where: "contributes.doctor", path: file.contributes.doctor });
  if (file.service) found.push({ where: "service", path: file.service });
  for (const [name, { module }] of Object.entries(file.workers ?? {}))
    found.push({ where: `workers.${name}`, path: module });
  return found;
}
