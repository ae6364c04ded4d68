/** Runs another program while the explorer is suspended, and waits for Enter so that its output can be read. */
import { spawn } from "node:child_process";
import type { WriteStream } from "node:tty";
import type { TerminalInput } from "./terminal-input.ts";

export interface Program {
  command: string;
  args: readonly string[];
}

/** Resolves after the program has exited and Enter was pressed. Rejects if it couldn't be started. */
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
