/**
 * Runs another program on the terminal while the explorer is suspended. Its output stays visible until Enter is
 * pressed.
 */
import { spawn } from "node:child_process";
import type { WriteStream } from "node:tty";
import type { TerminalInput } from "./terminal-input.ts";

export interface Program {
  command: string;
  args: readonly string[];
}

/** Resolves when the program has exited and Enter was pressed. Rejects if the program cannot be started. */
export async function runProgram(
  { command, args }: Program,
  input: Pick<TerminalInput, "typed">,
  stdout: Pick<WriteStream, "write">,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit" });
    child.on("error", reject);
    child.on("close", () => resolve());
  });
  stdout.write("\npress ⏎ to return to the explorer ");
  await input.typed();
}
