/** Running one command of Unity Pipeline: what each answer of `/api/exec` means, and whether anything ran. */
import type { JigError, Json, JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Command, CommandContext } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { lostError, SENT_HINT, type SendResult, sendWithRetry, timeoutError } from "../retry.ts";
import { commandOf, commandsIn, faultOf, type PipelineCommand, withOwnSpelling } from "./command-names.ts";
import type { PipelineServer } from "./editor-server.ts";

const PAGE = 500;
/** No command runs longer than the server is told; the tool's own time ends the wait before. */
const LONGEST_MS = 24 * 3_600_000;
/** Refusals that name their cause before anything is begun. */
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
  readonly #timeouts: Timeouts;
  #commands: PipelineCommand[] | undefined;

  constructor(server: PipelineServer, timeouts: Timeouts) {
    this.server = server;
    this.#timeouts = timeouts;
  }

  /** Everything that this Editor offers. */
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

  /** The command under whichever name it has here. Throws NOT_ON_THIS_VERSION. */
  async find(name: string, title: string, context: CommandContext): Promise<PipelineCommand> {
    const found = commandOf(await this.commands(context), name) ?? commandOf(await this.commands(context, true), name);
    if (found) return found;
    throw editorError("NOT_ON_THIS_VERSION", `This Editor (${title}) has no command "${name}"`, {
      hint: "Nothing was sent. unity-tools lists what it has",
      details: { dispatched: false },
    });
  }

  /** Runs a command of ours: parameters get its own spelling. */
  async run(name: string, params: JsonObject, command: Command, title: string, context: CommandContext): Promise<Json> {
    const found = await this.find(name, title, context);
    const { params: own, unknown } = withOwnSpelling(found, params);
    if (unknown.length > 0) {
      throw editorError("NOT_ON_THIS_VERSION", `"${found.name}" of ${title} has no parameter ${unknown.join(", ")}`, {
        hint: "Nothing was sent. Update com.unity.pipeline",
        details: { dispatched: false },
      });
    }
    return this.#exec(found.name, own, command, context);
  }

  /** Runs a command as the caller wrote it. Throws PARAMETER_REFUSED for what the server would pass over in silence. */
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
      context.progress({ message: `Unity runs ${name}` });
      const timeout = Math.max(1, Math.min(LONGEST_MS, Math.ceil(context.deadline.remaining)));
      const body = { command: name, parameters, timeout };
      const reply = await this.server.send({ method: "POST", path: "/api/exec", body, isCommand: true }, context);
      if (reply.kind !== "answer") {
        if (reply.kind === "lost") this.#commands = undefined;
        return { lost: () => this.#lost(reply, command, context) };
      }
      if (reply.status === 200 && reply.body.success !== false) return { result: { value: reply.body.result ?? null } };
      throw this.#refused(reply.status, reply.body, name);
    });
    return answer.value ?? null;
  }

  #refused(status: number, body: JsonObject, name: string): JigError {
    const error = typeof body.error === "string" ? body.error : `HTTP ${status}`;
    const details = typeof body.errorDetails === "string" ? body.errorDetails : "";
    const said = `${error}${details === "" ? "" : `: ${details.slice(0, 2_000)}`}`;
    if (error === "Command Not Found") {
      this.#commands = undefined;
      return editorError("NOT_ON_THIS_VERSION", `This Editor has no command "${name}" any more`, {
        hint: "Nothing was run. unity-tools lists what it has",
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
      hint: "It may have run, perhaps in part: look at its effect before you repeat it",
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

type Lost = Exclude<Awaited<ReturnType<PipelineServer["send"]>>, { kind: "answer" }>;

function lossOf(reply: Lost, command: Command, editor = "unknown"): JigError {
  if (reply.kind === "late") return timeoutError(command);
  if (reply.kind === "garbled") {
    return editorError("PROTOCOL_ERROR", reply.error.message, { hint: SENT_HINT, details: { dispatched: true } });
  }
  return lostError(command, "the connection was lost", "unannounced", editor);
}
