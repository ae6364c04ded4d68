/** Help of a borrowed program: its usage, and its flags in the order of their table. */
import type { CommandInfo } from "../../../core/host/plugin-api.ts";
import type { FlagTable } from "./flag-reader.ts";

const WIDTH = 100;

/** `tool`: whose flags are understood as well, and give its answer. */
export function helpText({ name, usage, summary }: CommandInfo, table: FlagTable, tool?: string): string {
  const byFlag = Map.groupBy([...table], ([, rule]) => rule);
  const flags = [...byFlag].map(([rule, spellings]) => {
    const placeholder = rule.value === "required" ? " VALUE" : rule.value === "optional" ? "[=VALUE]" : "";
    return spellings.map(([spelling]) => spelling).join(", ") + placeholder;
  });
  const more =
    tool === undefined
      ? []
      : ["", `With a flag of ${tool} (--json, --limit …) it gives the answer of that tool: jig ${tool} --help`];
  return [`Usage: jig ${name} ${usage}`, "", `${summary}.`, "", "Flags:", ...filled(flags), ...more, ""].join("\n");
}

function filled(flags: readonly string[]): string[] {
  const lines: string[] = [];
  for (const flag of flags) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + flag.length + 3 <= WIDTH) lines[lines.length - 1] = `${last}   ${flag}`;
    else lines.push(`  ${flag}`);
  }
  return lines;
}
