/** Contains all plugins and tools, including those that can't be used. */
import type { Root } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import type { PluginInfo, PluginState, ToolInfo } from "../contract/host.ts";
import { withGetters } from "../contract/lazily.ts";
import type { CliAlias } from "../contract/plugin-schema.ts";
import type { Runner } from "../contract/runner.ts";
import { checkParameters, type ManifestFault } from "./check.ts";
import { withoutProperties } from "./input-schema.ts";
import type { Manifest, ToolManifest } from "./manifest.ts";
import { listedSchema } from "./standard-parameters.ts";
import type { Inactive, WorkspaceConditions } from "./workspace-condition.ts";

export interface Plugin {
  manifest: Manifest;
  /** Either `built-in`, or its folder. */
  source: string;
  builtIn: boolean;
  sandbox: PluginInfo["sandbox"];
  runner?: Runner;
  /** The reason why it can't be used, and how to fix that. */
  problem?: { state: PluginState; reason: string; fix: string };
  /** The names, sizes and times of its files when it was loaded. Its process runs these until it is reloaded. */
  stamp?: string;
  /** Tools that had to be left out. */
  leftOut?: ManifestFault[];
}

export interface RegisteredTool {
  plugin: Plugin;
  tool: ToolManifest;
}

export interface Registry {
  plugins(): readonly Plugin[];
  find(tool: string): RegisteredTool | undefined;
  names(): string[];
  commandOwner(word: string): string | undefined;
  promptOwner(name: string): string | undefined;
  add(plugin: Plugin): void;
  /** Adds a plugin that has a problem. Others can still use the names of its tools. */
  addBroken(plugin: Plugin): void;
  remove(plugin: Plugin): void;
}

export function createRegistry(): Registry {
  const plugins: Plugin[] = [];
  const byTool = new Map<string, RegisteredTool>();

  function commandOwner(word: string): string | undefined {
    const isIt = (other: string | undefined) => other !== undefined && spelled(other) === spelled(word);
    const owner = plugins.find(
      ({ problem, manifest: { commands, cliAliases } }) =>
        !problem && (commands.some(isIt) || cliAliases.some(({ command }) => isIt(command))),
    );
    return owner?.manifest.name;
  }

  /**
   * Registers the names of a plugin. The first plugin that uses a name gets it. Built-in plugins are loaded first, so no other
   * plugin can replace them.
   */
  function claim(plugin: Plugin): void {
    for (const tool of plugin.manifest.tools) {
      const owner = byTool.get(tool.name)?.plugin.manifest.name;
      const { name } = plugin.manifest;
      const other = commandOwner(tool.name);
      if (owner === undefined && other !== undefined && other !== name) {
        throw new JigError(
          "INVALID_ARGUMENT",
          `The tool "${tool.name}" of plugin "${name}" has the same name as a command of plugin "${other}"`,
          { hint: `Choose another name, such as "${otherName(name, tool.name)}"` },
        );
      }
      if (owner === undefined || owner === name) continue;
      throw new JigError(
        "INVALID_ARGUMENT",
        `The tool "${tool.name}" of plugin "${plugin.manifest.name}" already exists in plugin "${owner}"`,
        { hint: "Rename the tool in its plugin.json" },
      );
    }
    for (const alias of plugin.manifest.cliAliases) {
      const { flag, command } = alias;
      const owner = plugins.find(
        (each) =>
          !each.problem &&
          (each.manifest.cliAliases.some(
            (other) => other.flag === flag && other.command === command && !areOfOtherLanguages(alias, other),
          ) ||
            (command !== undefined && each.manifest.commands.some((other) => spelled(other) === spelled(command)))),
      );
      if (!owner) continue;
      const what = flag === undefined ? "command" : "flag";
      throw new JigError(
        "INVALID_ARGUMENT",
        `The ${what} "${flag ?? command}" of plugin "${plugin.manifest.name}" already exists in plugin "${owner.manifest.name}"`,
        { hint: `Rename the ${what} in ${plugin.source}` },
      );
    }
    for (const tool of plugin.manifest.tools) byTool.set(tool.name, { plugin, tool });
  }

  return {
    plugins: () => plugins,
    find: (tool) => byTool.get(tool),
    names: () => [...byTool.keys()].sort(),
    commandOwner,
    promptOwner: (name) =>
      plugins.find(({ problem, manifest: { prompts } }) => !problem && prompts.some((each) => each.name === name))
        ?.manifest.name,
    add(plugin) {
      const twin = plugins.find((each) => each.manifest.name === plugin.manifest.name);
      if (twin) {
        throw new JigError(
          "INVALID_ARGUMENT",
          `The plugin "${plugin.manifest.name}" from ${plugin.source} is already loaded from ${twin.source}`,
          {
            hint: "Rename one of them",
          },
        );
      }
      claim(plugin);
      plugins.push(plugin);
    },
    addBroken: (plugin) => void plugins.push(plugin),
    remove(plugin) {
      plugins.splice(plugins.indexOf(plugin), 1);
      for (const [name, { plugin: owner }] of byTool) if (owner === plugin) byTool.delete(name);
    },
  };
}

const spelled = (word: string) => word.toLowerCase().replaceAll("_", "-");

/** Returns another name for a tool whose own name is a jig command. */
export function otherName(plugin: string, tool: string): string {
  return `${plugin === tool ? "my" : plugin.replaceAll("-", "_")}_${tool}`;
}

export interface ListingRules {
  roots: readonly Root[];
  conditions: WorkspaceConditions;
  readOnly: boolean;
  /** Returns true if a `dynamic` tool is available at the moment. */
  isAvailable(plugin: Plugin, tool: string): boolean;
}

/**
 * Describes a tool to frontends. It throws if a built-in plugin has an invalid schema. All others were checked when they were
 * loaded.
 */
export function toolInfo({ plugin, tool }: RegisteredTool, rules: ListingRules): ToolInfo {
  const raising = rules.readOnly ? Object.keys(tool.parameterEffects) : [];
  let schema: ToolInfo["inputSchema"] | undefined;
  const reason = unlistedReason(plugin, tool, rules);
  const info: ToolInfo & Partial<ToolManifest> = withGetters(tool, {
    plugin: plugin.manifest.name,
    get inputSchema() {
      if (!schema) {
        checkParameters(tool);
        const own = raising.length > 0 ? withoutProperties(tool.inputSchema, raising) : tool.inputSchema;
        schema = listedSchema({ inputSchema: own, output: tool.output });
      }
      return schema;
    },
    listed: reason === undefined,
    ...(reason && { hidden: reason }),
  });
  // These keys are internal to the host.
  delete info.dynamic;
  delete info.timeout;
  return info;
}

function unlistedReason(plugin: Plugin, tool: ToolManifest, rules: ListingRules): Inactive | undefined {
  if (plugin.problem) return { reason: plugin.problem.reason, fix: plugin.problem.fix };
  if (rules.readOnly && (tool.effect !== "read" || tool.plan)) {
    return { reason: `"${tool.name}" can change things, but --read-only is on`, fix: "Start jig without --read-only" };
  }
  const off = rules.conditions.inactiveReason(plugin);
  if (!off && tool.dynamic && !rules.isAvailable(plugin, tool.name)) {
    return {
      reason: `"${tool.name}" is only listed if its program supports it`,
      fix: "Call it anyway: the answer says whether it is available",
    };
  }
  return off;
}

function leftOutLine({ where, what, write }: ManifestFault): string {
  return `${where} ${what}. ${write}`;
}

export function pluginInfo(plugin: Plugin, conditions: WorkspaceConditions): PluginInfo {
  const { manifest, source, builtIn, sandbox, problem, leftOut = [] } = plugin;
  const off = problem ?? conditions.inactiveReason(plugin);
  const commands = manifest.cliAliases.flatMap(({ command, also = [] }) =>
    command === undefined ? [] : [command, ...also],
  );
  return {
    name: manifest.name,
    title: manifest.title,
    version: manifest.version,
    description: manifest.description,
    source,
    builtIn,
    state: problem?.state ?? (off ? "inactive" : "ready"),
    ...(off ? { reason: off.reason, fix: off.fix } : {}),
    permissions: manifest.permissions,
    sandbox,
    tools: manifest.tools.map((tool) => tool.name).sort(),
    ...(commands.length > 0 ? { commands } : {}),
    ...(leftOut.length > 0 ? { leftOut: leftOut.map(leftOutLine) } : {}),
  };
}

/** If the same command exists for several languages, the language of the workspace decides. */
export function areOfOtherLanguages({ languages: one = [] }: CliAlias, { languages: other = [] }: CliAlias): boolean {
  return one.length > 0 && other.length > 0 && !one.some((each) => other.includes(each));
}
