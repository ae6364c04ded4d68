/** Prints the help for a program, which is the usage line followed by its flags in the order of the table. */
import type { CommandInfo } from "../../../core/host/plugin-api.ts";
import type { FlagTable } from "./flag-reader.ts";

const WIDTH = 100;

interface MoreHelp {
  /** The flags that jig adds, with a description. */
  own?: readonly (readonly [flag: string, meaning: string])[];
  /**
   * If this is set, the command also accepts the flags of this tool. If one of them is used, the result of the tool is printed
   * instead.
   */
  tool?: string;
}

export function helpText(
  { name, usage, summary }: CommandInfo,
  table: FlagTable,
  { own, tool }: MoreHelp = {},
): string {
  const byFlag = Map.groupBy([...table], ([, rule]) => rule.name);
  const flags = [...byFlag.values()].map((spellings) => {
    const value = spellings[0]?.[1].value;
    const placeholder = value === "required" ? " VALUE" : value === "optional" ? "[=VALUE]" : "";
    return spellings.map(([spelling]) => spelling).join(", ") + placeholder;
  });
  const width = Math.max(0, ...(own ?? []).map(([flag]) => flag.length));
  const ours = own ? ["", "Also:", ...own.map(([flag, meaning]) => `  ${flag.padEnd(width)}  ${meaning}`)] : [];
  const more =
    tool === undefined
      ? []
      : ["", `With a flag of ${tool} (--json, --limit …) it prints that tool's answer: jig ${tool} --help`];
  return [`Usage: jig ${name} ${usage}`, "", `${summary}.`, "", "Flags:", ...filled(flags), ...ours, ...more, ""].join(
    "\n",
  );
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
