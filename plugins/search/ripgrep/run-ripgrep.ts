/**
 * Runs ripgrep for a search and streams its output. It parses stderr to distinguish invalid requests from unreadable
 * files.
 */
import { type Context, JigError } from "../../../core/host/plugin-api.ts";
import { probeArguments } from "./command-line.ts";
import type { Query } from "./query.ts";
import type { SearchDeadline } from "./search-deadline.ts";

/** The part of a context that a search run uses. */
export type RunContext = Pick<Context, "run" | "signal" | "clock" | "files">;

export interface RgRun {
  args: string[];
  /** The absolute path of the folder that globs are relative to. */
  cwd: string;
  /** True if the output is only useful once it is complete. */
  spool?: boolean;
}

/** Describes how a run ended. */
export interface RgEnd {
  /** The lines of stderr, up to `MAX_STDERR_LINES`. */
  stderr: string[];
  /** The exit code. It is 0 if the process was killed on purpose, and null if a signal killed it. */
  code: number | null;
  /** True if it was killed because it used more than `MAX_MEMORY`. */
  outOfMemory?: boolean;
}

/**
 * Memory limit. rg keeps a whole line in memory, and in multiline mode a whole decoded file. An ordinary tree requires
 * a hundredth of this.
 */
export const MAX_MEMORY = 1024 * 1024 * 1024;

const MAX_STDERR_LINES = 1000;

/**
 * Starts rg and passes its stdout to `read`. If `read` returns early or the deadline passes, rg is killed. The result
 * contains what rg reports. Throws CANCELLED if the call was canceled.
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
      // A pipe that breaks because the process was killed is not an error.
      if (!stopped || context.signal.aborted) {
        // If a program cannot be started, `exit` rejects with the reason, whereas the pipe is just broken.
        await running.exit;
        throw error;
      }
    }
    const [stderr, end] = await Promise.all([stderrLines, running.exit]);
    if (context.signal.aborted) throw new JigError("CANCELLED", "The search was cancelled");
    if (stopped) return { stderr, code: 0 };
    if (end.outOfMemory) return { stderr, code: null, outOfMemory: true };
    // If a mapped file shrinks, rg crashes (SIGBUS). The output up to that point is still valid.
    if (end.code !== null && end.code > 2) throw brokenProgram(end.code, stderr);
    if (end.code === null) stderr.push(`ripgrep was killed by ${end.signal ?? "the system"}: matches may be missing`);
    return { stderr, code: end.code };
  } finally {
    release();
  }
}

/** rg exits with 0, 1 or 2. After any other code it has not searched, so reporting no match would be wrong. */
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
    // The process was killed while it was printing. The output up to that point is valid.
  }
  if (rest !== "") lines.push(rest);
  return lines;
}

/**
 * Throws PATTERN_INVALID, ENCODING or INVALID_ARGUMENT (for a glob or a type) if rg rejects the request. rg exits with
 * 2 in that case, but also if it just cannot read a file. To distinguish the two, it runs again without input.
 * `literally` explains how to avoid a pattern.
 */
export async function refuseBadRequest(
  context: RunContext,
  query: Query,
  cwd: string,
  literally = "For literal text set fixed_strings",
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
      hint: "Use ripgrep's type names: cs, cpp, js, ts, py, rust, json, md; else use include_globs",
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
