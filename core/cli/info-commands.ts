/** Implements `jig tools`, `jig describe` and `jig doctor`. */
import { type DoctorLine, JigError, jsonForTerminal, summaryOf, type ToolInfo } from "../host/frontend-api.ts";
import { formOf } from "./call-input.ts";
import { toolHelp, widthOf } from "./help.ts";
import { readFlags } from "./read-flags.ts";
import { findTool } from "./resolve-command.ts";
import type { Command, Shell } from "./shell.ts";
import { twoColumns } from "./text-layout.ts";

/** Returns positional words (up to `max`), and whether `--json` was given. */
function readWords(command: string, words: string[], max: number, { flags }: Shell): { rest: string[]; json: boolean } {
  const { rest } = readFlags(words, []);
  if (rest.length > max)
    throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${rest[max]}" after ${command}`, {
      hint: flags.as === "json" ? `Filter its output instead: jig ${command} --json | jq` : `See jig ${command} --help`,
    });
  return { rest, json: flags.as === "json" };
}

export const tools: Command = {
  name: "tools",
  usage: "[--json]",
  summary: "List the tools",
  also: ["list", "list-tools", "commands"],
  async run(words, shell) {
    const { json } = readWords("tools", words[0] === "list" ? words.slice(1) : words, 0, shell);
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
    ({ plugin }) => plugin,
  );
  const rows = [...absent].map(([plugin, members]) => {
    const names = members.length > MAX_NAMES ? `${members.length} tools` : members.map(({ name }) => name).join(", ");
    const [why = "", ...others] = new Set(members.map(({ hidden }) => hidden && `${hidden.reason}. ${hidden.fix}`));
    return [plugin, others.length > 0 || why.length > LONGEST_REASON ? names : `${names}. ${why}`] as const;
  });
  if (rows.length > 0) parts.push(`In other workspaces (jig doctor says what each needs):\n${twoColumns(rows, width)}`);
  parts.push("jig <tool> --help explains one, jig <tool> [flags] calls it.");
  return parts.join("\n\n");
}

const MAX_NAMES = 4;
const LONGEST_REASON = 120;

function lineOf({ name, description, effect }: ToolInfo): readonly [string, string] {
  const summary = summaryOf(description);
  return [name, effect === "read" ? summary : `${summary} (${effect}s)`];
}

export const describe: Command = {
  name: "describe",
  usage: "<tool> [--json]",
  summary: "Explain a tool: description, flags, schema, examples",
  also: ["info", "explain", "usage"],
  async run(words, shell) {
    const { rest, json } = readWords("describe", words, 1, shell);
    const [name] = rest;
    if (name === undefined)
      throw new JigError("INVALID_ARGUMENT", "describe needs the name of a tool", { hint: "jig tools lists them" });
    const tool = findTool(await shell.host(), name, shell.io.cwd);
    const page = () =>
      `${toolHelp(formOf(tool), widthOf(shell.io))}\n\nInput schema:\n${jsonForTerminal(tool.inputSchema)}`;
    await (json ? shell.print(jsonForTerminal(tool)) : shell.show(page()));
    return 0;
  },
};

/** Problems follow everything that works, and disabled parts come last. */
const ORDER: readonly DoctorLine["state"][] = ["ok", "warning", "error", "off"];
const SIGNS: Record<DoctorLine["state"], string> = { ok: "ok", warning: "warn", error: "FAIL", off: "off" };

export const doctor: Command = {
  name: "doctor",
  usage: "[--json]",
  summary: "Check that jig has everything it needs",
  also: ["check", "health", "diagnose", "status"],
  async run(words, shell) {
    const { json } = readWords("doctor", words, 0, shell);
    const lines = await shell.diagnose();
    const rows = lines
      .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
      .map(
        ({ what, state, detail, fix }) =>
          [`${SIGNS[state].padEnd(4)} ${what}`, fix ? `${detail}. ${fix}` : detail] as const,
      );
    await (json
      ? shell.print(jsonForTerminal(lines))
      : shell.show(twoColumns(rows, widthOf(shell.io)) || "Nothing to check"));
    return lines.some((line) => line.state === "error") ? 1 : 0;
  },
};
