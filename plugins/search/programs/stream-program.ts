/** Runs ripgrep or git for a command. The output is passed through as it arrives, and errors get the command's name as a prefix. */
import { type CommandIo, type Context, JigError, type RunRequest } from "../../../core/host/plugin-api.ts";
import { watchForPipe } from "../ripgrep/waited-pipes.ts";
import { explained } from "./operands.ts";

export interface ProgramRun {
  command: "rg" | "git";
  args: string[];
  env?: Record<string, string>;
  readsInput?: boolean;
  /** The time in ms after which the program is killed. */
  limitMs?: number | undefined;
  /** The path suffixes of the ignore and attribute files that the program opens. */
  rules?: readonly string[];
  /** Changes or drops whole lines of output. */
  edit?: (lines: Buffer) => Buffer;
  /** Changes or drops a line of stderr. */
  complain?: (line: string) => string | undefined;
}

const NEWLINE = 0x0a;
/** We want forward slashes, even on Windows. A later flag of the user still takes precedence. */
const SLASHES = ["--path-separator=/"];

/** Resolves to the exit code. @throws TIMEOUT, or NOT_A_FILE if the program is blocked by a named pipe */
export async function runProgram(run: ProgramRun, io: CommandIo, context: Context): Promise<number> {
  const direct = io.sharesStdout && run.edit === undefined;
  const limit = run.limitMs === undefined ? undefined : AbortSignal.timeout(run.limitMs);
  const request: RunRequest = {
    command: run.command,
    args: [...(run.command === "rg" ? SLASHES : []), ...run.args],
    cwd: io.cwd,
    ...(run.env && { env: run.env }),
    shares: { stdin: run.readsInput === true, stdout: direct },
    signal: limit ? AbortSignal.any([context.signal, limit]) : context.signal,
  };
  const running = await context.run(request);
  const complaints = passComplaints(running.stderr, io, context, run);
  const ended = watchForPipe(run.command, [io.cwd], run.rules ?? [], context, () => running.kill());
  running.exit.then(ended, ended);
  let held: Buffer = Buffer.alloc(0);
  let left = false;
  for await (const chunk of running.stdout) {
    if (!run.edit) left = !(await io.write(chunk));
    else {
      const all =
        held.length > 0 ? Buffer.concat([held, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const end = all.lastIndexOf(NEWLINE) + 1;
      held = all.subarray(end);
      if (end > 0) left = !(await io.write(run.edit(all.subarray(0, end))));
    }
    if (!left) continue;
    running.kill();
    break;
  }
  if (run.edit && held.length > 0 && !left) await io.write(run.edit(held));
  const [end] = await Promise.all([running.exit, complaints]);
  const fault = ended();
  if (fault) throw fault;
  if (limit?.aborted) {
    throw new JigError("TIMEOUT", `The search took longer than ${(run.limitMs ?? 0) / 1000} s`, {
      hint: "Look-around and backreferences can take forever: search fewer files, or omit -P",
    });
  }
  // It was ended by SIGPIPE, because its output had been closed.
  if (left || end.signal === "SIGPIPE") return 0;
  return end.code ?? 2;
}

/**
 * Forwards the stderr of a program line by line.
 * @param complain - Changes or drops a line
 */
export async function passComplaints(
  stderr: AsyncIterable<Uint8Array>,
  io: CommandIo,
  context: Context,
  { complain }: Pick<ProgramRun, "complain">,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  const say = async (line: string) => {
    const said = complain ? complain(line) : line;
    if (said !== undefined) io.error(await explained(said, io, context));
  };
  for await (const chunk of stderr) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) await say(line);
  }
  if (rest !== "") await say(rest);
}
