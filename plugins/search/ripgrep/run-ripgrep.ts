/** Runs ripgrep for one search and streams its output. Parses stderr to tell invalid requests from unreadable files. */
import { type Context, JigError } from "../../../core/host/plugin-api.ts";
import { probeArguments } from "./command-line.ts";
import type { Query } from "./query.ts";
import type { SearchDeadline } from "./search-deadline.ts";

/** The part of a context that a search run uses. */
export type RunContext = Pick<Context, "run" | "signal" | "clock" | "files">;

export interface RgRun {
  args: string[];
  /** Absolute. Globs are relative to it. */
  cwd: string;
  /** Its output is only useful once it has finished. */
  spool?: boolean;
}

/** How a run ended. */
export interface RgEnd {
  /** Lines of stderr, at most `MOST_STDERR_LINES`. */
  stderr: string[];
  /** 0 if we killed it on purpose, and null if it was killed by a signal. */
  code: number | null;
  /** It used more than `MOST_MEMORY` and was killed. */
  outOfMemory?: boolean;
}

/** rg keeps a whole line in memory or, in multiline mode, a whole decoded file. For an ordinary tree it needs a hundredth of this. */
export const MOST_MEMORY = 1024 * 1024 * 1024;

const MOST_STDERR_LINES = 1000;

/**
 * Starts rg and passes its stdout to `read`. If `read` returns early or the deadline passes, rg is killed. Throws CANCELLED if the
 * call was cancelled. Whatever rg reports is in the result.
 */
export async function runRg(
  context: RunContext,
  run: RgRun,
  deadline: SearchDeadline,
  read: (stdout: AsyncIterable<Uint8Array>, stop: () => void) => Promise<void>,
): Promise<RgEnd> {
  if (deadline.expired) return { stderr: [], code: 0 };
  const running = await context.run({ command: "rg", ...run, maxMemoryBytes: MOST_MEMORY, signal: context.signal });
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
      // If a pipe breaks because we killed the process, that is not an error.
      if (!stopped || context.signal.aborted) {
        // If a program can't be started, `exit` has the reason. The pipe only says that it is broken.
        await running.exit;
        throw error;
      }
    }
    const [stderr, end] = await Promise.all([stderrLines, running.exit]);
    if (context.signal.aborted) throw new JigError("CANCELLED", "The search was cancelled");
    if (stopped) return { stderr, code: 0 };
    if (end.outOfMemory) return { stderr, code: null, outOfMemory: true };
    // If a mapped file shrinks, rg crashes (SIGBUS). Its output up to that point is still valid.
    if (end.code !== null && end.code > 2) throw brokenProgram(end.code, stderr);
    if (end.code === null) stderr.push(`ripgrep was ended by ${end.signal ?? "the system"}: matches may be missing`);
    return { stderr, code: end.code };
  } finally {
    release();
  }
}

/** rg exits with 0, 1 or 2. For any other code it did not search, so "no match" would be wrong. */
function brokenProgram(code: number, stderr: readonly string[]): JigError {
  return new JigError("COMMAND_FAILED", `ripgrep ended with exit code ${code}${stderr[0] ? `: ${stderr[0]}` : ""}`, {
    hint: "`jig doctor` says whether ripgrep runs on this machine",
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
      for (const part of parts) if (lines.length < MOST_STDERR_LINES) lines.push(part);
    }
  } catch {
    // It was killed while printing. Its output up to that point is valid.
  }
  if (rest !== "") lines.push(rest);
  return lines;
}

/**
 * Throws PATTERN_INVALID, ENCODING or INVALID_ARGUMENT (for a glob or a type) if rg rejects the request. rg exits with 2 in that
 * case, but also if it just can't read a file. We run it again without input to tell these apart. `literally` says how to avoid a
 * pattern.
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
      hint: "Types are named as ripgrep names them: cs, cpp, js, ts, py, rust, json, md; else use include_globs",
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
