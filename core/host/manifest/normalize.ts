/** A plugin as data: what the host knows of it before any of its code runs. */
import type {
  CliAlias,
  Condition,
  Contributions,
  FinderContribution,
  JumpContribution,
  Permissions,
  PluginDeclaration,
  PromptContribution,
  Timeout,
} from "../contract/define.ts";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema, ToolDescription } from "../contract/host.ts";
import { toInputSchema, toOutputSchema } from "./input-schema.ts";

/** The version of the host's API that `host` ranges of manifests speak of. */
export const HOST_API = 1;

export interface ToolManifest extends ToolDescription {
  /** Listed only while its plugin says that it is there. */
  dynamic: boolean;
  timeout: Timeout;
}

export interface Manifest {
  name: string;
  version: string;
  title: string;
  description: string;
  when?: Condition;
  permissions: Permissions;
  tools: ToolManifest[];
  languages: { id: string; title: string; extensions: string[] }[];
  prompts: PromptContribution[];
  cliAliases: CliAlias[];
  finders: FinderContribution[];
  jumps: JumpContribution[];
  /** Prefixes of its path schemes. */
  paths: string[];
  /** Prefixes of its sources. */
  sources: string[];
}

/** Words that the frontends keep for themselves: neither a tool nor a parameter may have them. */
export const RESERVED_WORDS = [
  "call",
  "tools",
  "describe",
  "doctor",
  "settings",
  "completion",
  "mcp",
  "plugin",
  "tui",
  "help",
  "version",
  "root",
  "plugins",
  "zoekt",
  "as",
  "quiet",
  "read-only",
  "audit",
  "input",
  "input-file",
  "all",
  "json",
  "serve",
  "setup",
  "pick",
  "man",
  "toon",
] as const;

const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,47}$/;
const PLUGIN_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** The manifest of a built-in plugin. */
export function manifestOf(declaration: PluginDeclaration): Manifest {
  const contributes: Contributions = declaration.contributes ?? {};
  const manifest: Manifest = {
    name: declaration.name,
    version: declaration.version,
    title: declaration.title,
    description: declaration.description,
    permissions: declaration.permissions,
    tools: Object.entries(declaration.tools).map(([name, tool]) => {
      let schema: JsonSchema | undefined;
      let answer: JsonSchema | undefined;
      const entry: ToolManifest = {
        name,
        title: tool.title,
        description: tool.description,
        effect: tool.effect,
        destructive: tool.destructive ?? tool.effect !== "read",
        idempotent: tool.idempotent ?? tool.effect === "read",
        openWorld: tool.openWorld ?? false,
        parameterEffects: tool.parameterEffects ?? {},
        dynamic: tool.dynamic ?? false,
        get inputSchema() {
          schema ??= toInputSchema(tool.input, name);
          return schema;
        },
        synonyms: tool.synonyms ?? {},
        unsupportedFlags: tool.unsupportedFlags ?? {},
        view: tool.view,
        output: {
          ...tool.output,
          get schema() {
            answer ??= tool.output ? toOutputSchema(tool.output.schema) : {};
            return answer;
          },
        },
        timeout: tool.timeout ?? {},
        examples: tool.examples,
      };
      if (tool.unlisted !== undefined) entry.unlisted = tool.unlisted;
      if (tool.positional !== undefined) entry.positional = tool.positional;
      if (tool.liveParameter !== undefined) entry.liveParameter = tool.liveParameter;
      if (tool.completion !== undefined) entry.completion = tool.completion;
      if (tool.keywords !== undefined) entry.keywords = tool.keywords;
      if (tool.alwaysLoad) entry.alwaysLoad = true;
      return entry;
    }),
    languages: (contributes.languages ?? []).map(({ id, title, extensions }) => ({ id, title, extensions })),
    prompts: contributes.prompts ?? [],
    cliAliases: contributes.cliAliases ?? [],
    finders: contributes.finders ?? [],
    jumps: contributes.jumps ?? [],
    paths: (contributes.paths ?? []).map(({ prefix }) => prefix),
    sources: (contributes.sources ?? []).map(({ prefix }) => prefix),
  };
  if (declaration.when) manifest.when = declaration.when;
  checkManifest(manifest, declaration.host);
  return manifest;
}

/** Rules that hold for every manifest, wherever it comes from. Throws INVALID_ARGUMENT, or UNAVAILABLE for another host version. */
export function checkManifest(manifest: Manifest, host: string): void {
  if (!PLUGIN_NAME.test(manifest.name)) {
    throw invalid(
      `The plugin name ${JSON.stringify(manifest.name)} is not allowed`,
      "Use 1 to 32 of a-z, 0-9 and dash",
    );
  }
  if (!acceptsHost(host)) {
    throw new JigError(
      "UNAVAILABLE",
      `The plugin "${manifest.name}" is written for host ${JSON.stringify(host)}, this is ${HOST_API}`,
      {
        hint: `Install a version of it for host ^${HOST_API}, or another jig`,
      },
    );
  }
  for (const alias of manifest.cliAliases) checkAlias(alias);
  for (const finder of manifest.finders) checkFinder(finder, manifest.tools);
  for (const tool of manifest.tools) {
    if (!TOOL_NAME.test(tool.name)) {
      throw invalid(
        `The tool name ${JSON.stringify(tool.name)} is not allowed`,
        "Use a letter and up to 47 of letters, digits, _ and -",
      );
    }
    if ((RESERVED_WORDS as readonly string[]).includes(tool.name)) {
      throw invalid(`The tool name "${tool.name}" is a subcommand of jig`, "Choose another name");
    }
    const { rows = [] } = tool.output;
    for (const kind of ["chart", "graph"] as const) {
      if (tool.view !== kind || rows.some((source) => source[kind])) continue;
      throw invalid(
        `The view "${kind}" of "${tool.name}" has nothing to draw`,
        kind === "chart"
          ? 'Say at a source of "output.rows" how large a row is: "chart": {"value": "/size", "name": "{/name}"}'
          : 'Say at a source of "output.rows" what a row points to: "graph": {"id": "/name", "to": "/needs"}',
      );
    }
    if (tool.description.length > 2048) {
      throw invalid(
        `The description of "${tool.name}" has ${tool.description.length} characters`,
        "Keep it within 2,048: clients cut the rest",
      );
    }
  }
}

/** The explorer asks on every keystroke: nothing that changes anything, and nothing of somebody else's. */
function checkFinder({ tool: name, prefix, title }: FinderContribution, tools: readonly ToolManifest[]): void {
  const tool = tools.find((each) => each.name === name);
  if (!tool)
    throw invalid(`The finder "${title}" asks "${name}", which is not a tool of this plugin`, "Name one of its tools");
  if (tool.effect !== "read")
    throw invalid(
      `The finder "${title}" asks "${name}", whose effect is ${tool.effect}`,
      "Only a tool of effect read can be asked",
    );
  if (prefix === ">") throw invalid(`The prefix ">" of the finder "${title}" finds tools`, "Choose another one");
}

/** A flag or a command of jig itself is never a plugin's. */
function checkAlias({ flag, command, also = [], tool }: CliAlias): void {
  if ((flag === undefined) === (command === undefined))
    throw invalid(`The alias of "${tool}" needs either a flag or a command`, "Write one of them");
  for (const word of [flag, command, ...also]) {
    if (word === undefined || !(RESERVED_WORDS as readonly string[]).includes(word.replace(/^--/, ""))) continue;
    const what = word.startsWith("--") ? "flag" : "command";
    throw invalid(`The ${what} "${word}" is one of jig itself`, "Choose another one");
  }
}

/** Parameters may not be called like host flags. A built-in's are checked when its schema is first made. */
export function checkParameters(tool: ToolManifest): void {
  for (const name of Object.keys((tool.inputSchema.properties as object | undefined) ?? {})) {
    if ((RESERVED_WORDS as readonly string[]).includes(name)) {
      throw invalid(`The parameter "${name}" of "${tool.name}" is a flag of jig itself`, "Choose another name");
    }
  }
}

/** Ranges of the host's API: `^1`, `1`, `1.x`, `>=1`, `>=1 <2`. */
function acceptsHost(range: string): boolean {
  const bounds = [...range.matchAll(/(\^|>=|<=|<|>|=)?\s*(\d+)(?:\.[\dx]+)*/g)];
  if (bounds.length === 0) return false;
  return bounds.every(([, comparison = "^", digits]) => {
    const version = Number(digits);
    if (comparison === ">=") return version <= HOST_API;
    if (comparison === "<=") return HOST_API <= version;
    if (comparison === "<") return HOST_API < version;
    if (comparison === ">") return HOST_API > version;
    return version === HOST_API;
  });
}

function invalid(message: string, hint: string): JigError {
  return new JigError("INVALID_ARGUMENT", message, { hint });
}
