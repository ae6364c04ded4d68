/**
 * A REST client for the server of MCP for Unity. The Editor also has a TCP socket, but it only accepts a single client, so if
 * we connected to it we would disconnect the user's client. Several Editors can be connected to the server, and we find ours by
 * the hash of the project path.
 */
import { createHash } from "node:crypto";
import {
  isObject,
  type JigError,
  type Json,
  type JsonObject,
  parseJson,
  type ServiceContext,
} from "../../../../core/host/plugin-api.ts";
import type { Command, CommandContext } from "../../command/command.ts";
import type { Deadline } from "../../command/deadline.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject, textIn } from "../../command/json-fields.ts";
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
import { type CommandReply, readCommandReply } from "./command-reply.ts";
import { listMcpTools } from "./mcp-tool-list.ts";
import { candidatePorts, USUAL_PORT } from "./server-port.ts";

/** The minimum time that we allow in addition to that of the command, in seconds. */
const MIN_SECONDS = 30;

type Connection = { there: true } | { there: false; serverRuns: boolean; why: string };

export interface CoplayRequest {
  type: string;
  params: JsonObject;
}

export interface CoplayAnswer {
  data: Json;
  message: string;
  failed: boolean;
  /** Set while the command is still running in Unity. We poll again after this many seconds. */
  pending: { seconds: number } | undefined;
}

export class CoplayServer {
  readonly liveness: EditorLiveness;
  readonly #host: ServiceContext;
  readonly #timeouts: Timeouts;
  /** The hash of the Assets path, by which the server identifies the project. */
  readonly hash: string;
  unityVersion = "";
  readonly #projectRoot: string;
  #port = USUAL_PORT;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#host = host;
    this.#projectRoot = projectRoot;
    this.#timeouts = timeouts;
    this.liveness = new EditorLiveness(host, projectRoot, timeouts);
    const assets = `${projectRoot.replaceAll("\\", "/").replace(/\/+$/, "")}/Assets`;
    this.hash = createHash("sha1").update(assets, "utf8").digest("hex").slice(0, 16);
  }

  /** Returns the last port that worked, or else the most likely one. */
  get port(): number {
    return this.#port;
  }

  get endpoint(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Tries each candidate port. If none of the servers has this project, the result also tells why. */
  async connected(context: CommandContext): Promise<Connection> {
    const ports = await candidatePorts(this.#host, this.#projectRoot);
    const part = context.deadline.within(this.#timeouts.probe);
    let last: Connection | undefined;
    for (const port of ports) {
      const state = await this.#connectedAt(port, part);
      if (state.there) return state;
      // A message that the server runs without this Editor is more helpful than one about a closed port.
      if (!last || (state.serverRuns && !(last.there || last.serverRuns))) {
        this.#port = port;
        last = state;
      }
    }
    return last ?? { there: false, serverRuns: false, why: "No port to check" };
  }

  async #connectedAt(port: number, deadline: Deadline): Promise<Connection> {
    const endpoint = `127.0.0.1:${port}`;
    const away = (serverRuns: boolean, why: string): Connection => ({ there: false, serverRuns, why });
    const request = { port, method: "GET", path: "/api/instances", deadline } as const;
    const reply = await sendHttpRequest(this.#host.net, request);
    if (reply.kind === "unreachable") return away(false, reply.why);
    if (reply.kind === "late")
      return away(true, `The server at ${endpoint} did not report in time which Editors are connected`);
    if (reply.kind === "lost") return away(true, `The server at ${endpoint} closed the connection without an answer`);
    const list = reply.kind === "answer" && reply.status === 200 ? objectIn(reply.text)?.instances : undefined;
    if (!Array.isArray(list)) return away(false, `The program at ${endpoint} is not an MCP for Unity server`);
    const ours = list.map(asObject).find(({ hash }) => hash === this.hash);
    if (ours) {
      this.#port = port;
      this.liveness.noteHeard();
      this.unityVersion = typeof ours.unity_version === "string" ? ours.unity_version : "";
      return { there: true };
    }
    const others = list.map((each) => String(asObject(each).project)).join(", ");
    const has = others === "" ? "has no Editor connected" : `has only ${others} connected, not this project`;
    return away(true, `The server at ${endpoint} ${has}`);
  }

  /** Returns undefined unless the response is a JSON object. */
  async read(path: string, context: CommandContext): Promise<JsonObject | undefined> {
    const { deadline } = context;
    const reply = await sendHttpRequest(this.#host.net, { port: this.#port, method: "GET", path, deadline });
    return reply.kind === "answer" && reply.status === 200 ? objectIn(reply.text) : undefined;
  }

  /** Returns undefined if the server doesn't support MCP. */
  mcpTools(context: CommandContext): Promise<JsonObject[] | undefined> {
    return listMcpTools(this.#host.net, this.#port, context.deadline);
  }

  /** The errors that this throws say whether anything may have run. */
  async command({ type, params }: CoplayRequest, command: Command, context: CommandContext): Promise<CoplayAnswer> {
    const answer = await sendWithRetry(command, context, this.#timeouts, () =>
      this.#sent({ type, params }, command, context),
    );
    const { data, _mcp_status: status, _mcp_poll_interval: interval } = answer;
    const pending = status === "pending" ? { seconds: typeof interval === "number" ? interval : 1 } : undefined;
    const failed = status === "error" || asObject(data).failed === true;
    return { data: data ?? null, message: textIn(answer, "message"), failed, pending };
  }

  async #sent({ type, params }: CoplayRequest, command: Command, context: CommandContext): Promise<SendResult> {
    let pause = this.#timeouts.poll;
    for (;;) {
      await this.reach(context);
      context.progress({ message: `Unity is running ${type}` });
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

  /** Stops trying when the process of the Editor has ended. */
  async reach(context: CommandContext): Promise<void> {
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

/** There are two different fixes: either the server has to be started, or the Editor has to be connected to it. */
export function fixFor(serverRuns: boolean): string {
  return serverRuns
    ? `Open the project in Unity; in ${COPLAY_WINDOW} choose the HTTP transport and start the session`
    : `In Unity's ${COPLAY_WINDOW} choose the HTTP transport and start its local server; the stdio transport cannot be shared with jig`;
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
  return editorError("EDITOR_BUSY", `Refused until the time limit ran out: ${why}`, {
    hint: "Nothing was run. Try again later or with a larger TimeoutSeconds",
    details: { dispatched: false },
  });
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
