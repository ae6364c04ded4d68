/**
 * Runs tools that are commands. Each call has its own process, with JSON input on stdin, a JSON outcome on stdout, and logs on
 * stderr.
 */
import { createLogLimit } from "../capabilities/log-limit.ts";
import type { Processes } from "../capabilities/processes.ts";
import type { Plan } from "../contract/changes.ts";
import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import type { Json, JsonObject, Outcome } from "../contract/outcome.ts";
import type { CallContext } from "../contract/runner.ts";
import { jsonFault } from "../manifest/json-fault.ts";
import { checkedOutcome, refuseWithPlan } from "../manifest/plugin-outcome.ts";
import { parseShallow } from "../manifest/plugin-values.ts";
import { createLineSplitter } from "./frames.ts";
import { notStarted } from "./not-started.ts";
import { refuseOtherBytes } from "./utf8.ts";

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
export const ANSWER_LESS =
  "Return less: add a parameter that selects a part, or write a file and return its path. jig pages answers up to this size by itself";
const MAX_LOG_LINE_BYTES = 1024 * 1024;
const TAIL_CHARS = 2000;

export interface OneShotCommand {
  processes: Processes;
  /** The path and the arguments. */
  command: [program: string, ...args: string[]];
  folder: string;
  /** True if the tool proposes changes instead of answering. */
  plans: boolean;
}

/** Returns the variables that tell a program about the roots. `JIG_ROOT` is the first of them, and `JIG_ROOTS` contains all of them as JSON. */
export function rootVariables(roots: readonly string[]): { JIG_ROOT: string; JIG_ROOTS: string } {
  return { JIG_ROOT: roots[0] ?? "", JIG_ROOTS: JSON.stringify(roots) };
}

/**
 * Runs a command for a single call. In addition to its declared environment, the program gets `JIG_TOOL` and the variables for
 * the roots.
 */
export async function runOneShotCommand(
  { processes, command: [program, ...args], folder, plans }: OneShotCommand,
  tool: string,
  input: JsonObject,
  context: CallContext,
): Promise<Outcome> {
  const roots = context.workspace.roots.map((root) => root.path);
  const running = await processes.run({
    command: program,
    args,
    cwd: folder,
    stdin: JSON.stringify(input),
    env: { JIG_TOOL: tool, ...rootVariables(roots) },
    signal: context.signal,
  });
  const [answer, stderr, exit] = await Promise.all([
    collect(running.stdout, () => running.kill()),
    logged(running.stderr, context, () => running.kill()),
    running.exit,
  ]);
  context.signal.throwIfAborted();
  if (stderr === undefined) {
    throw new JigError(
      "LIMIT_EXCEEDED",
      `The command of "${tool}" wrote a line of more than ${MAX_LOG_LINE_BYTES} bytes to stderr`,
      { hint: "End each log line with a newline, and print data to stdout only" },
    );
  }
  if (answer === undefined) {
    throw new JigError("LIMIT_EXCEEDED", `The command of "${tool}" printed more than ${MAX_ANSWER_BYTES} bytes`, {
      hint: ANSWER_LESS,
    });
  }
  const outcome = parsed(answer.toString());
  // An answer with replacement characters would be wrong without anyone noticing. For other output it doesn't matter, because
  // it is only shown.
  if (exit.code === 0 || isOutcome(outcome)) refuseOtherBytes(answer, `The output of the command of "${tool}"`);
  if (exit.code === 0) {
    if (hasPlan(outcome)) {
      refuseWithPlan(outcome, tool);
      return await context.changes.propose(outcome.plan);
    }
    if (outcome !== undefined) return checkedOutcome(outcome, tool, plans);
    throw notJson(answer.toString(), tool);
  }
  // The exit code takes precedence, so a command that prints its answer and fails after that has failed.
  if (isOutcome(outcome)) {
    const answered = checkedOutcome(outcome, tool, plans);
    if (!answered.failed) {
      const how = exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.code}`;
      const what = `answered and ${how}, so the call failed. Exit with 0 if it succeeded`;
      context.log.warn(`${tool} ${what}`);
      return { ...answered, failed: true, reason: answered.reason ?? `It ${what}` };
    }
    return { ...answered, failed: true };
  }
  const fault = notStarted(`The command of "${tool}"`, program, folder, exit.code);
  if (fault) throw fault;
  const how = exit.signal ? `was ended by ${exit.signal}` : `exited with exit code ${exit.code}`;
  throw new JigError("COMMAND_FAILED", `The command of "${tool}" ${how}`, {
    ...(stderr ? { details: { stderr: stderr } } : {}),
  });
}

/** Collects output. It returns undefined if there is too much for an answer. */
async function collect(bytes: AsyncIterable<Uint8Array>, stop: () => void): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) {
      stop();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Logs line by line and returns the end. It returns undefined if any line is too long. */
async function logged(
  bytes: AsyncIterable<Uint8Array>,
  { log }: CallContext,
  stop: () => void,
): Promise<string | undefined> {
  let tail = "";
  let isTooLong = false;
  const limit = createLogLimit((level, message) => log[level](message));
  const split = createLineSplitter(
    (line) => {
      if (line.length === 0) return;
      limit.line("info", line.toString());
      tail = `${tail}${line}\n`.slice(-TAIL_CHARS);
    },
    MAX_LOG_LINE_BYTES,
    () => {
      isTooLong = true;
    },
  );
  for await (const chunk of bytes) {
    split(chunk);
    if (!isTooLong) continue;
    stop();
    return undefined;
  }
  split(Buffer.from("\n"));
  limit.flush();
  return tail.trim();
}

function parsed(text: string): unknown {
  try {
    return parseShallow(withoutMark(text));
  } catch (error) {
    if (error instanceof JigError) throw error;
    return undefined;
  }
}

/** Returns true if a value has a plan. This only looks at the name, because `propose` checks the plan itself. */
function hasPlan(value: unknown): value is JsonObject & { plan: Plan & Json } {
  return isObject(value) && isObject(value.plan) && !("value" in value);
}

function isOutcome(value: unknown): boolean {
  return typeof value === "object" && value !== null && "value" in value;
}

function shown(text: string): string {
  return text === "" ? "nothing" : JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}

/** Removes the byte order mark that .NET and PowerShell print. */
const withoutMark = (text: string) => text.replace(/^\ufeff/, "");

function notJson(printed: string, tool: string): JigError {
  const text = withoutMark(printed);
  const stdout = 'Print {"value": …} to stdout and everything else to stderr';
  const fault = jsonFault(text);
  // Any other text is a log or a message.
  const isMeant = fault && /^\s*[{[]/.test(text);
  const place = isMeant ? `line ${fault.line}, column ${fault.column}: ${fault.what}: ` : "";
  return new JigError("COMMAND_FAILED", `The command of "${tool}" did not print JSON: ${place}${shown(text)}`, {
    hint: isMeant
      ? `${fault.write}; an encoder such as json.dumps, JSON.stringify or jq writes JSON. ${stdout}`
      : stdout,
  });
}
