/** Creates the help pages from the command table and the tool manifests. */
import type { CliAlias, Json, ToolInfo } from "../host/frontend-api.ts";
import { CALL_FLAGS, type CallForm, STYLE_FLAGS } from "./call-input.ts";
import { type Flag, kebab, written } from "./flags.ts";
import { HOST_FLAGS, shortHostFlags } from "./host-flags.ts";
import type { Io } from "./io.ts";
import type { Command } from "./shell.ts";
import type { Synonyms } from "./synonym-flags.ts";
import { twoColumns, wrap } from "./text-layout.ts";

/** Pipes have no width, and a pseudo-terminal may report 0. */
export function widthOf({ stdout }: Io): number {
  return Math.max(40, Math.min(stdout.columns || 100, 120));
}

export function generalHelp(commands: readonly Command[], shortcuts: readonly CliAlias[], width: number): string {
  const rowOf = ({ name, usage, summary }: Command) => [`${name} ${usage}`.trim(), summary] as const;
  const programs = commands.filter(({ ownWords }) => ownWords);
  const rows = commands.filter(({ ownWords }) => !ownWords).map(rowOf);
  const short = shortcuts.filter(({ command }) => !programs.some(({ name }) => name === command));
  return [
    "jig searches, reads, explains and changes code bases, for AI agents, scripts and people.",
    "",
    "Usage: jig [flags] <command> …, or jig <tool> …",
    "       jig FOLDER lists it, jig FILE[:LINE] prints it, jig WORD finds it",
    "       jig alone explores the workspace, on a terminal",
    "",
    "Commands:",
    twoColumns([...rows, ["<tool> …", "Short for call <tool>"]], width),
    "",
    ...(programs.length > 0
      ? ["These work like the programs of the same name, with their flags:", twoColumns(programs.map(rowOf), width), ""]
      : []),
    ...(short.length > 0 ? ["Short commands for tools:", twoColumns(short.map(lineOf), width), ""] : []),
    "Flags for every command:",
    flagLines(HOST_FLAGS, width, shortHostFlags()),
    "",
    wrap("The short forms count only before the command.", width),
    wrap("jig tools lists the tools, jig <tool> --help explains one.", width),
  ].join("\n");
}

function lineOf({ command, description, tool }: CliAlias): [string, string] {
  return [command ?? "", `${description} (${tool})`];
}

export function commandHelp(
  { name, usage, summary, flags = [] }: Pick<Command, "name" | "usage" | "summary" | "flags">,
  width: number,
): string {
  const head = [`Usage: jig ${name} ${usage}`.trimEnd(), "", wrap(`${summary}.`, width)];
  return [...head, ...(flags.length > 0 ? ["", "Flags:", flagLines(flags, width)] : [])].join("\n");
}

/** Returns the help of a tool or an alias. */
export function toolHelp({ tool, alias, flags, standard, synonyms, usage }: CallForm, width: number): string {
  const { reason, fix } = tool.hidden ?? {};
  const unlisted = reason && [wrap(`Not available here: ${reason}. ${fix}`, width), ""];
  const examples = tool.examples.map(({ title, input }) => `  # ${title}\n  ${callLine(tool, input)}`);
  const short = shortOf(synonyms);
  const others = otherFlags(synonyms, short);
  return [
    alias?.command
      ? `${alias.command}: ${alias.description} (${tool.name}, plugin ${tool.plugin})`
      : `${tool.name}: ${tool.title} (${tool.effect}, plugin ${tool.plugin})`,
    "",
    ...(unlisted || []),
    wrap(tool.description, width),
    "",
    `Usage: ${usage} [flags]`,
    "",
    ...(flags.length > 0 ? ["Flags:", flagLines(withFixed(flags, alias), width, short), ""] : []),
    ...(others === "" ? [] : [wrap(`Also understood: ${others}.`, width), ""]),
    ...(standard.length > 0 ? ["Page:", flagLines(standard, width), ""] : []),
    "Input as JSON:",
    flagLines(CALL_FLAGS, width),
    "",
    "Display:",
    flagLines(STYLE_FLAGS, width),
    ...(examples.length > 0 ? ["", "Examples:", examples.join("\n")] : []),
  ].join("\n");
}

/** Returns the flags of the same command for another language. */
export function otherLanguageHelp({ tool, alias, flags, synonyms, usage }: CallForm, width: number): string {
  const short = shortOf(synonyms);
  const others = otherFlags(synonyms, short);
  return [
    `${tool.title} (${tool.name}, plugin ${tool.plugin})`,
    "",
    `Usage: ${usage} [flags]`,
    "",
    "Flags:",
    flagLines(withFixed(flags, alias), width, short),
    ...(others === "" ? [] : ["", wrap(`Also understood: ${others}.`, width)]),
  ].join("\n");
}

/** Shows the values that the alias sets as defaults. */
function withFixed(flags: readonly Flag[], alias: CliAlias | undefined): Flag[] {
  const { fixed = {} } = alias ?? {};
  return flags.map((flag) => {
    const fallback = fixed[flag.parameter];
    return fallback === undefined ? flag : { ...flag, fallback };
  });
}

/** Returns short flags that mean exactly the same as a parameter. */
function shortOf(synonyms: Synonyms): Map<string, string> {
  const short = new Map<string, string>();
  for (const [name, synonym] of Object.entries(synonyms)) {
    if (!/^-.$/u.test(name)) continue;
    const switched = typeof synonym === "object" && "values" in synonym ? synonym.values.true : undefined;
    const [on, ...more] = Object.entries(switched ?? {});
    const same =
      typeof synonym === "string"
        ? synonym
        : "list" in synonym
          ? synonym.list
          : on?.[1] === true && more.length === 0
            ? on[0]
            : undefined;
    if (same !== undefined && !short.has(same)) short.set(same, name);
  }
  return short;
}

/** Returns the other accepted spellings on one line. */
function otherFlags(synonyms: Synonyms, short: Map<string, string>): string {
  const shown = new Set(short.values());
  const written = Object.keys(synonyms)
    .filter((name) => !shown.has(name))
    .map((name) => (name.startsWith("-") ? name : `--${kebab(name)}`));
  return [...new Set(written)].join(" ");
}

function flagLines(flags: readonly Flag[], width: number, short: ReadonlyMap<string, string> = new Map()): string {
  return twoColumns(
    flags.map((flag) => [
      flag.fallback === true
        ? `--no-${flag.name}`
        : `${short.has(flag.parameter) ? `${short.get(flag.parameter)}, ` : ""}${written(flag)} ${flag.placeholder}${flag.list ? " …" : ""}`.trim(),
      describedFlag(flag),
    ]),
    width,
  );
}

/** Returns the description, "required", and the default. */
export function describedFlag({ description, required, fallback }: Flag): string {
  if (fallback === true) return sentences(`Turns off: ${description}`);
  const standard = fallback === undefined || fallback === "" ? "" : `Default: ${defaultText(fallback)}`;
  return sentences(description, required ? "Required" : "", standard);
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

/** Returns a shell command that makes this call, with POSIX quoting. */
export function callLine(tool: ToolInfo, input: Json): string {
  return `jig call ${tool.name} --input '${JSON.stringify(input).replaceAll("'", `'\\''`)}'`;
}
