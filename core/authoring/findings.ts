/** Runs all checks of a plugin's folder that don't run its handlers. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  addedSinceApproval,
  areOfOtherLanguages,
  changedAfter,
  createTrust,
  faultLines,
  faultsOf,
  type Host,
  isObject,
  JigError,
  type ManifestFault,
  normalize,
  otherName,
  type PluginFile,
  parsedPluginFile,
  type Runtime,
  readPluginFile,
  readPluginJson,
  shellQuoted,
  staleHandlers,
  toJigError,
} from "../host/frontend-api.ts";
import { EDIT_SOURCE, ownChanges, runSource } from "./build-command.ts";
import { importFaults, missingModules, SOURCE, withBundledModules } from "./bundled.ts";
import { copyForSource } from "./consent.ts";
import { type Finding, lint } from "./lint.ts";
import { lintContributions, type TakenNames } from "./lint-contributions.ts";
import { type KnownTool, lintNames } from "./lint-names.ts";
import { missingPythonImports } from "./python-imports.ts";
import { revealedLines } from "./revealed-text.ts";
import { isSamePlace } from "./same-place.ts";
import { parseScripts, type Unchecked } from "./script-syntax.ts";
import { sourceCodeFaults, sourcesIn } from "./source-codes.ts";
import { sourceVariableFaults } from "./source-variables.ts";
import type { Terminal } from "./terminal.ts";

export function findingLine(finding: Finding): string {
  return revealedLines(`${finding.level}: ${faultLines([finding])}`);
}

/** `unchecked` lists scripts for which there is no parser. plugin.ts only runs if it is approved and wasn't just built. */
export async function findingsIn(
  folder: string,
  terminal: Terminal,
  runtime: Runtime,
  { isBuilt = false } = {},
): Promise<{ findings: Finding[]; unchecked: readonly Unchecked[] }> {
  const { file, findings } = manifestFindings(folder, runtime.environment);
  if (file) findings.push(...(await nameFaults(terminal, file, folder)));
  const { faults: syntax, unchecked } = file
    ? parseScripts(file, folder, runtime.environment)
    : { faults: [], unchecked: [] };
  findings.push(...asErrors(syntax));
  if (file) findings.push(...staleFindings(file, folder, runtime));
  if (file && !isBuilt) findings.push(...growthFindings(file, folder, runtime));
  const sources = sourcesIn(folder);
  const doubts = [...sourceCodeFaults(sources), ...(file ? sourceVariableFaults(sources, file) : [])];
  if (file && syntax.length === 0) doubts.push(...missingPythonImports(file, folder, runtime.environment));
  findings.push(...doubts.map((fault): Finding => ({ ...fault, level: "warning" })));
  const faults = await importFaults(file, folder, runtime);
  findings.push(...asErrors(faults));
  if (isBuilt) return { findings, unchecked };
  // plugin.json and plugin.ts often have the same problem.
  const known = new Set(findings.map(({ where, what }) => `${where} ${what}`));
  for (const finding of faults.length === 0 ? await tryOfSource(folder, runtime) : []) {
    const text = `${finding.where} ${finding.what}`;
    if (!known.has(text)) findings.push(finding);
    known.add(text);
  }
  if (!findings.includes(NOT_BUILT) && changedAfter(join(folder, SOURCE), join(folder, "plugin.json")))
    findings.push(NOT_BUILT);
  return { findings, unchecked };
}

const NOT_BUILT: Finding = {
  level: "warning",
  where: "plugin.json",
  what: "is out of date with plugin.ts, and calls use plugin.json",
  write: "Run `jig plugin build`",
  stale: true,
};
const NOT_RUN: Finding = {
  level: "warning",
  where: "plugin.ts",
  what: "was not run, because neither it nor an earlier version was approved here; it may throw",
  write: "Run `jig plugin build`, which asks",
};

/** Runs plugin.ts without permissions to find problems. */
async function tryOfSource(folder: string, runtime: Runtime): Promise<Finding[]> {
  if (!existsSync(join(folder, SOURCE))) return [];
  const own = copyForSource(folder, runtime);
  if (!own) return [NOT_RUN];
  const { written, faults } = await runSource(own.copy, runtime);
  if (written && isOther(written, folder)) {
    // The problems that the next build would have are reported as well.
    const file = parsedPluginFile(written);
    const next = file ? lint(file, folder, runtime.environment) : [];
    const edits = ownChanges(folder, withBundledModules(written), written);
    const notBuilt: Finding = edits
      ? { ...NOT_BUILT, what: `${edits}, and the next build overwrites them`, write: EDIT_SOURCE }
      : NOT_BUILT;
    return [notBuilt, ...next, ...asErrors(missingModules(written, folder))];
  }
  return asErrors(faults);
}

/** Returns true if plugin.json doesn't match plugin.ts, except for bundled packages. */
function isOther(written: PluginFile, folder: string): boolean {
  const made = JSON.stringify(readPluginJson(folder));
  return ![written, withBundledModules(written)].some((each) => JSON.stringify(each) === made);
}

/** Returns another folder with a plugin of this name: a copy whose name was not changed, or an installed version. */
function sameName({ name }: PluginFile, folder: string, host: Host): Finding[] {
  const other = host.plugins().find((each) => !each.builtIn && each.name === name && !isSamePlace(each.source, folder));
  if (!other) return [];
  const what = `is "${name}", as is the plugin in ${other.source}: only one of them is loaded`;
  return [
    {
      level: "warning",
      where: "name",
      what,
      write: "Choose another name, unless one is an older version of the other",
    },
  ];
}

/** Returns conflicts with other plugins, and missing dependencies on them. */
async function nameFaults(terminal: Terminal, file: PluginFile, folder: string): Promise<Finding[]> {
  const host = await terminal.host();
  const builtIn = host.plugins().some((each) => each.builtIn && each.name === file.name);
  const loaded = host
    .tools()
    .filter((tool) => builtIn || tool.plugin !== file.name)
    .map(({ name, plugin, inputSchema, synonyms }): KnownTool => {
      const parameters = [...Object.keys(inputSchema.properties ?? {}), ...Object.keys(synonyms ?? {})];
      return { name, plugin, parameters };
    });
  const taken = namesTaken(file, host);
  const faults = [...lintNames(file, loaded), ...commandFaults(file, host), ...lintContributions(file, loaded, taken)];
  if (!builtIn) return [...sameName(file, folder, host), ...faults];
  const what = `is "${file.name}", the name of a built-in plugin, so this one was not loaded`;
  return [{ level: "error", where: "name", what, write: "Choose another name" }, ...faults];
}

function namesTaken({ name: plugin, tools }: PluginFile, host: Host): TakenNames {
  const other = (owner: string | undefined) => (owner === plugin ? undefined : owner);
  const others = host.cliAliases().filter(({ tool }) => !Object.hasOwn(tools, tool));
  return {
    promptOwner: (name) => other(host.promptOwner(name)),
    flagOwner: (flag) => others.find((each) => each.flag === flag)?.tool,
    finderOf(prefix) {
      const one = host.finders().find((each) => each.prefix === prefix && other(each.plugin) !== undefined);
      return one && `the search "${one.title}" of plugin "${one.plugin}"`;
    },
    commandOf(alias, word) {
      const tool = Object.hasOwn(tools, word) ? undefined : host.tool(word);
      if (tool && other(tool.plugin) !== undefined) return `a tool of plugin "${tool.plugin}"`;
      const owner = other(host.commandOwner(word));
      if (owner === undefined || others.some((each) => each.command === word && areOfOtherLanguages(alias, each)))
        return undefined;
      return `a command of plugin "${owner}"`;
    },
  };
}

/**
 * Returns programs and bundles that are older than their sources. In a checkout all files have about the same time, so a minute
 * is tolerated.
 */
function staleFindings(file: PluginFile, folder: string, runtime: Runtime): Finding[] {
  const isOwn = createTrust(runtime).approvalOf(folder)?.authored ?? false;
  return staleHandlers(file, folder, isOwn ? 0 : undefined).map(({ made, source, write }) => ({
    level: "warning",
    where: made,
    what: `is older than ${source}, and calls use the outdated file`,
    write,
    stale: true,
  }));
}

/** Calls and `test` wait until these permissions are approved. */
function growthFindings(file: PluginFile, folder: string, runtime: Runtime): Finding[] {
  const more = addedSinceApproval(createTrust(runtime), folder, file);
  if (more.length === 0) return [];
  const what = `asks for more than you approved, so no call runs until you approve it: ${more.join(", ")}`;
  return [{ level: "warning", where: "permissions", what, write: `Run \`jig plugin trust ${shellQuoted(folder)}\`` }];
}

/** Returns names that have another meaning on the command line. */
function commandFaults({ name: plugin, tools }: PluginFile, host: Host): Finding[] {
  return Object.keys(tools).flatMap((name): Finding[] => {
    const where = `tools.${name}`;
    const write = `Choose another name, such as "${otherName(plugin, name)}"`;
    const owner = host.commandOwner(name);
    if (owner !== undefined && owner !== plugin && host.tool(name) === undefined)
      return [
        { level: "error", where, what: `has the same name as the command \`jig ${name}\`, so it was left out`, write },
      ];
    const alias = host.cliAliases().find(({ also = [], tool }) => also.includes(name) && !Object.hasOwn(tools, tool));
    if (!alias) return [];
    const what = `takes the name \`jig ${name}\`, which is also an alias of \`jig ${alias.command}\``;
    return [{ level: "warning", where, what, write }];
  });
}

function asErrors(faults: readonly ManifestFault[]): Finding[] {
  return faults.map((fault) => ({ ...fault, level: "error" }));
}

/** Checks the schema first, because the other checks make no sense if it fails. */
export function manifestFindings(
  folder: string,
  environment: Runtime["environment"],
): { file?: PluginFile; findings: Finding[] } {
  const json = readJson(join(folder, "plugin.json"));
  const faults = faultsOf(json);
  if (faults.length > 0) return { findings: asErrors(faults) };
  const file = readPluginFile(folder);
  const findings = lint(file, folder, environment);
  try {
    normalize(file, folder);
  } catch (error) {
    const { message, hint = "", details } = toJigError(error);
    const named = Array.isArray(details?.faults) ? details.faults.filter(isFault) : [];
    const faults = named.length > 0 ? named : [{ where: "plugin.json", what: message, write: hint }];
    const places = new Set(faults.map(({ where }) => where));
    const others = findings.filter(({ where }) => !places.has(where));
    return { file, findings: [...asErrors(faults), ...others] };
  }
  return { file, findings };
}

function isFault(value: unknown): value is ManifestFault {
  return isObject(value) && [value.where, value.what, value.write].every((text) => typeof text === "string");
}

function readJson(path: string): unknown {
  if (!existsSync(path)) {
    throw new JigError("INVALID_ARGUMENT", `There is no ${path}`, {
      hint: existsSync(join(dirname(path), SOURCE))
        ? "jig plugin build makes it from plugin.ts"
        : "Name the folder of a plugin; jig plugin new writes one",
    });
  }
  return readPluginJson(dirname(path));
}
