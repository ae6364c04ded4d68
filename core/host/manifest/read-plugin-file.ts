/** Reads `plugin.json` and turns it into a manifest; every fault says where it is, what is wrong and what to write. */
import { lstatSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Completion } from "../contract/define.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import { isDeeper, type Json } from "../contract/outcome.ts";
import { type PluginFile, pluginFile, type ToolFile } from "../contract/plugin-schema.ts";
import { checkInputSchema } from "./input-schema.ts";
import { checkManifest, checkParameters, type Manifest, type ToolManifest } from "./normalize.ts";
import { renamedKeys } from "./renamed-keys.ts";
import { visible, visibleSchema } from "./visible-text.ts";

const UNKNOWN = "is not a known property";
/** What clients take, and what can be a flag. */
const PARAMETER_NAME = /^[A-Za-z][\w-]{0,63}$/;
const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;

/** One fault of a manifest: `where` is a path like `tools.hello.effect`. */
export interface ManifestFault {
  where: string;
  what: string;
  write: string;
}

/** The JSON Schema of `plugin.json`, for editors and for the reference; most editors know draft 7 best. */
export function pluginFileSchema(target: "draft-07" | "draft-2020-12" = "draft-2020-12"): JsonSchema {
  return toJsonSchema(pluginFile as never, {
    typeMode: "input",
    target,
    errorMode: "ignore",
  }) as JsonSchema;
}

/** The parsed file of a plugin folder. Throws INVALID_ARGUMENT whose `details.faults` lists all faults. */
export function readPluginFile(folder: string): PluginFile {
  const path = join(folder, "plugin.json");
  let json: unknown;
  try {
    // A pipe would never end, and a link may lead to what is nobody's business.
    const stat = lstatSync(path);
    if (!stat.isFile()) throw new JigError("NOT_A_FILE", `${path} is not a regular file`);
    if (stat.size > MAX_BYTES) throw new JigError("LIMIT_EXCEEDED", `${path} is over ${MAX_BYTES} bytes`);
    json = JSON.parse(readFileSync(path, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new JigError("INVALID_ARGUMENT", `${path} is not JSON: ${error.message}`, {
        hint: "Write one JSON object",
        cause: error,
      });
    }
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      throw new JigError("PATH_NOT_FOUND", `${folder} has no plugin.json`, {
        hint: "Name the folder of a plugin; jig plugin new writes one",
        cause: error,
      });
    }
    throw toJigError(error, `read ${path}`);
  }
  const faults = faultsOf(json);
  if (faults.length > 0) throw faulty(path, faults);
  return v.parse(pluginFile, json);
}

/** A manifest as it was read from elsewhere, with its defaults; undefined where it is none. */
export function parsedPluginFile(json: unknown): PluginFile | undefined {
  return faultsOf(json).length === 0 ? v.parse(pluginFile, json) : undefined;
}

/** What is wrong with a parsed `plugin.json`; empty where nothing is. */
export function faultsOf(json: unknown): ManifestFault[] {
  if (isDeeper(json, MAX_DEPTH)) {
    return [{ where: "plugin.json", what: `is nested more than ${MAX_DEPTH} levels deep`, write: "Write it flatter" }];
  }
  const renamed = renamedKeys(json as Json);
  if (renamed.length > 0) {
    return renamed.map(({ where, instead }) => ({
      where,
      what: "has another name now",
      write: `Write "${instead}" instead`,
    }));
  }
  const result = v.safeParse(pluginFile, json);
  if (result.success) return unkept(json as { tools?: object });
  const schema = pluginFileSchema();
  const faults = result.issues.map((issue) => faultOf(deepest(issue), schema));
  // A misspelt name explains the missing one beside it.
  return faults.sort((a, b) => Number(b.what === UNKNOWN) - Number(a.what === UNKNOWN));
}

/** Names that the parser leaves out because they would reach a prototype: a tool must not be missing without a word. */
function unkept({ tools = {} }: { tools?: object }): ManifestFault[] {
  return ["__proto__", "constructor", "prototype"]
    .filter((name) => Object.hasOwn(tools, name))
    .map((name) => ({ where: `tools.${name}`, what: "cannot be the name of a tool", write: "Choose another name" }));
}

/** The host's manifest for a file. Throws where rules beyond the shape are broken. */
export function manifestOfFile(file: PluginFile, folder: string): Manifest {
  const manifest: Manifest = {
    name: file.name,
    version: file.version,
    title: visible(file.title),
    description: visible(file.description),
    permissions: file.permissions as Manifest["permissions"],
    tools: Object.entries(file.tools).map(([name, tool]) => toolManifest(name, tool, folder)),
    languages: (file.contributes?.languages ?? []).map(({ id, title, extensions }) => ({
      id,
      title: visible(title),
      extensions,
    })),
    prompts: (file.contributes?.prompts ?? []).map(visiblePrompt) as Manifest["prompts"],
    cliAliases: (file.contributes?.cliAliases ?? []).map((alias) => ({
      ...alias,
      description: visible(alias.description),
      ...(alias.unsupportedFlags && { unsupportedFlags: visibleWords(alias.unsupportedFlags) }),
    })) as Manifest["cliAliases"],
    finders: (file.contributes?.finders ?? []).map((each) => ({
      ...each,
      title: visible(each.title),
    })) as Manifest["finders"],
    jumps: (file.contributes?.jumps ?? []) as Manifest["jumps"],
    paths: (file.contributes?.paths ?? []).map(({ prefix }) => prefix),
    sources: [],
  };
  if (file.when) manifest.when = file.when;
  checkManifest(manifest, file.host);
  manifest.tools.forEach(checkParameters);
  for (const [name, { handler }] of Object.entries(file.tools)) {
    const program = typeof handler === "string" ? undefined : handler.command[0]!;
    if (program !== undefined && !program.startsWith("./") && !file.permissions.run?.includes(program)) {
      throw faulty(join(folder, "plugin.json"), [
        {
          where: `tools.${name}.handler.command`,
          what: `starts ${JSON.stringify(program)}, which permissions.run does not list`,
          write: `Add ${JSON.stringify(program)} to permissions.run`,
        },
      ]);
    }
  }
  return manifest;
}

function visibleWords(words: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([flag, sentence]) => [flag, visible(sentence)]));
}

type PromptFile = NonNullable<NonNullable<PluginFile["contributes"]>["prompts"]>[number];

function visiblePrompt({ arguments: given, ...prompt }: PromptFile): PromptFile {
  const shown = {
    ...prompt,
    title: visible(prompt.title),
    description: visible(prompt.description),
    text: visible(prompt.text),
  };
  if (!given) return shown;
  return { ...shown, arguments: given.map((each) => ({ ...each, description: visible(each.description) })) };
}

/** A manifest for a folder whose `plugin.json` cannot be used, so that the plugin is listed with its problem. */
export function brokenManifest(folder: string): Manifest {
  return {
    name: basename(folder),
    version: "0.0.0",
    title: basename(folder),
    description: "",
    permissions: {},
    tools: [],
    languages: [],
    prompts: [],
    cliAliases: [],
    finders: [],
    jumps: [],
    paths: [],
    sources: [],
  };
}

function toolManifest(name: string, tool: ToolFile, folder: string): ToolManifest {
  try {
    checkInputSchema(tool.input as JsonSchema, name);
  } catch (error) {
    throw faulty(join(folder, "plugin.json"), [
      {
        where: `tools.${name}.input`,
        what: toJigError(error).message,
        write: 'Write {"type": "object", "properties": {…}} and say what must go together in the description',
      },
    ]);
  }
  for (const parameter of Object.keys((tool.input.properties as object | undefined) ?? {})) {
    if (PARAMETER_NAME.test(parameter)) continue;
    throw faulty(join(folder, "plugin.json"), [
      {
        where: `tools.${name}.input.properties`,
        what: `has the parameter ${JSON.stringify(parameter)}`,
        write: "Use a letter and up to 63 of letters, digits, _ and -: clients refuse others",
      },
    ]);
  }
  const entry: ToolManifest = {
    name,
    title: visible(tool.title),
    description: visible(tool.description),
    effect: tool.effect,
    destructive: tool.destructive ?? tool.effect !== "read",
    idempotent: tool.idempotent ?? tool.effect === "read",
    openWorld: tool.openWorld ?? false,
    parameterEffects: tool.parameterEffects ?? {},
    dynamic: tool.dynamic ?? false,
    inputSchema: visibleSchema(tool.input as JsonSchema),
    synonyms: (tool.synonyms ?? {}) as ToolManifest["synonyms"],
    unsupportedFlags: visibleWords(tool.unsupportedFlags),
    view: tool.view,
    output: tool.output as ToolManifest["output"],
    timeout: (tool.timeout ?? {}) as ToolManifest["timeout"],
    examples: tool.examples as ToolManifest["examples"],
  };
  if (tool.unlisted !== undefined) entry.unlisted = tool.unlisted;
  if (tool.positional !== undefined) entry.positional = tool.positional;
  if (tool.liveParameter !== undefined) entry.liveParameter = tool.liveParameter;
  if (tool.completion !== undefined) entry.completion = tool.completion as Completion;
  if (tool.keywords !== undefined) entry.keywords = visible(tool.keywords);
  if (tool.alwaysLoad) entry.alwaysLoad = true;
  return entry;
}

function faulty(path: string, faults: ManifestFault[]): JigError {
  const [first, ...rest] = faults;
  const more = rest.length > 0 ? ` (and ${rest.length} more: run \`jig plugin check\`)` : "";
  return new JigError("INVALID_ARGUMENT", `${path}: "${first!.where}" ${first!.what}${more}`, {
    hint: first!.write,
    details: { faults },
  });
}

/** In a union the alternative that came furthest knows best what is wrong. */
function deepest(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  const inner = issue.issues?.map(deepest) ?? [];
  return inner.reduce((best, each) => ((each.path?.length ?? 0) > (best.path?.length ?? 0) ? each : best), issue);
}

function faultOf(issue: v.BaseIssue<unknown>, root: JsonSchema): ManifestFault {
  const steps = (issue.path ?? []).map((item) => String(item.key));
  const where = steps.join(".");
  const parent = schemaAt(root, steps.slice(0, -1));
  const name = steps.at(-1) ?? "";
  if (issue.expected === "never") {
    const known = Object.keys((parent?.properties ?? {}) as object);
    const near = didYouMean(name, known);
    return {
      where,
      what: UNKNOWN,
      write: near ? `Did you mean "${near}"?` : `Known here: ${known.join(", ")}`,
    };
  }
  const schema = schemaAt(root, steps);
  const description = typeof schema?.description === "string" ? schema.description : undefined;
  const missing = issue.received === "undefined";
  const wanted = Array.isArray(schema?.enum)
    ? `one of ${schema.enum.map((each) => JSON.stringify(each)).join(", ")}`
    : undefined;
  return {
    where: where || "plugin.json",
    what: missing ? "is missing" : wanted ? `must be ${wanted}, not ${issue.received}` : sentence(issue),
    write: description ?? wanted ?? `Write ${issue.expected ?? "what the reference says"}`,
  };
}

function sentence(issue: v.BaseIssue<unknown>): string {
  if (issue.expected?.startsWith("/")) return `has the wrong form: ${issue.received}`;
  return issue.expected ? `must be ${issue.expected}, not ${issue.received}` : issue.message;
}

function schemaAt(root: JsonSchema, steps: readonly string[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = root;
  for (const step of steps) {
    const options: (Json | undefined)[] = [at, ...((at?.anyOf as Json[] | undefined) ?? [])];
    at = options.map((each) => childOf(each as JsonSchema | undefined, step)).find((each) => each !== undefined);
  }
  return at;
}

function childOf(schema: JsonSchema | undefined, step: string): JsonSchema | undefined {
  const properties = schema?.properties as Record<string, JsonSchema> | undefined;
  if (properties && Object.hasOwn(properties, step)) return properties[step];
  if (schema?.items && /^\d+$/.test(step)) return schema.items as JsonSchema;
  const rest = schema?.additionalProperties;
  return typeof rest === "object" && rest !== null ? (rest as JsonSchema) : undefined;
}
