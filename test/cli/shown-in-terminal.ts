/** Runs a command in a terminal and returns its output. */
import { ExplorerTerminal } from "../explorer/terminal.ts";
import { JIG, scratch } from "../jig.ts";

export const files = {
  "src/a.ts": "const needle = 1;\nneedle(); needle();\n",
  "src/b.ts": "// needle\n",
  "evil.txt": "needle \x1b]0;owned\x07\x1b[2J\n",
};

export async function shown(args: string[], env: Record<string, string> = {}): Promise<string> {
  const terminal = new ExplorerTerminal({ command: [JIG, ...args], root: scratch(files), env });
  await terminal.exited();
  return terminal.output;
}
