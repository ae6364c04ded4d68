/** The commands that need nothing but the host: tools, describe, doctor, settings. */
import { type DoctorLine, JigError, jsonForTerminal, summaryOf, type ToolInfo } from "../host/door-api.ts";
import { CALL_FLAGS, findTool } from "./call.ts";
import { toggle } from "./flags.ts";
import { toolHelp, widthOf } from "./help.ts";
import { twoColumns, wrap } from "./layout.ts";
import { readFlags } from "./read-flags.ts";
import type { Command } from "./shell.ts";

const JSON_FLAG = toggle("json", "Print JSON for a script.");

/** The words without flags (at most `most`), and whether `--json` was among them. */
function readWords(command: string, words: string[], most: number): { rest: string[]; json: boolean } {
  const { values, rest } = readFlags(words, [JSON_FLAG]);
  if (rest.length > most)
    throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${rest[most]}" after ${command}`);
  return { rest, json: values.get(JSON_FLAG) === true };
}

export const tools: Command = {
  name: "tools",
  usage: "[--json]",
  summary: "List the tools",
  flags: [JSON_FLAG],
  async run(words, shell) {
    const { json } = readWords("tools", words, 0);
    const all = (await shell.host()).tools();
    await (json ? shell.print(jsonForTerminal(all)) : shell.show(toolList(all, widthOf(shell.io))));
    return 0;
  },
};

function toolList(all: readonly ToolInfo[], width: number): string {
  const parts: string[] = [];
  for (const [plugin, members] of Map.groupBy(
    all.filter((tool) => tool.listed),
    (tool) => tool.plugin,
  ))
    parts.push(`${plugin}\n${twoColumns(members.map(lineOf), width)}`);
  const absent = Map.groupBy(
    all.filter((tool) => !tool.listed),
    ({ unlisted }) => (unlisted ? `${unlisted.reason}. ${unlisted.fix}` : ""),
  );
  // A plugin that does not apply hides all its tools for one reason: it is said once.
  for (const [why, members] of absent)
    parts.push(
      `Not available here: ${wrap(members.map((tool) => tool.name).join(", "), width, "  ")}\n  ${wrap(why, width, "  ")}`,
    );
  parts.push("jig <tool> --help explains one, jig <tool> [flags] calls it.");
  return parts.join("\n\n");
}

function lineOf({ name, description, effect }: ToolInfo): readonly [string, string] {
  const summary = summaryOf(description);
  return [name, effect === "read" ? summary : `${summary} (${effect}s)`];
}

export const describe: Command = {
  name: "describe",
  usage: "<tool> [--json]",
  summary: "Explain a tool: description, flags, schema, examples",
  flags: [JSON_FLAG],
  async run(words, shell) {
    const { rest, json } = readWords("describe", words, 1);
    const [name] = rest;
    if (name === undefined)
      throw new JigError("INVALID_ARGUMENT", "describe needs the name of a tool", { hint: "jig tools lists them" });
    const tool = findTool(await shell.host(), name);
    const page = () =>
      `${toolHelp(tool, CALL_FLAGS, widthOf(shell.io))}\n\nInput schema:\n${jsonForTerminal(tool.inputSchema)}`;
    await (json ? shell.print(jsonForTerminal(tool)) : shell.show(page()));
    return 0;
  },
};

const SIGNS: Record<DoctorLine["state"], string> = { ok: "ok", warning: "warn", error: "FAIL", off: "off" };

export const doctor: Command = {
  name: "doctor",
  usage: "[--json]",
  summary: "Check that everything jig needs is in place",
  flags: [JSON_FLAG],
  async run(words, shell) {
    const { json } = readWords("doctor", words, 0);
    const lines = await shell.diagnose();
    const rows = lines.map(
      ({ what, state, detail, fix }) =>
        [`${SIGNS[state].padEnd(4)} ${what}`, fix ? `${detail}. ${fix}` : detail] as const,
    );
    await (json
      ? shell.print(jsonForTerminal(lines))
      : shell.show(twoColumns(rows, widthOf(shell.io)) || "Nothing to check"));
    return lines.some((line) => line.state === "error") ? 1 : 0;
  },
};

/** Environment variables that jig itself reads; plugins declare theirs as permissions. */
const VARIABLES = ["JIG_ROOT", "CLAUDE_PROJECT_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "NO_COLOR"];

export const settings: Command = {
  name: "settings",
  usage: "[--json]",
  summary: "Show the settings in force: roots, plugins, environment",
  flags: [JSON_FLAG],
  async run(words, shell) {
    const { json } = readWords("settings", words, 0);
    const host = await shell.host();
    const plugins = host.plugins().map(({ name, version, state, source }) => ({ name, version, state, source }));
    const environment = Object.fromEntries(
      VARIABLES.filter((name) => shell.io.env[name] !== undefined).map((name) => [name, shell.io.env[name] as string]),
    );
    const roots = host.workspace.roots.map((root) => root.path);
    const { readOnly } = host;
    const { audit = null } = shell.flags;
    const rows = [
      ["version", shell.version],
      ["roots", roots.join(", ")],
      ["read-only", readOnly ? "on" : "off"],
      ["audit", audit ?? "off"],
      ...plugins.map(({ name, version, state, source }) => [`plugin ${name}`, `${version}, ${state}, ${source}`]),
      ...Object.entries(environment),
    ] as [string, string][];
    const everything = { version: shell.version, roots, readOnly, audit, plugins, environment };
    await (json ? shell.print(jsonForTerminal(everything)) : shell.show(twoColumns(rows, widthOf(shell.io))));
    return 0;
  },
};
