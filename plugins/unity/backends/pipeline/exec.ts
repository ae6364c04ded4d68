/** Runs a command through `/api/exec` and determines from the response whether it has run. */
import type { JigError, Json, JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Command, CommandContext } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { majorOf } from "../../editor/installed-packages.ts";
import { lostError, SENT_HINT, type SendResult, sendWithRetry, timeoutError } from "../retry.ts";
import {
  commandOf,
  commandsIn,
  faultOf,
  groupedCommandOf,
  isOptional,
  type PipelineCommand,
  withOwnSpelling,
} from "./command-names.ts";
import type { PipelineServer } from "./editor-server.ts";
import { codeAnswer, failedEvaluation } from "./pipeline-results.ts";

const PAGE = 500;
/** The highest value that the server accepts, in milliseconds. It doesn't really limit the run time. */
const EVAL_MS = 30_000;
/** The exit code of `script eval` for compile errors and exceptions. */
const EVAL_FAILED = 6;
/** This is only for the server. Our own limit is much shorter. */
const LONGEST_MS = 24 * 3_600_000;
/** The request was refused before anything ran. */
const NOT_STARTED = [
  "Bad Request",
  "Invalid JSON",
  "Invalid Request",
  "Command Not Found",
  "Unauthorized",
  "Forbidden",
];

export class Exec {
  readonly server: PipelineServer;
  /** The version, if the project's files contain it. */
  ver: string | undefined;
  readonly #timeouts: Timeouts;
  #commands: PipelineCommand[] | undefined;

  constructor(server: PipelineServer, timeouts: Timeouts) {
    this.server = server;
    this.#timeouts = timeouts;
  }

  async commands(context: CommandContext, fresh = false): Promise<PipelineCommand[]> {
    if (!fresh && this.#commands) return this.#commands;
    const all: PipelineCommand[] = [];
    for (;;) {
      const path = `/api/commands?detail=full&limit=${PAGE}&offset=${all.length}`;
      const body = await this.#read(path, context);
      const page = commandsIn(body);
      all.push(...page);
      if (page.length === 0 || typeof body.total !== "number" || all.length >= body.total) break;
    }
    this.#commands = all;
    return all;
  }

  async #read(path: string, context: CommandContext): Promise<JsonObject> {
    const command: Command = { method: "unity-tools", params: {}, repeatable: true };
    return sendWithRetry(command, context, this.#timeouts, async () => {
      const reply = await this.server.send({ method: "GET", path }, context);
      if (reply.kind === "answer" && reply.status === 200) return { result: reply.body };
      if (reply.kind === "answer")
        throw editorError("EDITOR_ERROR", `Unity Pipeline answered ${reply.status} to ${path}`);
      return { lost: async () => lossOf(reply, command) };
    });
  }

  /** Throws NOT_ON_THIS_VERSION if the server doesn't have the command. */
  async find(name: string, title: string, context: CommandContext): Promise<PipelineCommand> {
    const found = commandOf(await this.commands(context), name) ?? commandOf(await this.commands(context, true), name);
    if (found) return found;
    throw editorError("NOT_ON_THIS_VERSION", `This Editor (${title}) has no command "${name}"`, {
      hint: "Nothing was sent. unity-tools lists the available tools",
      details: { dispatched: false },
    });
  }

  async #findOurs(name: string, title: string, context: CommandContext): Promise<PipelineCommand> {
    try {
      return await this.find(name, title, context);
    } catch (thrown) {
      const grouped = groupedCommandOf(await this.commands(context), name);
      if (grouped) return grouped;
      throw thrown;
    }
  }

  /** The parameters must already have the spelling of the command. */
  async run(name: string, params: JsonObject, command: Command, title: string, context: CommandContext): Promise<Json> {
    const found = await this.#findOurs(name, title, context);
    const { params: own, unknown: absent } = withOwnSpelling(found, params);
    const unknown = absent.filter((each) => !isOptional(name, each));
    if (unknown.length > 0) {
      throw editorError("NOT_ON_THIS_VERSION", `"${found.name}" of ${title} has no parameter ${unknown.join(", ")}`, {
        hint: "Nothing was sent. Update com.unity.pipeline",
        details: { dispatched: false },
      });
    }
    return this.#exec(found.name, own, command, context);
  }

  /**
   * The value or failure has the same form as that of execute-dynamic-code. `shift` is the number of characters that we add in
   * front of the caller's code.
   */
  async code(code: string, command: Command, title: string, context: CommandContext, shift = 0): Promise<JsonObject> {
    try {
      const value = await this.run("eval", { code, timeout: EVAL_MS }, command, title, context);
      return codeAnswer(value, shift, this.#givesPlainValues);
    } catch (thrown) {
      const failed = failedEvaluation(thrown, shift);
      if (failed) return failed;
      throw thrown;
    }
  }

  get #givesPlainValues(): boolean {
    return (majorOf(this.ver) ?? 0) >= 1 && !/^1\.0\.0-pre/.test(this.ver ?? "");
  }

  /**
   * Runs the command of a unity-call with its parameters unchanged. Throws PARAMETER_REFUSED for parameters that the server
   * would silently ignore.
   */
  async runAsWritten(command: Command, title: string, context: CommandContext): Promise<Json> {
    const found = await this.find(command.method, title, context);
    const fault = faultOf(found, command.params);
    if (fault !== undefined) {
      throw editorError("PARAMETER_REFUSED", fault, {
        hint: "Nothing was sent. unity-tools shows names and types",
        details: { dispatched: false },
      });
    }
    return this.#exec(found.name, command.params, command, context);
  }

  async #exec(name: string, parameters: JsonObject, command: Command, context: CommandContext): Promise<Json> {
    const answer = await sendWithRetry(command, context, this.#timeouts, async (): Promise<SendResult> => {
      context.progress({ message: `Unity is running ${name}` });
      const timeout = Math.max(1, Math.min(LONGEST_MS, Math.ceil(context.deadline.remaining)));
      const body = { command: name, parameters, timeout };
      const reply = await this.server.send({ method: "POST", path: "/api/exec", body, isCommand: true }, context);
      if (reply.kind !== "answer") {
        if (reply.kind === "lost") this.#commands = undefined;
        return { lost: () => this.#lost(reply, command, context) };
      }
      const exit = exitCodeOf(reply.body);
      if (reply.status === 200 && reply.body.success !== false && exit === 0) {
        return { result: { value: reply.body.result ?? null } };
      }
      throw this.#refused(reply.status, reply.body, name);
    });
    return answer.value ?? null;
  }

  #refused(status: number, body: JsonObject, name: string): JigError {
    const error = typeof body.error === "string" ? body.error : saidOtherwise(status, body);
    const details = typeof body.errorDetails === "string" ? body.errorDetails : "";
    const exit = exitCodeOf(body);
    if (exit === EVAL_FAILED) return evalFailure(body, error, details);
    const said = `${error}${details === "" ? "" : `: ${details.slice(0, 2_000)}`}`;
    if (error === "Command Not Found") {
      this.#commands = undefined;
      return editorError("NOT_ON_THIS_VERSION", `This Editor no longer has a command "${name}"`, {
        hint: "Nothing was run. unity-tools lists the available tools",
        details: { dispatched: false },
      });
    }
    const missing = error === "Parameter Validation Failed" && details.startsWith("Required parameter");
    const wrongArguments = body.errorCode === "INVALID_COMMAND_ARGS";
    if (missing || wrongArguments || NOT_STARTED.includes(error) || [403, 404, 405, 413].includes(status)) {
      return editorError("PARAMETER_REFUSED", `Unity Pipeline refused "${name}": ${said}`, {
        hint: "Nothing was run. unity-tools shows names and types",
        details: { status, dispatched: false },
      });
    }
    return editorError("EDITOR_ERROR", `Unity error in "${name}": ${said}`, {
      hint: "It may have run, perhaps in part: check its effect before you repeat it",
      details: { status, dispatched: true },
    });
  }

  async #lost(reply: Lost, command: Command, context: CommandContext): Promise<JigError> {
    if (reply.kind !== "lost") return lossOf(reply, command);
    const part: CommandContext = { ...context, deadline: context.deadline.within(this.#timeouts.comeback) };
    for (;;) {
      if (await this.server.isThere(part)) return lossOf(reply, command, "ready");
      const waitMs = await this.server.liveness.waitTime(part.deadline);
      if (part.deadline.remaining === 0 || waitMs <= this.#timeouts.quiet)
        return lossOf(reply, command, "not reachable");
      await part.deadline.sleep(this.#timeouts.pollMax);
    }
  }
}

/** The exit code is new in 1.0. Otherwise we assume that it is 0. */
export function exitCodeOf({ exitCode, exit_code: other }: JsonObject): number {
  const code = Number(exitCode ?? other ?? 0);
  return Number.isInteger(code) ? code : 1;
}

function saidOtherwise(status: number, body: JsonObject): string {
  const exit = body.exitCode ?? body.exit_code;
  const said = [body.message, body.stderr].find((each) => typeof each === "string" && each !== "");
  return `${said ?? (exit === undefined ? `HTTP ${status}` : `exit code ${exit}`)}`;
}

/** The Editor's wording is kept, because the result of the tool is built from it. */
function evalFailure(body: JsonObject, error: string, details: string): JigError {
  const diagnostics = Array.isArray(body.diagnostics) ? body.diagnostics : [];
  return editorError("EDITOR_ERROR", `The code failed: ${error}${details === "" ? "" : `: ${details}`}`, {
    hint: "It may have run in part: check its effect before you repeat it",
    details: { dispatched: true, evalFailure: { error, errorDetails: details, diagnostics } },
  });
}

type Lost = Exclude<Awaited<ReturnType<PipelineServer["send"]>>, { kind: "answer" }>;

function lossOf(reply: Lost, command: Command, editor = "unknown"): JigError {
  if (reply.kind === "late") return timeoutError(command);
  if (reply.kind === "garbled") {
    return editorError("PROTOCOL_ERROR", reply.error.message, { hint: SENT_HINT, details: { dispatched: true } });
  }
  return lostError(command, "the connection was lost", "unannounced", editor);
}
