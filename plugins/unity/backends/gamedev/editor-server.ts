/**
 * A REST client for the server of Unity-MCP. If the Editor is slow or gone, this server sends a call again on its own.
 * For this reason we only send commands that have side effects as code that refuses to run twice. The port may also belong
 * to the Editor of another project, so we check that before we send anything.
 */
import {
  isObject,
  type JigError,
  type Json,
  type JsonObject,
  type ServiceContext,
} from "../../../../core/host/plugin-api.ts";
import { ALREADY_RAN, type Command, type CommandContext, queryContext } from "../../command/command.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { EditorLiveness } from "../../editor/editor-liveness.ts";
import { projectOfVersion, samePath, wrongProjectError } from "../../editor/project-identity.ts";
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
import { type ServerAddress, serverAddress } from "./server-address.ts";

const START = "Open the project in Unity; in the AI Game Developer window start the local server and connect";
/** The time for which we rely on the last check of the project, in milliseconds. */
const PROVED_MS = 60_000;
const CLASS = "JigCode";
const BEFORE = `using System; using System.Collections.Generic; using System.Linq; using UnityEngine; using UnityEditor; public static class ${CLASS} { public static object Main() { `;

/** The length of the code that we add in front of the caller's. */
export const CODE_SHIFT = BEFORE.length;

export type CodeResult = { value: Json } | { failure: string };

export class GamedevServer {
  readonly liveness: EditorLiveness;
  readonly #host: ServiceContext;
  readonly #projectRoot: string;
  readonly #timeouts: Timeouts;
  endpoint = "";
  #proved = Number.NEGATIVE_INFINITY;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#host = host;
    this.#projectRoot = projectRoot;
    this.#timeouts = timeouts;
    this.liveness = new EditorLiveness(host, projectRoot, timeouts);
  }

  /** If the Editor isn't connected, the result says why. */
  async connected(context: CommandContext): Promise<{ there: true } | { there: false; why: string; fix: string }> {
    const found = await serverAddress(this.#host.files, this.#projectRoot);
    if ("problem" in found) return { there: false, why: found.problem, fix: found.fix };
    const part = context.deadline.within(this.#timeouts.probe);
    const reply = await this.#post(found.address, "/api/system-tools/ping", {}, { ...context, deadline: part });
    if (reply.kind === "unreachable") return { there: false, why: reply.why, fix: START };
    if (reply.kind === "answer" && reply.status === 200) {
      this.liveness.noteHeard();
      return { there: true };
    }
    this.#proved = Number.NEGATIVE_INFINITY;
    const said = reply.kind === "answer" ? saidIn(reply.text) || `HTTP ${reply.status}` : "no answer in time";
    const token = reply.kind === "answer" && (reply.status === 401 || reply.status === 403);
    const why = token
      ? `The server at ${this.endpoint} does not accept the token of the project's settings`
      : `The server at ${this.endpoint} has no Editor that answers: ${said}`;
    return { there: false, why, fix: START };
  }

  /**
   * Waits for an Editor as long as its process is running, and then checks that it has the right project open. If this throws,
   * nothing was sent.
   */
  async reach(context: CommandContext): Promise<void> {
    const { clock } = this.#host;
    const started = clock.monotonic();
    let pause = this.#timeouts.poll;
    for (let attempts = 1; ; attempts++) {
      const state = await this.connected(context);
      if (state.there) return this.#prove(context);
      const waitMs = await this.liveness.waitTime(context.deadline);
      const over = attempts >= MIN_ATTEMPTS && clock.monotonic() - started >= waitMs;
      if (over || context.deadline.remaining === 0) {
        const unityProcess = await this.liveness.describe(context.deadline.within(500)).catch(() => "");
        const returning = waitMs > this.#timeouts.quiet;
        throw editorError(returning ? "EDITOR_BUSY" : "EDITOR_NOT_REACHABLE", `${state.why}${unityProcess}`, {
          hint: `Nothing was sent. ${state.fix}`,
          details: { dispatched: false, returning },
        });
      }
      context.progress({ message: `Waiting for Unity: ${state.why}` });
      await context.deadline.sleep(pause);
      pause = Math.min(pause * 1.5, this.#timeouts.pollMax);
    }
  }

  /** Another project may be using the port, so we check which one is open there. */
  async #prove(context: CommandContext): Promise<void> {
    const { clock } = this.#host;
    if (clock.monotonic() - this.#proved < PROVED_MS) return;
    const command: Command = { method: "unity-status", params: {}, repeatable: true };
    const answer = await this.#call(
      "script-execute",
      codeInput("return UnityEngine.Application.dataPath;"),
      command,
      queryContext(context),
    );
    const value = valueIn(answer);
    const theirs = typeof value === "string" ? projectOfVersion({ DataPath: value }) : undefined;
    if (theirs === undefined) {
      throw editorError("NOT_TRUSTED", `The Editor at ${this.endpoint} does not report which project it has open`, {
        hint: "Nothing was sent. Switch the tool script-execute on in Unity's AI Game Developer window",
        details: { dispatched: false },
      });
    }
    if (!samePath(theirs, this.#projectRoot))
      throw wrongProjectError(theirs, this.#projectRoot, this.endpoint, "and connect it there");
    this.#proved = clock.monotonic();
  }

  /** The errors that this throws say whether anything may have run. */
  async tool(name: string, params: JsonObject, command: Command, context: CommandContext): Promise<JsonObject> {
    await this.reach(context);
    context.progress({ message: `Unity is running ${name}` });
    return this.#call(name, params, command, context);
  }

  async code(body: string, command: Command, context: CommandContext): Promise<CodeResult> {
    try {
      return { value: valueIn(await this.tool("script-execute", codeInput(body), command, context)) };
    } catch (thrown) {
      const said = editorCodeOf(thrown) === "EDITOR_ERROR" && thrown instanceof Error ? thrown.message : undefined;
      const failure = /Exception: ([\s\S]*)$/.exec(said ?? "")?.[1];
      if (failure === undefined) throw thrown;
      // The server sent the code twice. It did run, but the first answer is lost.
      if (failure.includes(ALREADY_RAN)) {
        throw lostError(
          command,
          "the server itself sent it again, and the Editor refused to run it twice",
          "repeated",
          "ready",
        );
      }
      return { failure };
    }
  }

  /** Returns undefined if the server doesn't have a list. */
  async list(context: CommandContext): Promise<JsonObject[] | undefined> {
    await this.reach(context);
    const found = await serverAddress(this.#host.files, this.#projectRoot);
    if ("problem" in found) return undefined;
    const { port } = found.address;
    const request = {
      port,
      method: "GET",
      path: "/api/tools",
      headers: headersOf(found.address),
      deadline: context.deadline,
    } as const;
    const reply = await sendHttpRequest(this.#host.net, request);
    const tools = reply.kind === "answer" && reply.status === 200 ? jsonIn(reply.text) : undefined;
    return Array.isArray(tools) ? tools.filter(isObject) : undefined;
  }

  async #call(name: string, params: JsonObject, command: Command, context: CommandContext): Promise<JsonObject> {
    return sendWithRetry(command, context, this.#timeouts, async (): Promise<SendResult> => {
      for (let pause = this.#timeouts.poll; ; pause = Math.min(pause * 1.5, this.#timeouts.busyPoll)) {
        const found = await serverAddress(this.#host.files, this.#projectRoot);
        if ("problem" in found)
          throw editorError("EDITOR_NOT_REACHABLE", found.problem, { hint: found.fix, details: { dispatched: false } });
        const reply = await this.#post(found.address, `/api/tools/${encodeURIComponent(name)}`, params, context, true);
        const meaning = meaningOf(reply, name, command);
        if ("result" in meaning || "lost" in meaning) return meaning;
        context.onSent?.(false);
        if ("refused" in meaning) throw meaning.refused;
        await pauseBeforeRetry(busyError(meaning.busy), pause, context);
      }
    });
  }

  #post(
    address: ServerAddress,
    path: string,
    body: JsonObject,
    context: CommandContext,
    isCommand = false,
  ): Promise<HttpReply> {
    this.endpoint = `127.0.0.1:${address.port}`;
    return sendHttpRequest(this.#host.net, {
      ...{ port: address.port, method: "POST", path, headers: headersOf(address), body: JSON.stringify(body) },
      deadline: context.deadline,
      onSent: isCommand ? () => context.onSent?.(true) : undefined,
    });
  }
}

function headersOf({ token }: ServerAddress): Record<string, string> {
  return token === "" ? {} : { Authorization: `Bearer ${token}` };
}

function codeInput(body: string): JsonObject {
  return {
    csharpCode: `${BEFORE}${body}\nreturn null; } }`,
    className: CLASS,
    methodName: "Main",
    isMethodBody: false,
  };
}

/** Extracts the value from a `SerializedMember`, which may be inside `result`. */
function valueIn(answer: JsonObject): Json {
  const structured = asObject(answer.structured);
  const member = isObject(structured.result) ? structured.result : structured;
  const value = member.value ?? structured.result ?? null;
  return value;
}

type Meaning = SendResult | { refused: JigError } | { busy: string };

/** A status of 503 means that the server tried several times and no Editor was connected, so nothing has run. */
function meaningOf(reply: HttpReply, name: string, command: Command): Meaning {
  switch (reply.kind) {
    case "unreachable":
      return { busy: reply.why };
    case "late":
      return { lost: async () => timeoutError(command) };
    case "lost":
      return { lost: async () => lostError(command, "the server's connection was lost", "unannounced", "unknown") };
    case "garbled":
      return {
        lost: async () =>
          editorError("PROTOCOL_ERROR", reply.error.message, { hint: SENT_HINT, details: { dispatched: true } }),
      };
    case "answer":
      return meaningOfStatus(reply.status, reply.text, name, command);
  }
}

function meaningOfStatus(status: number, text: string, name: string, command: Command): Meaning {
  const said = saidIn(text);
  const body = jsonIn(text);
  if (status === 200 && isObject(body)) return { result: body };
  if (status === 503) return { busy: said || "No Editor is connected to the server" };
  if (status === 401 || status === 403) {
    return {
      refused: refusal(
        "NOT_TRUSTED",
        "The server does not accept the token of the project's settings",
        "Connect again in Unity's AI Game Developer window",
      ),
    };
  }
  if (status === 404 && /^Tool with Name '.*' not found\.$/.test(said)) {
    return {
      refused: refusal(
        "NOT_ON_THIS_VERSION",
        `This Editor has no tool "${name}", or it is switched off`,
        "unity-tools lists the available tools",
      ),
    };
  }
  if (status === 504) return { lost: async () => timeoutError(command) };
  if (status === 502 || said === "" || /^Invoke '\w+': Failed to invoke/.test(said)) {
    const why = "the server lost the Editor, and may have repeated the call by itself";
    return { lost: async () => lostError(command, why, "unannounced", "unknown") };
  }
  // The call failed, but we can't know whether it had started.
  return {
    lost: async () =>
      editorError("EDITOR_ERROR", `Unity error in "${name}": ${said}`, {
        hint: "It may have run, perhaps in part: check its effect before you repeat it",
        details: { status, dispatched: true },
      }),
  };
}

function refusal(code: "NOT_TRUSTED" | "NOT_ON_THIS_VERSION", message: string, fix: string): JigError {
  return editorError(code, message, { hint: `Nothing was run. ${fix}`, details: { dispatched: false } });
}

function busyError(why: string): JigError {
  return editorError("EDITOR_BUSY", `Refused until the time limit ran out: ${why}`, {
    hint: "Nothing was run. Try again later or with a larger TimeoutSeconds",
    details: { dispatched: false },
  });
}

function saidIn(text: string): string {
  const { error } = asObject(jsonIn(text));
  return typeof error === "string" ? error : "";
}

function jsonIn(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
