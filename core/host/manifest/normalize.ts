/**
 * Converts the declaration of a plugin, built-in or on disk, to a manifest. Defaults are filled in, schemas become JSON Schema,
 * and the rules are checked.
 */
import { basename } from "node:path";
import type * as v from "valibot";
import type { PluginDeclaration } from "../contract/define.ts";
import type { JsonSchema } from "../contract/host.ts";
import { isObject } from "../contract/is-object.ts";
import { PLAN_OUTPUT } from "../contract/plan-answer.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import { checkFileTool, checkManifest, checkParameters, HOST_API } from "./check.ts";
import { checkInputSchema, toInputSchema, toOutputSchema } from "./input-schema.ts";
import type { Manifest, ToolManifest } from "./manifest.ts";
import { visibleSchema, visibleTexts } from "./visible-text.ts";

type Plugin = PluginDeclaration | PluginFile;
type Tool = Plugin["tools"][string];
/** Prepares the strings of an object for display. */
type Show = <Texts extends object>(of: Texts) => Texts;

/** The origin of built-in plugins. For others it is a folder. */
export const BUILT_IN = "built-in";

/**
 * Converts a declaration to a manifest.
 * @param origin - `BUILT_IN`, or the folder of the plugin
 * @throws INVALID_ARGUMENT if a rule is broken, UNAVAILABLE if another version of the host is required
 */
export function normalize(plugin: Plugin, origin: string): Manifest {
  const fromDisk = origin !== BUILT_IN;
  if (fromDisk) {
    for (const [name, { input, handler }] of Object.entries(plugin.tools)) {
      if (typeof handler !== "function" && !isValibot(input))
        checkFileTool(name, { input, handler }, plugin.permissions, origin);
    }
  }
  const manifest = manifestOf(plugin, fromDisk ? visibleTexts : (texts) => texts);
  checkManifest(manifest);
  // For a built-in plugin, this is done when its schema is first created.
  if (fromDisk) manifest.tools.forEach(checkParameters);
  return manifest;
}

/**
 * Returns a placeholder for a folder whose `plugin.json` is invalid. Without it, the plugin and its problem could not be
 * listed.
 */
export function brokenManifest(folder: string): Manifest {
  const name = basename(folder);
  const about = { name, version: "0.0.0", title: name, description: "", host: `^${HOST_API}` };
  return manifestOf({ ...about, permissions: {}, tools: {} }, (texts) => texts);
}

function manifestOf(plugin: Plugin, show: Show): Manifest {
  const { tools, contributes = {}, service, workers, failure, ...rest } = plugin;
  const { languages = [], prompts = [], cliAliases = [], finders = [], jumps = [], paths = [], overview } = contributes;
  const sources = ("sources" in contributes ? contributes.sources : undefined) ?? [];
  const commands = ("commands" in contributes ? contributes.commands : undefined) ?? [];
  return {
    ...show(rest),
    tools: Object.entries(tools).map(([name, tool]) => toolManifest(name, tool, show)),
    languages: languages.map((language) => {
      const { id, title, extensions, seen } = language;
      const level = language.level ?? levelOf(language);
      return show({ id, title, extensions, ...(level && { level }), ...(seen && { seen }) });
    }),
    prompts: prompts.map((prompt) => ({
      ...show(prompt),
      ...(prompt.arguments && { arguments: prompt.arguments.map(show) }),
    })),
    cliAliases: cliAliases.map((alias) => ({
      ...show(alias),
      ...(alias.unsupportedFlags && { unsupportedFlags: show(alias.unsupportedFlags) }),
    })),
    finders: finders.map(show),
    ...(overview === undefined ? {} : { overview }),
    jumps,
    paths: paths.map(({ prefix }) => prefix),
    sources: sources.map(({ prefix }) => prefix),
    commands: commands.flatMap(({ name, also = [] }) => [name, ...also]),
  };
}

/** Returns the level that a language reaches with the queries it has. */
function levelOf(language: object): "index" | "uses" | undefined {
  if ("locals" in language && language.locals !== undefined) return "uses";
  return "tags" in language && language.tags !== undefined ? "index" : undefined;
}

function toolManifest(name: string, tool: Tool, show: Show): ToolManifest {
  const { input, handler, output: declared, ...rest } = tool;
  const output = tool.plan ? PLAN_OUTPUT : declared;
  let inputSchema: JsonSchema | undefined;
  let answer: JsonSchema | undefined;
  return {
    name,
    ...show(rest),
    destructive: tool.destructive ?? tool.effect !== "read",
    idempotent: tool.idempotent ?? tool.effect === "read",
    openWorld: tool.openWorld ?? false,
    parameterEffects: { ...(tool.plan && { apply: "write" }), ...tool.parameterEffects },
    synonyms: tool.synonyms ?? {},
    unsupportedFlags: show(tool.unsupportedFlags ?? {}),
    dynamic: tool.dynamic ?? false,
    timeout: tool.timeout ?? {},
    get inputSchema() {
      if (!inputSchema) {
        const own = isValibot(input) ? toInputSchema(input, name) : visibleSchema(checkInputSchema(input, name));
        inputSchema = tool.plan ? withApply(own) : own;
      }
      return inputSchema;
    },
    ...(tool.plan && { view: "diff" }),
    output: {
      ...output,
      get schema() {
        const schema = output?.schema ?? {};
        answer ??= isValibot(schema) ? toOutputSchema(schema) : schema;
        return answer;
      },
    },
  };
}

/** All planning tools have this parameter. */
const APPLY: JsonSchema = { type: "boolean", description: "Apply at once; default: only the plan and its diff." };

function withApply(schema: JsonSchema): JsonSchema {
  const own = isObject(schema.properties) ? schema.properties : {};
  return { ...schema, properties: { ...own, apply: APPLY } };
}

/** Distinguishes valibot schemas from JSON Schemas, since only the former contain functions. */
function isValibot(schema: v.GenericSchema | JsonSchema): schema is v.GenericSchema {
  return typeof schema["~run"] === "function";
}
