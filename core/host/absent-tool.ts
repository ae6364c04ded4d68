/**
 * Creates the errors for tools that are not available, for example because their plugin or their declaration could not be
 * loaded.
 */
import { JigError } from "./contract/errors.ts";
import type { PluginInfo } from "./contract/host.ts";
import { didYouMean } from "./contract/nearest-name.ts";
import { shellQuoted } from "./runtime/shell-quoted.ts";

const spelled = (name: string) => name.replaceAll("_", "-");

/** @returns UNAVAILABLE if the tool has an invalid declaration, or if its plugin could not be loaded. It is undefined otherwise. */
export function absentTool(tool: string, plugins: readonly PluginInfo[]): JigError | undefined {
  for (const { name, source, leftOut = [] } of plugins) {
    const fault = leftOut.find((line) => [".", " "].some((end) => line.startsWith(`tools.${tool}${end}`)));
    if (fault !== undefined)
      return new JigError("UNAVAILABLE", `The plugin "${name}" is loaded without "${tool}": ${fault}`, {
        hint: checkIt(source),
      });
  }
  // If the manifest can't be read, we don't know the tools, so we compare with the plugin's name.
  const broken = unloaded(plugins).find(
    ({ name, tools }) => tools.includes(tool) || (tools.length === 0 && spelled(name) === spelled(tool)),
  );
  const owner = plugins.find(
    ({ state, commands = [] }) => state !== "ready" && state !== "inactive" && commands.includes(tool),
  );
  if (owner)
    return new JigError(
      owner.state === "untrusted" ? "UNTRUSTED" : "UNAVAILABLE",
      `"${tool}" is a command of the plugin "${owner.name}", which is ${owner.state}: ${owner.reason}`,
      owner.fix === undefined ? {} : { hint: owner.fix },
    );
  return broken && new JigError("UNAVAILABLE", reasonOf(broken), { hint: checkIt(broken.source) });
}

export function refuseAbsentTool(tool: string, plugins: readonly PluginInfo[]): void {
  const error = absentTool(tool, plugins);
  if (error) throw error;
}

export function unknownTool(name: string, known: string[], plugins: readonly PluginInfo[]): JigError {
  const absent = absentTool(name, plugins);
  if (absent) return absent;
  const near = didYouMean(name, known);
  return new JigError("UNKNOWN_TOOL", `Unknown tool ${JSON.stringify(name.slice(0, 100))}`, {
    hint: near ? `Did you mean "${near}"?` : (unloadedHint(plugins) ?? "See the list of tools"),
  });
}

/** Returns a line for each plugin that failed to load, and for each tool that was left out. */
export function notLoaded(plugins: readonly PluginInfo[]): string[] {
  const without = plugins.flatMap(({ name, source, leftOut = [] }) =>
    leftOut.map((fault) => `The plugin "${name}" is only partly loaded: ${fault}. ${checkIt(source)}`),
  );
  return [...unloaded(plugins).map((plugin) => `${reasonOf(plugin)}. ${checkIt(plugin.source)}`), ...without];
}

/** Returns a line for each plugin that has not been approved yet, with the command that approves it. */
export function notTrusted(plugins: readonly PluginInfo[]): string[] {
  return plugins.flatMap(({ state, reason = "", fix = "" }) => (state === "untrusted" ? [`${reason}. ${fix}`] : []));
}

/** The tool might belong to a plugin that failed to load, so these are mentioned as well. */
export function unloadedHint(plugins: readonly PluginInfo[]): string | undefined {
  const [first, ...more] = unloaded(plugins);
  if (!first) return undefined;
  if (more.length === 0) return `${reasonOf(first)}. ${checkIt(first.source)}`;
  const names = [first, ...more].map(({ name }) => `"${name}"`).join(", ");
  return `The tools of ${names} are not known: jig plugin list, with the same --plugins, says why`;
}

function unloaded(plugins: readonly PluginInfo[]): PluginInfo[] {
  return plugins.filter(({ builtIn, state }) => !builtIn && state === "unavailable");
}

function reasonOf({ name, reason = "" }: PluginInfo): string {
  return `The plugin "${name}" is not loaded: ${reason}`;
}

function checkIt(source: string): string {
  return `\`jig plugin check ${shellQuoted(source)}\` lists its faults`;
}
