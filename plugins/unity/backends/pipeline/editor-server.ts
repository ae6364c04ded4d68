/**
 * An HTTP client for Unity Pipeline. It finds the server, checks that it belongs to this project and sends the request. For
 * every outcome we know whether anything has run.
 */
import {
  isObject,
  type JigError,
  type Json,
  type JsonObject,
  parseJson,
  type ServiceContext,
} from "../../../../core/host/plugin-api.ts";
import type { CommandContext } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { EditorLiveness } from "../../editor/editor-liveness.ts";
import { NOT_BACK } from "../../editor/menu-paths.ts";
import { isSameProject, wrongProjectError } from "../../editor/project-identity.ts";
import { sendHttpRequest } from "../http-request.ts";
import { MIN_ATTEMPTS, pauseBeforeRetry } from "../retry.ts";
import { type PortFile, readPortFile } from "./port-file.ts";

export interface PipelineRequest {
  method: "GET" | "POST";
  path: string;
  body?: JsonObject;
  /** True if the request runs a command, so that it counts as dispatched after it was sent. */
  isCommand?: boolean;
}

/** Excludes requests that were lost or refused before they were sent. */
export type PipelineReply =
  | { kind: "answer"; status: number; body: JsonObject }
  | { kind: "lost" }
  | { kind: "late" }
  | { kind: "garbled"; error: JigError };

/** Nothing has run, so the request can be sent again after a pause. */
const TRANSIENT: Record<number, string> = { 429: "Unity Pipeline has too many jobs", 503: "Unity Pipeline is busy" };

export class PipelineServer {
  readonly liveness: EditorLiveness;
  readonly #host: ServiceContext;
  readonly #projectRoot: string;
  readonly #timeouts: Timeouts;
  unityVersion = "";
  endpoint = "";

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#host = host;
    this.#projectRoot = projectRoot;
    this.#timeouts = timeouts;
    this.liveness = new EditorLiveness(host, projectRoot, timeouts);
  }

  /** The server has to accept the token in the port file of this project. */
  async isThere(context: CommandContext): Promise<boolean> {
    return (await this.#status(context)) !== undefined;
  }

  /** True if the Editor is running and neither compiling nor reloading. */
  async isReady(context: CommandContext): Promise<boolean> {
    return (await this.#status(context)) === "ready";
  }

  async #status(context: CommandContext): Promise<string | undefined> {
    const reading = await readPortFile(this.#host.files, this.#host.clock, this.#projectRoot);
    if (!("file" in reading) || !(await this.#isOurs(reading.file))) return undefined;
    const part = context.deadline.within(this.#timeouts.probe);
    const reply = await sendHttpRequest(this.#host.net, {
      ...head(reading.file, "GET", "/api/status"),
      deadline: part,
    });
    if (reply.kind !== "answer" || reply.status !== 200) return undefined;
    this.liveness.noteHeard();
    const read = readAnswer(reply.status, reply.text);
    return read.kind === "answer" ? String(read.body.status ?? "") : undefined;
  }

  #isOurs({ projectPath }: PortFile): Promise<boolean> {
    return isSameProject(this.#host.workspace, projectPath, this.#projectRoot);
  }

  /**
   * Waits for the server as long as its process is running, and for a busy one until the deadline. If this throws, nothing has
   * run.
   */
  async send(call: PipelineRequest, context: CommandContext): Promise<PipelineReply> {
    const { clock, files, net } = this.#host;
    const started = clock.monotonic();
    let pause = this.#timeouts.poll;
    let refused: string | undefined;
    for (let attempts = 1; ; attempts++) {
      const reading = await readPortFile(files, clock, this.#projectRoot);
      let why = "why" in reading ? reading.why : "";
      if ("file" in reading) {
        const { file } = reading;
        if (!(await this.#isOurs(file)))
          throw wrongProjectError(
            file.projectPath,
            this.#projectRoot,
            `127.0.0.1:${file.port}`,
            "(it rewrites its port file)",
          );
        this.unityVersion = file.unityVersion;
        this.endpoint = `127.0.0.1:${file.port}`;
        const reply = await sendHttpRequest(net, {
          ...head(file, call.method, call.path),
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
          deadline: context.deadline,
          onSent: call.isCommand ? () => context.onSent?.(true) : undefined,
        });
        if (reply.kind === "answer") {
          this.liveness.noteHeard();
          if (reply.status === 401) {
            context.onSent?.(false);
            // A new session of the Editor has a new token. The file either contains it already or will do so shortly.
            if (refused === file.token) throw tokenRefusedError(file.port);
            refused = file.token;
            await context.deadline.sleep(this.#timeouts.poll);
            continue;
          }
          if (reply.status in TRANSIENT) {
            context.onSent?.(false);
            why = saidBy(withoutToken(reply.text, file.token)) || TRANSIENT[reply.status]!;
            context.progress({ message: `Waiting: ${why}` });
            await pauseBeforeRetry(busyError(why), pause, context);
            pause = Math.min(pause * 1.5, this.#timeouts.busyPoll);
            continue;
          }
          return readAnswer(reply.status, withoutToken(reply.text, file.token));
        }
        if (reply.kind !== "unreachable") return reply;
        why = reply.why;
      }
      const waitMs = await this.liveness.waitTime(context.deadline);
      const over = attempts >= MIN_ATTEMPTS && clock.monotonic() - started >= waitMs;
      if (over || context.deadline.remaining === 0) {
        throw await this.#away(why, waitMs > this.#timeouts.quiet, context);
      }
      context.progress({ message: `Waiting for Unity: ${why}` });
      await context.deadline.sleep(pause);
      pause = Math.min(pause * 1.5, this.#timeouts.pollMax);
    }
  }

  async #away(why: string, returning: boolean, context: CommandContext): Promise<JigError> {
    const unityProcess = await this.liveness.describe(context.deadline.within(500)).catch(() => "");
    return editorError(returning ? "EDITOR_BUSY" : "EDITOR_NOT_REACHABLE", `${why}${unityProcess}`, {
      hint: returning
        ? `Nothing was sent. ${NOT_BACK}`
        : "Open the project in Unity: the package com.unity.pipeline starts its server by itself",
      details: { dispatched: false, returning },
    });
  }
}

function head({ port, token }: PortFile, method: "GET" | "POST", path: string) {
  return { port, method, path, headers: { Authorization: `Bearer ${token}` } };
}

/** Removes the token from answers, whether it is escaped or not, because anyone who has it can control the Editor. */
function withoutToken(text: string, token: string): string {
  const longest = token.match(/[A-Za-z0-9]+/g)?.reduce((one, other) => (other.length > one.length ? other : one));
  if (longest === undefined || !text.includes(longest)) return text;
  const hidden = (said: string) => said.replaceAll(token, "[token]");
  try {
    return JSON.stringify(JSON.parse(text, (_, value: Json) => (typeof value === "string" ? hidden(value) : value)));
  } catch {
    return hidden(text);
  }
}

function readAnswer(status: number, text: string): PipelineReply {
  try {
    const body = parseJson(text);
    if (isObject(body)) return { kind: "answer", status, body };
  } catch {
    // The error is reported below.
  }
  const error = editorError("PROTOCOL_ERROR", `Unity Pipeline answered ${status} with something other than JSON`);
  return { kind: "garbled", error };
}

function saidBy(text: string): string {
  try {
    const { message, error, errorDetails } = asObject(parseJson(text));
    const said = [error, message, errorDetails].filter((each) => typeof each === "string" && each !== "");
    return said.slice(0, 2).join(": ");
  } catch {
    return "";
  }
}

function tokenRefusedError(port: number): JigError {
  return editorError(
    "NOT_TRUSTED",
    `Unity Pipeline at 127.0.0.1:${port} does not accept the token of this project's port file`,
    {
      hint: "Nothing was run. Another Editor may have taken the port: restart the Editor of this project",
      details: { dispatched: false },
    },
  );
}

function busyError(why: string): JigError {
  return editorError("EDITOR_BUSY", `Refused until the time limit ran out: ${why}`, {
    hint: "Nothing was run. Try again later or with a larger TimeoutSeconds; a dialog may be waiting for a click: focus-window brings Unity to the front",
    details: { dispatched: false },
  });
}
