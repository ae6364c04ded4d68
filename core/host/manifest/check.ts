/** Checks the rules for manifests that the schema can't express: unique names, versions, and references to tools. */
import { isAbsolute, join, relative } from "node:path";
import { JigError, toJigError } from "../contract/errors.ts";
import type { ToolDescription } from "../contract/host.ts";
import { isObject } from "../contract/is-object.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import type { ToolFile } from "../contract/plugin-file.ts";
import type { CliAlias, Permissions } from "../contract/plugin-schema.ts";
import { meantCommand } from "./command-words.ts";
import { checkInputSchema } from "./input-schema.ts";
import type { Manifest } from "./manifest.ts";

/** The API version that is compared with the `host` ranges in manifests. */
export const HOST_API = 1;

const COMMANDS = ["call", "tools", "describe", "doctor", "settings", "completion", "mcp", "plugin", "tui", "help"];
const FLAGS = ["version", "root", "plugins", "zoekt", "as", "quiet", "read-only", "audit", "input", "input-file"];
const MORE = ["all", "json", "serve", "setup", "pick", "man", "toon"];

/** Words that frontends use, so tools and parameters must not have these names. */
export const RESERVED_WORDS: readonly string[] = [...COMMANDS, ...FLAGS, ...MORE];

const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,47}$/;
/** Names that clients accept and that can be used as a flag. */
const PARAMETER_NAME = /^[A-Za-z][\w-]{0,63}$/;

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** A fault in a manifest. `where` is a path such as `tools.hello.effect`. */
export interface ManifestFault {
  where: string;
  what: string;
  write: string;
}

/** Returns a line for each fault with its place, the problem, and how to fix it. */
export function faultLines(faults: readonly ManifestFault[]): string {
  return faults.map(({ where, what, write }) => `${where}: ${what}. ${write}`).join("\n");
}

/** Creates an error about the first fault in a `plugin.json`. Its details contain the others. */
export function faulty(folder: string, faults: readonly [ManifestFault, ...ManifestFault[]]): JigError {
  const [first, ...rest] = faults;
  const more = rest.length > 0 ? ` (and ${rest.length} more: run \`jig plugin check\`)` : "";
  const message = `${join(folder, "plugin.json")}: "${first.where}" ${first.what}${more}`;
  return new JigError("INVALID_ARGUMENT", message, { hint: first.write, details: { faults } });
}

/** These views need a rule in the row source. */
const DRAWN = {
  chart: 'how large a row is: "chart": {"value": "/size", "name": "{/name}"}',
  graph: 'what a row points to: "graph": {"id": "/name", "to": "/needs"}',
} as const;

/**
 * Checks the rules for all manifests, built-in or not. @throws INVALID_ARGUMENT, or UNAVAILABLE if another host version is
 * required
 */
export function checkManifest({ name: plugin, host, tools, cliAliases, finders, overview }: Manifest): void {
  if (!acceptsHost(host)) {
    const message = `The plugin "${plugin}" is written for host ${JSON.stringify(host)}, but this is ${HOST_API}`;
    const hint = `Install a version of the plugin for host ^${HOST_API}, or another version of jig`;
    const fault = {
      where: "host",
      what: `is ${JSON.stringify(host)}, but this host is ${HOST_API}`,
      write: `Write "^${HOST_API}"`,
    };
    throw new JigError("UNAVAILABLE", message, { hint, details: { faults: [fault] } });
  }
  cliAliases.forEach(checkAlias);
  for (const { tool, title } of finders) checkAsked(`finder "${title}"`, tool, tools);
  if (overview !== undefined) checkAsked("overview", overview, tools);
  for (const { name, view, output, plan, effect } of tools) {
    const where = `tools.${name}`;
    if (plan && effect !== "read") {
      const write = "Write read: writing only happens when a plan is applied";
      const what = `is ${effect}, but the tool plans changes`;
      throw ofTool(`"${name}" plans changes but has the effect ${effect}`, { where: `${where}.effect`, what, write });
    }
    if (!TOOL_NAME.test(name)) {
      const write = "Use a letter, then up to 47 letters, digits, _ and -";
      const what = "has a name that is not allowed";
      throw ofTool(`The tool name ${JSON.stringify(name)} is not allowed`, { where, what, write });
    }
    if (isReserved(name)) {
      const fault = { where, what: "has the same name as a subcommand of jig", write: "Choose another name" };
      throw ofTool(`The tool name "${name}" is a subcommand of jig`, fault);
    }
    if ((view === "chart" || view === "graph") && !output.rows?.some((source) => source[view])) {
      const write = `In a source of "output.rows", write ${DRAWN[view]}`;
      const fault = { where: `${where}.view`, what: `is ${view}, but no row source says what to draw`, write };
      throw ofTool(`The view "${view}" of "${name}" has nothing to draw`, fault);
    }
  }
}

/** The explorer calls these tools on its own, so they must be read-only. */
function checkAsked(who: string, name: string, tools: Manifest["tools"]): void {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw invalid(`The ${who} calls "${name}", which is not a tool of this plugin`, "Name one of its tools");
  if (tool.effect !== "read") {
    const hint = "A finder's tool must have the effect read";
    throw invalid(`The ${who} calls "${name}", whose effect is ${tool.effect}`, hint);
  }
}

/** Checks an alias. Plugins must not take over any of jig's own flags and commands. */
function checkAlias({ flag, command, also = [], tool }: CliAlias): void {
  if ((flag === undefined) === (command === undefined))
    throw invalid(`The alias of "${tool}" needs either a flag or a command`, "Write one of them");
  for (const word of [flag, command, ...also]) {
    if (word === undefined || !isReserved(word.replace(/^--/, ""))) continue;
    const what = word.startsWith("--") ? "flag" : "command";
    throw invalid(`The ${what} "${word}" is already used by jig itself`, "Choose another one");
  }
}

/** Refuses parameters with the names of host flags. For built-in plugins, this is checked when the schema is first created. */
export function checkParameters({ name: tool, inputSchema }: ToolDescription): void {
  const taken = Object.keys(inputSchema.properties ?? {}).find(isReserved);
  if (taken === undefined) return;
  const fault = {
    where: `tools.${tool}.input.${taken}`,
    what: "is a flag of jig itself",
    write: "Choose another name",
  };
  throw ofTool(`The parameter "${taken}" of "${tool}" is a flag of jig itself`, fault);
}

/**
 * Checks the rules that types can't express. Clients must accept the input schema, and the permissions must include the
 * program.
 */
export function checkFileTool(
  name: string,
  { input, handler }: Pick<ToolFile, "input" | "handler">,
  permissions: Permissions,
  folder: string,
): void {
  const where = `tools.${name}.input`;
  try {
    checkInputSchema(input, name);
  } catch (error) {
    const write = 'Write {"type": "object", "properties": {…}} and say what must go together in the description';
    throw faulty(folder, [{ where, what: toJigError(error).message, write }]);
  }
  const required: unknown = input.required;
  if (required !== undefined && !(Array.isArray(required) && required.every((each) => typeof each === "string"))) {
    const write = 'Write a list of parameters: "required": ["name"]';
    throw faulty(folder, [{ where: `${where}.required`, what: `is ${JSON.stringify(required)}`, write }]);
  }
  if (Array.isArray(input.properties)) {
    const [first]: unknown[] = input.properties;
    const name = isObject(first) && typeof first.name === "string" ? first.name : "name";
    const write = `Write {${JSON.stringify(name)}: {"type": …}, …}: the name of each parameter is its key`;
    throw faulty(folder, [{ where: `${where}.properties`, what: "must be an object, not a list", write }]);
  }
  const parameters = Object.keys(input.properties ?? {});
  const absent = (required ?? []).find((each) => !parameters.includes(each));
  if (absent !== undefined && input.additionalProperties === false) {
    const what = `names ${JSON.stringify(absent)}, which is not one of its parameters: no call would be accepted`;
    const near = didYouMean(absent, parameters);
    const write = near ? `Did you mean "${near}"?` : `Known: ${parameters.join(", ") || "none"}`;
    throw faulty(folder, [{ where: `${where}.required`, what, write }]);
  }
  const wrong = parameters.find((parameter) => !PARAMETER_NAME.test(parameter));
  if (wrong !== undefined) {
    const write = "Use a letter, then up to 63 letters, digits, _ and -: clients reject other names";
    throw faulty(folder, [{ where: `${where}.properties`, what: `has the parameter ${JSON.stringify(wrong)}`, write }]);
  }
  for (const [parameter, { type }] of Object.entries(input.properties ?? {})) {
    const wrong = typeof type === "string" ? typeFault(type) : undefined;
    if (wrong) throw faulty(folder, [{ where: `${where}.properties.${parameter}.type`, ...wrong }]);
  }
  const [program = "./", ...words] = typeof handler === "string" ? [] : handler.command;
  if (program.startsWith("./") || permissions.run?.includes(program)) return;
  const quoted = JSON.stringify(program);
  const meant = meantCommand(program, words);
  if (meant) {
    const what = `starts ${quoted}, which ${meant.what}`;
    const [starter] = meant.command;
    const grant = permissions.run?.includes(starter) ? "" : ` and add "${starter}" to permissions.run`;
    const write = `Write ${JSON.stringify(meant.command)}${grant}`;
    throw faulty(folder, [{ where: `tools.${name}.handler.command`, what, write }]);
  }
  if (program.includes("/") && !program.startsWith("/")) {
    const what = `starts ${quoted}, which is not a system program`;
    const write = `Write "./${program}": a plugin's own program is named by its path relative to its folder`;
    throw faulty(folder, [{ where: `tools.${name}.handler.command`, what, write }]);
  }
  const own = relative(folder, program);
  if (isAbsolute(program) && !own.startsWith("..") && !isAbsolute(own)) {
    const what = `starts ${quoted}, a path that only this machine has`;
    const write = `Write "./${own}"`;
    throw faulty(folder, [{ where: `tools.${name}.handler.command.0`, what, write }]);
  }
  const what = `starts ${quoted}, which permissions.run does not list`;
  throw faulty(folder, [{ where: `tools.${name}.handler.command`, what, write: `Add ${quoted} to permissions.run` }]);
}

const isReserved = (word: string) => RESERVED_WORDS.includes(word);

/** Describes the fault of a type in a JSON Schema. It returns undefined for a known type. */
export function typeFault(type: unknown): Omit<ManifestFault, "where"> | undefined {
  if (typeof type === "string" && TYPES.includes(type)) return undefined;
  const near = typeof type === "string" ? didYouMean(type, TYPES) : undefined;
  const write = near ? `Did you mean "${near}"?` : `Known: ${TYPES.join(", ")}`;
  return { what: `is ${JSON.stringify(type)}, which is not a type`, write };
}

/** Checks a version range such as `^1`, `1`, `1.x`, `>=1` or `>=1 <2`. */
function acceptsHost(range: string): boolean {
  const bounds = [...range.matchAll(/(\^|>=|<=|<|>|=)?\s*(\d+)(?:\.[\dx]+)*/g)];
  if (bounds.length === 0) return false;
  return bounds.every(([, comparison = "^", digits]) => {
    const order = HOST_API - Number(digits);
    const holds: Record<string, boolean> = { ">=": order >= 0, "<=": order <= 0, "<": order < 0, ">": order > 0 };
    return holds[comparison] ?? order === 0;
  });
}

/** Creates errors that only concern one tool. If the plugin is on disk, it is loaded without that tool. */
function ofTool(message: string, fault: ManifestFault): JigError {
  return new JigError("INVALID_ARGUMENT", message, { hint: fault.write, details: { faults: [fault] } });
}

const invalid = (message: string, hint: string) => new JigError("INVALID_ARGUMENT", message, { hint });
