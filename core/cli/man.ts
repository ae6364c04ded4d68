/** Implements `jig man`, which writes roff pages for jig and all tools from the same tables as the help. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Host, JigError, type ToolInfo, writeAtomically } from "../host/frontend-api.ts";
import { CALL_FLAGS, type CallForm, formOf, STYLE_FLAGS } from "./call-input.ts";
import { type Flag, option, written } from "./flags.ts";
import { callLine, commandHelp, describedFlag } from "./help.ts";
import { HOST_FLAGS } from "./host-flags.ts";
import { programLines } from "./program-command.ts";
import { readFlags } from "./read-flags.ts";
import { meaningOf } from "./resolve-command.ts";
import type { Command, Shell } from "./shell.ts";
import { plain } from "./text-layout.ts";

/** The width in columns. */
const PAGE_WIDTH = 72;
const TO = option("to", "DIR", "Write all pages into this folder: jig.1 and one for each tool.");

export const man: Command = {
  name: "man",
  usage: "[NAME] [--to DIR]",
  summary: "Print the manual page of jig, a command or a tool: jig man grep | man -l -",
  flags: [TO],
  also: ["manual", "manpage"],
  async run(words, shell) {
    const { values, rest } = readFlags(words, [TO]);
    const [name, ...extra] = rest;
    const folder = values.get(TO);
    if (extra.length > 0 || (folder !== undefined && name !== undefined))
      throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${extra[0] ?? name}" after man`);
    const host = await shell.host();
    const tools = host.tools();
    if (folder !== undefined) {
      const to = resolve(shell.io.cwd, String(folder));
      mkdirSync(to, { recursive: true });
      const pages = [
        ["jig", overview(tools, shell)],
        ...tools.map((tool) => [`jig-${tool.name}`, page(formOf(tool), shell)]),
      ];
      for (const [file, text] of pages) writeAtomically(join(to, `${file}.1`), `${text}\n`, { replace: true });
      shell.say(`${pages.length} pages in ${to}`);
      return 0;
    }
    if (name === undefined) {
      await shell.show(overview(tools, shell));
      return 0;
    }
    const command = shell.commands.find((each) => each.name === name);
    const meaning = command ? { command } : meaningOf(name, host, shell.commands, shell.io.cwd);
    await shell.show(
      "command" in meaning
        ? commandPage(meaning.command, await helpOf(meaning.command, shell, host), shell)
        : page(formOf(meaning.tool, meaning.alias), shell),
    );
    return 0;
  },
};

function overview(tools: readonly ToolInfo[], { commands, version }: Shell): string {
  return [
    head("JIG", version),
    section("NAME", "jig \\- search, read and understand a code base"),
    section("SYNOPSIS", ".B jig\n.I command\n[flags]\n.br\n.B jig\n.I tool\n[words] [flags]"),
    section("COMMANDS", commands.map(({ name, usage, summary }) => item(`${name} ${usage}`, `${summary}.`)).join("\n")),
    section("TOOLS", tools.map(({ name, title }) => item(name, `${title}: jig-${name}(1)`)).join("\n")),
    section("OPTIONS", options(HOST_FLAGS)),
    section(
      "EXIT STATUS",
      [
        item("0", "Success."),
        item("1", "The tool failed; its answer is still printed."),
        item("2", "Wrong usage."),
        item("130", "Cancelled."),
      ].join("\n"),
    ),
  ].join("\n");
}

/** Returns the output of `--help` as lines. */
async function helpOf(command: Command, shell: Shell, host: Host): Promise<string> {
  const own = command.program && (await programLines(command.program, ["--help"], shell, host));
  return own && "lines" in own ? own.lines.join("\n") : commandHelp(command, PAGE_WIDTH);
}

function commandPage({ name, usage, summary }: Command, help: string, { version }: Shell): string {
  return [
    head(`JIG-${name.toUpperCase()}`, version),
    section("NAME", `jig-${roff(name)} \\- ${roff(summary)}`),
    section("SYNOPSIS", `.B ${roff(`jig ${name} ${usage}`)}`),
    section("DESCRIPTION", `.nf\n${roff(help)}\n.fi`),
    section("SEE ALSO", ".BR jig (1)"),
  ].join("\n");
}

function page({ tool, alias, flags, usage }: CallForm, { version }: Shell): string {
  const name = alias?.command ?? tool.name;
  const examples = tool.examples.map(
    ({ title, input }) => `${roff(title)}:\n.PP\n.nf\n${roff(callLine(tool, input))}\n.fi`,
  );
  return [
    head(`JIG-${name.toUpperCase()}`, version),
    section("NAME", `jig-${roff(name)} \\- ${roff(alias?.description ?? tool.title)}`),
    section("SYNOPSIS", `.B ${roff(usage)}\n[flags]`),
    section("DESCRIPTION", roff(tool.description)),
    ...(flags.length > 0 ? [section("OPTIONS", options(flags))] : []),
    section("INPUT AND OUTPUT", options([...CALL_FLAGS, ...STYLE_FLAGS])),
    ...(examples.length > 0 ? [section("EXAMPLES", examples.join("\n.PP\n"))] : []),
    section("SEE ALSO", ".BR jig (1)"),
  ].join("\n");
}

function options(flags: readonly Flag[]): string {
  return flags
    .map((flag) => item(`${written(flag)} ${flag.placeholder}${flag.list ? " …" : ""}`.trim(), describedFlag(flag)))
    .join("\n");
}

function head(title: string, version: string): string {
  return `.TH ${roff(title)} 1 "" "jig ${roff(version)}" "jig manual"`;
}

function section(title: string, body: string): string {
  return `.SH ${title}\n${body}`;
}

function item(term: string, description: string): string {
  return `.TP\n.B ${roff(term)}\n${roff(description)}`;
}

/** Escapes text so that roff doesn't interpret it. */
function roff(text: string): string {
  return plain(text)
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/gm, "\\&$1");
}
