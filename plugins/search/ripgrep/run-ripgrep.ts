/**
 * Spawns ripgrep and streams its output. It also interprets stderr, which is the only way to distinguish a bad request from a
 * file that cannot be read.
 */
import { type Context, JigError } from "../../../core/host/plugin-api.ts";
import { probeArguments } from "./command-line.ts";
import type { Query } from "./query.ts";
import type { SearchDeadline } from "./search-deadline.ts";

/** The parts of a context that a run needs. */
export type RunContext = Pick<Context, "run" | "signal" | "clock" | "files">;

export interface RgRun {
  args: string[];
  /** The absolute path of the folder, which globs are relative to. */
  cwd: string;
  /** This should be set if partial output is of no use. */
  spool?: boolean;
}

/** Describes how a run ended. */
export interface RgEnd {
  /** The lines of stderr, limited to `MAX_STDERR_LINES`. */
  stderr: string[];
  /** The exit code, which is 0 if we killed it on purpose, and null if a signal ended it. */
  code: number | null;
  /** True if it was killed for exceeding `MAX_MEMORY`. */
  outOfMemory?: boolean;
}

/**
 * ripgrep keeps a whole line in memory and, in multiline mode, a whole decoded file. Ordinary source trees stay below a
 * hundredth of this limit.
 */
export const MAX_MEMORY = 1024 * 1024 * 1024;

const MAX_STDERR_LINES = 1000;

/**
 * Starts ripgrep and passes its stdout to `read`. We kill ripgrep as soon as `read` returns early or the deadline passes. The
 * result is the report of ripgrep itself. @throws CANCELLED if the call was canceled
 */
export async function runRg(
  context: RunContext,
  run: RgRun,
  deadline: SearchDeadline,
  read: (stdout: AsyncIterable<Uint8Array>, stop: () => void) => Promise<void>,
): Promise<RgEnd> {
  if (deadline.expired) return { stderr: [], code: 0 };
  const running = await context.run({ command: "rg", ...run, maxMemoryBytes: MAX_MEMORY, signal: context.signal });
  let stopped = false;
  const stop = () => {
    stopped = true;
    running.kill();
  };
  const release = deadline.onExpire(stop);
  try {
    const stderrLines = readStderr(running.stderr);
    try {
      await read(running.stdout, stop);
    } catch (error) {
      running.kill();
      // If we killed it, we expect a broken pipe.
      if (!stopped || context.signal.aborted) {
        // If a program cannot be started, all we see here is a broken pipe. The actual reason is in `exit`.
        await running.exit;
        throw error;
      }
    }
    const [stderr, end] = await Promise.all([stderrLines, running.exit]);
    if (context.signal.aborted) throw new JigError("CANCELLED", "The search was cancelled");
    if (stopped) return { stderr, code: 0 };
    if (end.outOfMemory) return { stderr, code: null, outOfMemory: true };
    // ripgrep crashes with SIGBUS if a mapped file shrinks in the meantime. Everything that was printed before that is still
    // good.
    if (end.code !== null && end.code > 2) throw brokenProgram(end.code, stderr);
    if (end.code === null) stderr.push(`ripgrep was killed by ${end.signal ?? "the system"}: matches may be missing`);
    return { stderr, code: end.code };
  } finally {
    release();
  }
}

/** An exit code other than 0, 1 and 2 means that ripgrep did not search, so it would be wrong to say "no matches". */
function brokenProgram(code: number, stderr: readonly string[]): JigError {
  return new JigError("COMMAND_FAILED", `ripgrep exited with code ${code}${stderr[0] ? `: ${stderr[0]}` : ""}`, {
    hint: "`jig doctor` checks whether ripgrep runs on this machine",
    details: { returncode: code },
  });
}

async function readStderr(stderr: AsyncIterable<Uint8Array>): Promise<string[]> {
  const lines: string[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of stderr) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop()!.slice(0, 65_536);
      for (const part of parts) if (lines.length < MAX_STDERR_LINES) lines.push(part);
    }
  } catch {
    // It was killed while it was writing, so everything before that is fine.
  }
  if (rest !== "") lines.push(rest);
  return lines;
}

/**
 * Explains why ripgrep rejected a request. Unfortunately, exit code 2 doesn't tell us much, because ripgrep also uses it if it
 * merely can't read a file. So we run it again on empty input, where only the request itself can be wrong. `literally` says how
 * to avoid a pattern.
 * @throws PATTERN_INVALID, ENCODING, or INVALID_ARGUMENT (for a glob or type)
 */
export async function refuseBadRequest(
  context: RunContext,
  query: Query,
  cwd: string,
  literally = "For literal text, set fixed_strings",
): Promise<void> {
  const running = await context.run({
    command: "rg",
    args: probeArguments(query),
    cwd,
    stdin: "",
    signal: context.signal,
  });
  const [lines, end] = await Promise.all([readStderr(running.stderr), running.exit, drain(running.stdout)]);
  if (end.code !== 2) return;
  throw explain(lines.join("\n").trim(), literally);
}

async function drain(stdout: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of stdout);
}

function explain(stderr: string, literally: string): JigError {
  const details = { returncode: 2, stderr };
  const first = stderr.split("\n")[0]!.replace(/^rg: /, "");
  if (first.includes("unknown encoding")) {
    const label = first.split("unknown encoding: ")[1] ?? "";
    return new JigError("ENCODING", `Unknown encoding "${label}"`, {
      hint: "Use a label of the Encoding standard, e.g. latin1, shift_jis, utf-16le",
      details,
    });
  }
  if (first.startsWith("error parsing glob")) {
    return new JigError("INVALID_ARGUMENT", first.replace("error parsing", "Invalid"), { details });
  }
  if (first.includes("unrecognized file type")) {
    const type = first.split("unrecognized file type: ")[1] ?? "";
    return new JigError("INVALID_ARGUMENT", `Unknown file type ${JSON.stringify(type)} in "types"`, {
      hint: "Use ripgrep's type names: cs, cpp, js, ts, py, rust, json, md; otherwise use include_globs",
      details,
    });
  }
  const reason = /^error: (.*)$/m.exec(stderr)?.[1] ?? first;
  return new JigError("PATTERN_INVALID", `Invalid regex pattern: ${reason}`, {
    details,
    ...hintFor(reason, literally),
  });
}

function hintFor(reason: string, literally: string): { hint?: string } {
  if (reason.includes('literal "\\n"')) return { hint: "Set multiline to match across lines" };
  if (reason.includes("look-around") || reason.includes("backreference")) {
    return { hint: "The engine is linear-time and has neither look-around nor backreferences" };
  }
  if (/unclosed|unopened|repetition operator/.test(reason)) return { hint: literally };
  return {};
}
