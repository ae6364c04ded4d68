/** MCP for Unity's own server by its REST interface, which has room for many: the Editor's TCP socket has room for one, and a second client would throw the user's own out. */
import { createHash } from "node:crypto";
import {
  isObject,
  type JigError,
  type Json,
  type JsonObject,
  type ServiceContext,
} from "../../../../core/host/plugin-api.ts";
import type { Command, CommandContext } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { EditorLiveness } from "../../editor/editor-liveness.ts";
import { COPLAY_WINDOW } from "../../editor/menu-paths.ts";
import { type HttpReply, sendHttpRequest } from "../http-request.ts";
import {
  lostError,
  MIN_ATTEMPTS,
  pauseBeforeRetry,
  SENT_HINT,
  type SendResult,
  sendWithRetry,
  timeoutError,
} from "../retry.ts";

export const PORT_SETTING = "JIG_UNITY_COPLAY_PORT";
const USUAL_PORT = 8080;
/** What the server waits for the Editor beyond the command's own time, s. */
const MIN_SECONDS = 30;

export interface CoplayRequest {
  type: string;
  params: JsonObject;
}

export class CoplayServer {
  readonly liveness: EditorLiveness;
  readonly #host: ServiceContext;
  readonly #timeouts: Timeouts;
  /** How the server knows this project: after the path of its Assets folder. */
  readonly hash: string;
  unityVersion = "";

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#host = host;
    this.#timeouts = timeouts;
    this.liveness = new EditorLiveness(host, projectRoot, timeouts);
    const assets = `${projectRoot.replaceAll("\\", "/").replace(/\/+$/, "")}/Assets`;
    this.hash = createHash("sha1").update(assets, "utf8").digest("hex").slice(0, 16);
  }

  get port(): number {
    const port = Number(this.#host.env(PORT_SETTING) ?? USUAL_PORT);
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : USUAL_PORT;
  }

  get endpoint(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** This project's Editor is connected to the server; otherwise why not. */
  async connected(
    context: CommandContext,
  ): Promise<{ there: true } | { there: false; serverRuns: boolean; why: string }> {
    const part = context.deadline.within(this.#timeouts.probe);
    const reply = await sendHttpRequest(this.#host.net, {
      port: this.port,
      method: "GET",
      path: "/api/instances",
      deadline: part,
    });
    if (reply.kind === "unreachable") return { there: false, serverRuns: false, why: reply.why };
    const list = reply.kind === "answer" && reply.status === 200 ? objectIn(reply.text)?.instances : undefined;
    if (!Array.isArray(list)) {
      return {
        there: false,
        serverRuns: false,
        why: `What listens at ${this.endpoint} is not an MCP for Unity server`,
      };
    }
    const ours = list.map(asObject).find(({ hash }) => hash === this.hash);
    if (ours) {
      this.liveness.noteHeard();
      this.unityVersion = typeof ours.unity_version === "string" ? ours.unity_version : "";
      return { there: true };
    }
    const others = list.map((each) => String(asObject(each).project)).join(", ");
    const has = others === "" ? "has no Editor connected" : `has only ${others} connected, not this project`;
    return { there: false, serverRuns: true, why: `The server at ${this.endpoint} ${has}` };
  }

  /** Sends one command and gives its `data`. Throws failures that say whether anything may have run. */
  async command(
    { type, params }: CoplayRequest,
    command: Command,
    context: CommandContext,
  ): Promise<{ data: Json; message: string }> {
    const answer = await sendWithRetry(command, context, this.#timeouts, () =>
      this.#sent({ type, params }, command, context),
    );
    return { data: answer.data ?? null, message: String(answer.message ?? "") };
  }

  async #sent({ type, params }: CoplayRequest, command: Command, context: CommandContext): Promise<SendResult> {
    let pause = this.#timeouts.poll;
    for (;;) {
      await this.#reach(context);
      context.progress({ message: `Unity runs ${type}` });
      const seconds = Math.max(MIN_SECONDS, Math.ceil(context.deadline.remaining / 1_000));
      const body = { type, params: { ...params, timeout_seconds: seconds }, unity_instance: this.hash };
      const reply = await sendHttpRequest(this.#host.net, {
        port: this.port,
        method: "POST",
        path: "/api/command",
        body: JSON.stringify(body),
        deadline: context.deadline,
        onSent: () => context.onSent?.(true),
      });
      const meaning =
        reply.kind === "answer"
          ? readCommandReply(reply.status, objectIn(reply.text), type)
          : unanswered(reply, command);
      if (meaning.kind === "result") return { result: meaning.result };
      if (meaning.kind === "lost" || (meaning.kind === "slow" && !command.repeatable)) {
        return { lost: async () => (meaning.kind === "lost" ? meaning.error(command) : timeoutError(command)) };
      }
      if (meaning.kind !== "slow") context.onSent?.(false);
      if (meaning.kind === "failed") throw meaning.error;
      context.progress({ message: `Waiting: ${meaning.why}` });
      await pauseBeforeRetry(meaning.kind === "slow" ? timeoutError(command) : busyError(meaning.why), pause, context);
      pause = Math.min(pause * 1.5, this.#timeouts.busyPoll);
    }
  }

  /** Waits for the Editor to be connected, as long as its process speaks for it. */
  async #reach(context: CommandContext): Promise<void> {
    const { clock } = this.#host;
    const started = clock.monotonic();
    let pause = this.#timeouts.poll;
    for (let attempts = 1; ; attempts++) {
      const state = await this.connected(context);
      if (state.there) return;
      const waitMs = await this.liveness.waitTime(context.deadline);
      const over = attempts >= MIN_ATTEMPTS && clock.monotonic() - started >= waitMs;
      if (over || context.deadline.remaining === 0) {
        throw await this.#away(state.why, state.serverRuns, waitMs > this.#timeouts.quiet, context);
      }
      context.progress({ message: `Waiting for Unity: ${state.why}` });
      await context.deadline.sleep(pause);
      pause = Math.min(pause * 1.5, this.#timeouts.pollMax);
    }
  }

  async #away(why: string, serverRuns: boolean, returning: boolean, context: CommandContext): Promise<JigError> {
    const unityProcess = await this.liveness.describe(context.deadline.within(500)).catch(() => "");
    return editorError(returning && serverRuns ? "EDITOR_BUSY" : "EDITOR_NOT_REACHABLE", `${why}${unityProcess}`, {
      hint: `Nothing was sent. ${fixFor(serverRuns)}`,
      details: { dispatched: false, returning: returning && serverRuns },
    });
  }
}

/** What a person does where no Editor is connected to the server, or no server is there. */
export function fixFor(serverRuns: boolean): string {
  return serverRuns
    ? `Open the project in Unity; in ${COPLAY_WINDOW} choose the HTTP transport and start the session`
    : `In Unity's ${COPLAY_WINDOW} choose the HTTP transport and start its local server; the stdio transport leaves no room for jig`;
}

type CommandReply =
  | { kind: "result"; result: JsonObject }
  /** Nothing ran; worth another try. */
  | { kind: "busy"; why: string }
  /** The server waits two seconds for some commands, whatever is asked of it; Unity carries them out when it gets to them. */
  | { kind: "slow"; why: string }
  | { kind: "failed"; error: JigError }
  | { kind: "lost"; error: (command: Command) => JigError };

/** What an answer of `/api/command` says. Its hint "retry" stands also on commands that may have run: it is not believed. Pure. */
export function readCommandReply(status: number, body: JsonObject | undefined, type: string): CommandReply {
  if (!body) {
    const error = editorError("PROTOCOL_ERROR", `The server answered ${status} with something else than JSON`, {
      hint: SENT_HINT,
      details: { dispatched: true },
    });
    return { kind: "lost", error: () => error };
  }
  const said = typeof body.error === "string" ? body.error : "";
  if (status === 503 || status === 404) return { kind: "busy", why: said || "The Editor is not connected" };
  if (status === 400) return refused("PARAMETER_REFUSED", `The server refused "${type}": ${said}`);
  if (/^Plugin session \S+ not connected/.test(said)) return { kind: "busy", why: said };
  if (/^Unity did not respond to '\w+' within /.test(said))
    return { kind: "slow", why: said.replace(/; please retry$/, "") };
  if (status !== 200 || /disconnected while awaiting|superseded by/.test(said)) {
    const why = said === "" ? "the server gave up waiting for the Editor" : said;
    return { kind: "lost", error: (command) => lostError(command, why, "unannounced", "unknown") };
  }
  if (body.status === "error" || (body.success === undefined && said !== "")) {
    if (/^Unknown or unsupported command type/i.test(said) || new RegExp(`'${type}' is disabled`).test(said)) {
      const disabled = said.includes("is disabled");
      const hint = disabled
        ? `A person switches it on in Unity: ${COPLAY_WINDOW}, Tools`
        : "Update com.coplaydev.unity-mcp";
      return refused(disabled ? "TOOL_DISABLED" : "NOT_ON_THIS_VERSION", said, hint);
    }
    return failed(`Unity error in "${type}": ${said}`);
  }
  const result = body.status === "success" && isObject(body.result) ? body.result : body;
  return readResult(result, type);
}

function readResult(result: JsonObject, type: string): CommandReply {
  if (result.success !== false) return { kind: "result", result };
  const said = String(result.error ?? result.message ?? "no reason given");
  const data = asObject(result.data);
  if (said === "tests_running" || data.reason === "tests_running") return { kind: "busy", why: "Unity runs tests" };
  if (
    /^(Required parameter|Missing required parameter|Unknown action|Blocked pattern|Parameters cannot|Code exceeds)/.test(
      said,
    )
  ) {
    return refused("PARAMETER_REFUSED", `Unity refused "${type}": ${said}`);
  }
  // The command's own failure is an answer: whoever asked puts it into the tool's shape.
  return { kind: "result", result: { ...result, message: said, data: { ...data, failed: true } } };
}

function refused(
  code: "PARAMETER_REFUSED" | "TOOL_DISABLED" | "NOT_ON_THIS_VERSION",
  message: string,
  hint = "",
): CommandReply {
  const error = editorError(code, message, {
    hint: `Nothing was run.${hint === "" ? "" : ` ${hint}`}`,
    details: { dispatched: false },
  });
  return { kind: "failed", error };
}

/** An error of the dispatcher: what it interrupted is unknown. */
function failed(message: string): CommandReply {
  const error = editorError("EDITOR_ERROR", message, {
    hint: "It may have run, perhaps in part: look at its effect before you repeat it",
    details: { dispatched: true },
  });
  return { kind: "lost", error: () => error };
}

function unanswered(reply: Exclude<HttpReply, { kind: "answer" }>, command: Command): CommandReply {
  switch (reply.kind) {
    case "unreachable":
      return { kind: "busy", why: reply.why };
    case "late":
      return { kind: "lost", error: () => timeoutError(command) };
    case "garbled":
      return {
        kind: "lost",
        error: () =>
          editorError("PROTOCOL_ERROR", reply.error.message, { hint: SENT_HINT, details: { dispatched: true } }),
      };
    case "lost":
      return {
        kind: "lost",
        error: () => lostError(command, "the server's connection was lost", "unannounced", "unknown"),
      };
  }
}

function busyError(why: string): JigError {
  return editorError("EDITOR_BUSY", `Refused until the time was over: ${why}`, {
    hint: "Nothing was run. Ask again later or with a greater TimeoutSeconds",
    details: { dispatched: false },
  });
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
