/** `jig call <tool>`: flags to input, one call, its answer on stdout. */
import { type CliAlias, type Host, JigError, type Json, type JsonObject, type ToolInfo } from "../host/door-api.ts";
import { aliasFlags, aliasInput, joined } from "./alias.ts";
import { type Flag, flagsOf, kebab, option, toggle } from "./flags.ts";
import { toolHelp, widthOf } from "./help.ts";
import { render } from "./print.ts";
import { progressLine } from "./progress.ts";
import { inputOf, readFlags, readJson, take, unexpected } from "./read-flags.ts";
import type { Command, Io, Shell } from "./shell.ts";
import { didYouMean } from "./suggest.ts";
import { readText } from "./text-file.ts";

const INPUT = option("input", "JSON", "All arguments as one JSON object; flags come on top.", { kind: "json" });
const INPUT_FILE = option("input-file", "FILE", "The same from a file, or - for stdin.");
const HELP = toggle("help", "This page.");
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
  refuseHidden(tool, flags, words);
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

/** A flag that `--read-only` took away is not unknown. */
function refuseHidden({ effectOf }: ToolInfo, flags: Flag[], words: string[]): void {
  const hidden = Object.keys(effectOf).filter((parameter) => flags.every((flag) => flag.parameter !== parameter));
  const word = hidden.map((parameter) => `--${kebab(parameter)}`).find((name) => words.includes(name));
  if (word === undefined) return;
  throw new JigError("PERMISSION_DENIED", `${word} would change something and --read-only is on`, {
    hint: "Leave it out, or start jig without --read-only",
  });
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
  const text = await render(host, tool, input, outcome, { format, pretty: person });
  if (text === "" && person) shell.say("The answer is empty");
  else await shell.print(text);
  return outcome.failed ? 1 : 0;
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

function requireAll(flags: Flag[], input: JsonObject, tool: ToolInfo): void {
  const missing = flags.filter((flag) => flag.required && input[flag.parameter] === undefined);
  if (missing.length === 0) return;
  const written = missing.map((flag) => `--${flag.name} ${flag.placeholder}`.trimEnd()).join(" and ");
  throw new JigError("INVALID_ARGUMENT", `${tool.name} needs ${written}`, { hint: `See jig ${tool.name} --help` });
}
