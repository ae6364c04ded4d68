/** `jig call <tool>`: flags to input, one call, its answer on stdout. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import {
  type CliAlias,
  type Host,
  JigError,
  type Json,
  type JsonObject,
  type ToolInfo,
  toJigError,
} from "../host/mod.ts";
import { type Flag, flagsOf, inputOf, readFlags, readJson } from "./flags.ts";
import { toolHelp, widthOf } from "./help.ts";
import { render } from "./print.ts";
import { progressLine } from "./progress.ts";
import type { Command, Io, Shell } from "./shell.ts";
import { didYouMean } from "./suggest.ts";

const INPUT: Flag = {
  name: "input",
  parameter: "input",
  kind: "json",
  list: false,
  placeholder: "JSON",
  description: "All arguments as one JSON object; flags come on top.",
};
const INPUT_FILE: Flag = {
  name: "input-file",
  parameter: "input-file",
  kind: "string",
  list: false,
  placeholder: "FILE",
  description: "The same from a file, or - for stdin.",
};
const HELP: Flag = {
  name: "help",
  parameter: "help",
  kind: "boolean",
  list: false,
  placeholder: "",
  description: "This page.",
};
export const CALL_FLAGS: readonly Flag[] = [INPUT, INPUT_FILE, HELP];

export const call: Command = {
  name: "call",
  usage: "<tool> [--input JSON | --flag value …]",
  summary: "Call a tool and print its answer",
  flags: CALL_FLAGS,
  async run([name, ...words], shell) {
    if (name === undefined || name.startsWith("-"))
      throw new JigError("INVALID_ARGUMENT", "call needs the name of a tool", { hint: "jig tools lists them" });
    return callTool(findTool(await shell.host(), name), words, shell);
  },
};

export function findTool(host: Host, name: string): ToolInfo {
  const tool = host.tool(name);
  if (tool) return tool;
  const names = host.tools().map((candidate) => candidate.name);
  const hint = didYouMean(name, names) ?? "jig tools lists them";
  throw new JigError("UNKNOWN_TOOL", `Unknown tool "${name}"`, { hint });
}

export async function callTool(tool: ToolInfo, words: string[], shell: Shell, alias?: CliAlias): Promise<number> {
  const { io } = shell;
  const flags = flagsOf(tool.inputSchema);
  const mapped = alias ? aliasFlags(alias, flags) : [];
  const { values, rest } = readFlags(words, [...mapped, ...flags, ...CALL_FLAGS]);
  if (take(values, HELP) === true) {
    await shell.show(toolHelp(tool, CALL_FLAGS, widthOf(io)));
    return 0;
  }
  const whole = await wholeInput(take(values, INPUT), take(values, INPUT_FILE) as string | undefined, io);
  const set = alias ? await aliasInput(alias, values, mapped, rest, flags, io) : {};
  const extra = alias?.positional === undefined ? rest[0] : undefined;
  if (extra !== undefined) throw unexpected(extra, flags);
  const given = inputOf(values);
  const input: JsonObject = { ...whole, ...set, ...given };
  for (const name of Object.keys(given)) {
    if (Array.isArray(set[name])) input[name] = joined(given[name], set[name]);
  }
  if (whole === undefined) requireAll(flags, input, tool);
  return invoke(tool, input, shell);
}

async function invoke(tool: ToolInfo, input: JsonObject, shell: Shell): Promise<number> {
  const { io, flags } = shell;
  const host = await shell.host();
  const person = io.stdout.isTTY === true;
  let format = flags.as ?? (person ? "text" : "json");
  // A tool that formats its own answers knows better what suits them.
  const own = flagsOf(tool.inputSchema).find((flag) => flag.parameter === "output_format");
  if (flags.as && own?.choices?.includes(flags.as)) {
    input = { output_format: flags.as, ...input };
    if (format === "toon") format = "json";
  }
  const progress = io.stderr.isTTY === true && !flags.quiet ? progressLine(io) : undefined;
  const outcome = await host.invoke(tool.name, input, {
    signal: io.signal,
    ...(progress && { onProgress: progress.report }),
  });
  progress?.clear();
  if (io.signal.aborted) throw new JigError("CANCELLED", "The call was cancelled");
  await shell.print(await render(host, tool, input, outcome, { format, pretty: person }));
  return outcome.failed ? 1 : 0;
}

function take(values: Map<Flag, Json>, flag: Flag): Json | undefined {
  const value = values.get(flag);
  values.delete(flag);
  return value;
}

async function wholeInput(json: Json | undefined, file: string | undefined, io: Io): Promise<JsonObject | undefined> {
  if (json !== undefined && file !== undefined)
    throw new JigError("INVALID_ARGUMENT", "--input and --input-file exclude one another");
  const value = file === undefined ? json : readJson(await readText(file, io), `--input-file "${file}"`);
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new JigError("INVALID_ARGUMENT", "The input must be a JSON object", {
      hint: `For example {"name": "value"}`,
    });
  return value;
}

const MAX_INPUT_BYTES = 64 * 1024 * 1024;

async function readText(file: string, io: Io): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file))) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      // Also for a device or a pipe that never ends.
      if (size > MAX_INPUT_BYTES) throw new JigError("LIMIT_EXCEEDED", `"${file}" is over ${MAX_INPUT_BYTES} bytes`);
    }
  } catch (error) {
    const { code, message } = toJigError(error, `read "${file}"`);
    throw new JigError(code === "LIMIT_EXCEEDED" ? code : "INVALID_ARGUMENT", message, { cause: error });
  }
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\ufeff/, "");
}

function unexpected(word: string, flags: Flag[]): JigError {
  const likely = flags.find((flag) => flag.required && flag.kind === "string");
  const hint = likely ? `Did you mean --${likely.name} "${word}"?` : "Every argument is a flag; see --help";
  return new JigError("INVALID_ARGUMENT", `Unexpected argument "${word}"`, { hint });
}

function requireAll(flags: Flag[], input: JsonObject, tool: ToolInfo): void {
  const missing = flags.filter((flag) => flag.required && input[flag.parameter] === undefined);
  if (missing.length === 0) return;
  const written = missing.map((flag) => `--${flag.name} ${flag.placeholder}`.trimEnd()).join(" and ");
  throw new JigError("INVALID_ARGUMENT", `${tool.name} needs ${written}`, { hint: `See jig ${tool.name} --help` });
}

/** The alias's own flags: the one that names it, and those that fill a parameter in another way. */
function aliasFlags(alias: CliAlias, flags: Flag[]): Flag[] {
  const text = { kind: "string", list: false, description: "" } as const;
  const mapped = Object.entries(alias.map ?? {}).map(([written, { parameter, from }]): Flag => {
    const name = undashed(written);
    const own = flags.find((flag) => flag.parameter === parameter);
    return from === "value" && own
      ? { ...own, name, parameter: name }
      : { ...text, name, parameter: name, placeholder: from === "json" ? "JSON" : "FILE" };
  });
  const name = undashed(alias.flag);
  return [...mapped, { ...text, kind: "boolean", name, parameter: name, placeholder: "" }];
}

/** What the alias sets: constants, the mapped flags (taken out of `values`), and the words without a flag. */
async function aliasInput(
  alias: CliAlias,
  values: Map<Flag, Json>,
  mapped: Flag[],
  words: string[],
  flags: Flag[],
  io: Io,
): Promise<JsonObject> {
  const input: JsonObject = { ...alias.set };
  for (const flag of mapped) {
    const value = take(values, flag);
    const entry = Object.entries(alias.map ?? {}).find(([written]) => undashed(written) === flag.name)?.[1];
    if (value !== undefined && entry) {
      const mappedTo = unwrapped(await mappedValue(value, entry.from, flag, io), entry.parameter);
      input[entry.parameter] = joined(input[entry.parameter], mappedTo);
    }
  }
  const target = flags.find((flag) => flag.parameter === alias.positional);
  if (target && words.length > 0) {
    if (!target.list && words.length > 1) throw unexpected(words[1]!, flags);
    input[target.parameter] = target.list ? words : words[0]!;
  }
  return input;
}

/** A list that came by two flags is one list, each item once; of anything else the later counts. */
function joined(first: Json | undefined, second: Json): Json {
  return Array.isArray(first) && Array.isArray(second) ? [...new Set([...first, ...second])] : second;
}

/** A JSON payload may be the parameter's value or an object that holds nothing but it. */
function unwrapped(value: Json, parameter: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const inner = value[parameter];
  return inner !== undefined && Object.keys(value).length === 1 ? inner : value;
}

async function mappedValue(value: Json, from: string, flag: Flag, io: Io): Promise<Json> {
  if (from === "value") return value;
  if (from === "json") return readJson(value as string, `--${flag.name}`);
  const content = await readText(value as string, io);
  if (from === "json-file") return readJson(content, `--${flag.name} "${value}"`);
  return content
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The alias that a command line without a command names. */
export function findAlias(host: Host, words: readonly string[]): CliAlias | undefined {
  return host.cliAliases().find((alias) => words.includes(`--${undashed(alias.flag)}`));
}

function undashed(flag: string): string {
  return flag.replace(/^--/, "");
}
