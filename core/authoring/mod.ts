/** Implements `jig plugin …`, by which plugins are written, distributed and approved. */
import { didYouMean, JigError } from "../host/frontend-api.ts";
import { build } from "./build-command.ts";
import { check, test } from "./check-command.ts";
import { dev } from "./dev-command.ts";
import { list, reload } from "./list-command.ts";
import { create } from "./new-command.ts";
import { pack } from "./pack-command.ts";
import { index, key } from "./packages/index-command.ts";
import { install, uninstall } from "./packages/install-command.ts";
import { update } from "./packages/update-command.ts";
import { detailedHelp, helpOf } from "./subcommand-help.ts";
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
    // This is the same as `jig plugin new --help`.
    const topic = first === "help" ? SUBCOMMANDS.find(({ name }) => name === rest[0]) : subcommand;
    await terminal.print(topic ? detailedHelp(topic) : subcommandHelp());
    return 0;
  }
  if (subcommand) return await subcommand.run(rest, terminal, ports);
  const names = SUBCOMMANDS.map(({ name }) => name);
  const near = didYouMean(first, names);
  throw new JigError("INVALID_ARGUMENT", `There is no \`jig plugin ${first}\``, {
    hint: near ? `Did you mean \`jig plugin ${near}\`?` : `Known: ${names.join(", ")}`,
  });
}

export function subcommandHelp(): string {
  return `${helpOf(SUBCOMMANDS)}\n\n\`jig plugin COMMAND --help\` explains one of them.`;
}
