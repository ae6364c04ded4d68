/** `jig plugin …`: for people who write, distribute and approve plugins. */
import { JigError } from "../host/frontend-api.ts";
import { build } from "./build-command.ts";
import { check, test } from "./check-command.ts";
import { dev } from "./dev-command.ts";
import { list, reload } from "./list-command.ts";
import { create } from "./new-command.ts";
import { pack } from "./pack-command.ts";
import { index, key } from "./packages/index-command.ts";
import { install, uninstall } from "./packages/install-command.ts";
import { update } from "./packages/update-command.ts";
import type { AuthoringPorts, Subcommand, Terminal } from "./terminal.ts";
import { trust, untrust } from "./trust-command.ts";

export type { AuthoringPorts, Terminal } from "./terminal.ts";

const SUBCOMMANDS: readonly Subcommand[] = [
  create,
  build,
  check,
  test,
  dev,
  pack,
  key,
  index,
  install,
  update,
  uninstall,
  list,
  trust,
  untrust,
  reload,
];

/** Returns the exit code. Throws INVALID_ARGUMENT for an unknown command. */
export async function runPluginCommand(words: string[], terminal: Terminal, ports: AuthoringPorts): Promise<number> {
  const [first, ...rest] = words;
  const subcommand = SUBCOMMANDS.find(({ name }) => name === first);
  if (first === undefined || [first, ...rest].some((word) => word === "--help" || word === "-h") || first === "help") {
    await terminal.print(subcommand ? helpOf([subcommand]) : subcommandHelp());
    return 0;
  }
  if (subcommand) return await subcommand.run(rest, terminal, ports);
  throw new JigError("INVALID_ARGUMENT", `There is no \`jig plugin ${first}\``, {
    hint: `Known: ${SUBCOMMANDS.map(({ name }) => name).join(", ")}`,
  });
}

export function subcommandHelp(): string {
  return helpOf(SUBCOMMANDS);
}

function helpOf(subcommands: readonly Subcommand[]): string {
  const calls = subcommands.map(({ name, usage }) => `  jig plugin ${name} ${usage}`.trimEnd());
  const width = Math.min(44, Math.max(...calls.map((call) => call.length)));
  return calls
    .map((call, at) => {
      const { summary } = subcommands[at]!;
      return call.length > width
        ? `${call}\n${" ".repeat(width + 2)}${summary}`
        : `${call.padEnd(width + 2)}${summary}`;
    })
    .join("\n");
}
