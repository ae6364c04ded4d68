/** Help pages, all derived: of jig from its table of commands, of a command from its entry, of a tool from its manifest. */
import type { Json, ToolInfo } from "../host/door-api.ts";
import { type Flag, flagsOf } from "./flags.ts";
import { HOST_FLAGS } from "./host-flags.ts";
import { twoColumns, wrap } from "./layout.ts";
import type { Command, Io } from "./shell.ts";

/** Characters of a line; a pipe has no columns, and a pseudo-terminal may say 0. */
export function widthOf({ stdout }: Io): number {
  return Math.max(40, Math.min(stdout.columns || 100, 120));
}

export function generalHelp(commands: readonly Command[], width: number): string {
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const);
  return [
    "jig holds a code base still and guides the tools that work on it.",
    "",
    "Usage: jig <command> [flags], or jig <tool> [flags]",
    "",
    "Commands:",
    twoColumns([...rows, ["<tool> …", "Short for call <tool>"]], width),
    "",
    "Flags for every command:",
    flagLines(HOST_FLAGS, width),
    "",
    wrap("jig tools lists the tools, jig <tool> --help explains one.", width),
  ].join("\n");
}

export function commandHelp({ name, usage, summary, flags = [] }: Command, width: number): string {
  const head = [`Usage: jig ${name} ${usage}`.trimEnd(), "", wrap(`${summary}.`, width)];
  return [...head, ...(flags.length > 0 ? ["", "Flags:", flagLines(flags, width)] : [])].join("\n");
}

export function toolHelp(tool: ToolInfo, callFlags: readonly Flag[], width: number): string {
  const flags = flagsOf(tool.inputSchema);
  const needed = flags.filter((flag) => flag.required).map((flag) => ` --${flag.name} ${flag.placeholder}`.trimEnd());
  const { reason, fix } = tool.unlisted ?? {};
  const unlisted = reason && [wrap(`Not available here: ${reason}. ${fix}`, width), ""];
  const examples = tool.examples.map(({ title, input }) => `  # ${title}\n  ${callLine(tool, input)}`);
  return [
    `${tool.name}: ${tool.title} (${tool.effect}, plugin ${tool.plugin})`,
    "",
    ...(unlisted || []),
    wrap(tool.description, width),
    "",
    `Usage: jig ${tool.name}${needed.join("")} [flags]`,
    "",
    ...(flags.length > 0 ? ["Flags:", flagLines(flags, width), ""] : []),
    "Input as a whole:",
    flagLines(callFlags, width),
    ...(examples.length > 0 ? ["", "Examples:", examples.join("\n")] : []),
  ].join("\n");
}

function flagLines(flags: readonly Flag[], width: number): string {
  return twoColumns(
    flags.map((flag) => [
      flag.fallback === true
        ? `--no-${flag.name}`
        : `--${flag.name} ${flag.placeholder}${flag.list ? " …" : ""}`.trim(),
      flag.fallback === true
        ? sentences(`Turns off: ${flag.description}`)
        : sentences(
            flag.description,
            flag.required ? "Required" : "",
            flag.fallback === undefined || flag.fallback === "" ? "" : `Default: ${defaultText(flag.fallback)}`,
          ),
    ]),
    width,
  );
}

function sentences(...parts: string[]): string {
  return parts
    .filter((part) => part !== "")
    .map((part) => (/[.!?:;]$/.test(part) ? part : `${part}.`))
    .join(" ");
}

function defaultText(value: Json): string {
  if (value === false) return "off";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A command line that makes the call, quoted for a POSIX shell. */
export function callLine(tool: ToolInfo, input: Json): string {
  return `jig call ${tool.name} --input '${JSON.stringify(input).replaceAll("'", `'\\''`)}'`;
}
