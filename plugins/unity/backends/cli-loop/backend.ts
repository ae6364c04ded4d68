/**
 * Implements the backend for Unity CLI Loop 3.x. It connects directly to the socket of the Editor and uses a connection for
 * each request. Results survive a domain reload and can be read by id.
 */
import {
  isObject,
  type JigError,
  type JsonObject,
  type ServiceContext,
  toJigError,
} from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { CommandOutcome, Receipt } from "../../command/receipt.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { type EditorStatus, stateOfError } from "../../editor/editor-status.ts";
import { type InstalledPackages, majorOf } from "../../editor/installed-packages.ts";
import { parseToolCatalog, type ToolCatalog } from "../../editor/tool-catalog.ts";
import type { Backend } from "../backend.ts";
import { isUnknownTool } from "../error-reply.ts";
import { lostError, SENT_HINT, sendWithRetry, timeoutError } from "../retry.ts";
import { describeBusy, errorOfLoopReply, isBusy, isUpdateRequired, updateNeededError } from "./cli-loop-errors.ts";
import { CliLoopServer, KNOWN_PROTOCOL, type ServerReply } from "./editor-server.ts";
import { fromLoopCatalog, fromLoopResult, REMOVED_TOOLS, toLoopParams } from "./translate.ts";

/** We stop polling after this many replies in a row that don't know the compile. */
const FORGOTTEN_AFTER = 3;

export class CliLoopBackend implements Backend {
  readonly name = "cli-loop";
  readonly server: CliLoopServer;
  readonly #host: ServiceContext;
  readonly #timeouts: Timeouts;
  #ver: string | undefined;
  #catalog: ToolCatalog | undefined;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#host = host;
    this.#timeouts = timeouts;
    this.server = new CliLoopServer(host, projectRoot, timeouts);
  }

  get title(): string {
    return `Unity CLI Loop ${this.#ver || "3"}`;
  }

  get ver(): string | undefined {
    return this.#ver;
  }

  /** Version 3.x doesn't report its version, so we use that of the package. */
  isInstalled({ versions, hasRunnerPin, hasLoopSettings }: InstalledPackages): boolean {
    this.#ver = versions.loop || undefined;
    const major = majorOf(versions.loop);
    if (major !== undefined) return major >= 3;
    return hasRunnerPin || hasLoopSettings || versions.loop !== undefined;
  }

  isAlive(context: CommandContext): Promise<boolean> {
    return this.server.isThere(context);
  }

  async isReturning(): Promise<boolean> {
    return false;
  }

  async run(command: Command, context: CommandContext): Promise<EditorAnswer> {
    if (REMOVED_TOOLS.includes(command.method)) throw missing(command.method, this.title);
    const request = { method: command.method, params: toLoopParams(command) };
    const reply = await sendWithRetry(command, context, this.#timeouts, () => this.#sent(request, command, context));
    return { result: fromLoopResult(command.method, reply), warnings: this.server.warnings };
  }

  async #sent(request: { method: string; params: JsonObject }, command: Command, context: CommandContext) {
    context.progress({ message: `Unity is running ${command.method}` });
    const reply = await this.server.send(request, context);
    if (reply.kind === "result") return { result: reply.result };
    if (reply.kind === "error") throw errorOfLoopReply(reply.error, command.method, this.title);
    return { lost: async () => this.#lost(reply, command, context) };
  }

  async #lost(
    reply: Exclude<ServerReply, { kind: "result" | "error" }>,
    command: Command,
    context: CommandContext,
  ): Promise<JigError> {
    this.#catalog = undefined;
    switch (reply.kind) {
      case "late":
        return timeoutError(command);
      case "frozen":
        return editorError(
          "EDITOR_BUSY",
          `Unity accepted "${command.method}", but its main thread has been blocked for ${Math.round(reply.seconds)} s`,
          {
            hint: "The command was withdrawn; it is unknown whether it will run when Unity responds again. A dialog may be waiting for a click: focus-window brings Unity to the front. Otherwise restart Unity",
            details: { dispatched: true, stallSeconds: Math.round(reply.seconds) },
          },
        );
      case "garbled":
        return editorError("PROTOCOL_ERROR", reply.error.message, { hint: SENT_HINT, details: { dispatched: true } });
      case "no accept":
        return lostError(command, "Unity did not accept it in time", "no accept", await this.#comeback(context));
      case "silent":
        return lostError(
          command,
          `Unity did not respond for ${reply.seconds} s`,
          "silent",
          await this.#comeback(context),
        );
      case "lost": {
        const when = reply.accepted ? "after Unity had accepted it" : "before Unity had accepted it";
        return lostError(command, `the connection was lost ${when}`, "unannounced", await this.#comeback(context));
      }
    }
  }

  async #comeback(context: CommandContext): Promise<string> {
    const part = queryContext(context, this.#timeouts.comeback);
    for (;;) {
      if (await this.server.isThere(part)) return "ready";
      const waitMs = await this.server.liveness.waitTime(part.deadline);
      if (part.deadline.remaining === 0 || waitMs <= this.#timeouts.quiet) return "not reachable";
      await part.deadline.sleep(this.#timeouts.pollMax);
    }
  }

  async compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer> {
    const { TimeoutSeconds: _, ...rest } = params;
    const command: Command = { method: "compile", params, repeatable: false, id };
    const request = {
      method: "compile",
      params: { ...rest, WaitForDomainReload: true, RequestId: id },
      answerWithin: this.#timeouts.compileDirect,
    };
    const reply = await this.server.send(request, context);
    if (reply.kind === "result") return { result: reply.result, warnings: this.server.warnings };
    if (reply.kind === "error") throw errorOfLoopReply(reply.error, "compile", this.title);
    if (reply.kind === "garbled" || reply.kind === "frozen") throw await this.#lost(reply, command, context);
    const result = await this.#compiled(command, id, context);
    return { result, warnings: this.server.warnings };
  }

  /** A reload closes the connection, but the Editor keeps the result and we can read it by id. */
  async #compiled(command: Command, id: string, context: CommandContext): Promise<JsonObject> {
    const { clock } = this.#host;
    const started = clock.monotonic();
    let without = 0;
    for (;;) {
      await context.deadline.sleep(this.#timeouts.statusPoll);
      if (context.deadline.remaining === 0) throw timeoutError(command);
      const seconds = Math.round((clock.monotonic() - started) / 1_000);
      context.progress({ message: `Unity is compiling (${seconds} s)` });
      const status = await this.#status("get-compile-status", id, context);
      if (status === "away") {
        const waitMs = await this.server.liveness.waitTime(context.deadline);
        if (waitMs <= this.#timeouts.quiet) {
          throw lostError(command, "the Editor quit", "quit", "not reachable");
        }
        continue;
      }
      if (status === "not there") throw lostError(command, "this Editor saves no results", "unannounced", "ready");
      if (status === "busy") continue;
      if (status.Ready === true && status.HasResult === true && isFilled(status.Result)) return asObject(status.Result);
      without = status.Ready === true && status.HasResult !== true ? without + 1 : 0;
      if (without >= FORGOTTEN_AFTER) {
        throw lostError(command, "the Editor restarted and lost the compilation", "restart", "ready");
      }
    }
  }

  async #status(
    method: string,
    id: string,
    context: CommandContext,
  ): Promise<JsonObject | "away" | "busy" | "not there"> {
    try {
      const part = queryContext(context, this.#timeouts.statusProbe);
      const reply = await this.server.send({ method, params: { RequestId: id } }, part);
      if (reply.kind === "result") return reply.result;
      if (reply.kind === "error" && isUnknownTool(reply.error, method)) return "not there";
      return "busy";
    } catch {
      context.deadline.throwIfCancelled();
      return "away";
    }
  }

  async catalog(context: CommandContext, fresh = false): Promise<ToolCatalog> {
    if (!fresh && this.#catalog) return this.#catalog;
    const params = { IncludeDevelopmentOnly: false };
    const { result } = await this.run({ method: "get-tool-details", params, repeatable: true }, queryContext(context));
    this.#catalog = fromLoopCatalog(parseToolCatalog(result), this.#ver ?? "");
    return this.#catalog;
  }

  status(context: CommandContext, ms: number): Promise<EditorStatus> {
    return editorStatus(this, queryContext(context, ms));
  }

  async findOutcome({ tool, id }: Receipt, context: CommandContext): Promise<CommandOutcome | undefined> {
    const method = { compile: "get-compile-status", "run-tests": "get-run-tests-status" }[tool];
    if (!method) return undefined;
    const status = await this.#status(method, id, context);
    if (typeof status === "string") return undefined;
    if (status.HasResult === true && isFilled(status.Result)) {
      return { verdict: "ran", why: "The Editor kept its result", result: asObject(status.Result) };
    }
    return status.Ready === false
      ? { verdict: "still running", why: "The Editor is busy and has no result for it yet" }
      : {
          verdict: "unknown",
          why: "The Editor is ready and keeps no result for it: it never began, or the Editor restarted",
        };
  }
}

function isFilled(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

function missing(method: string, title: string): JigError {
  return editorError("NOT_ON_THIS_VERSION", `This Editor (${title}) has no tool "${method}"`, {
    hint: "Nothing was sent. unity-tools lists the available tools",
    details: { dispatched: false },
  });
}

type Known = Omit<EditorStatus, "state" | "why" | "fix">;

export async function editorStatus(backend: CliLoopBackend, context: CommandContext): Promise<EditorStatus> {
  const known: Known = {
    endpoint: "",
    settingsFile: null,
    locks: [],
    unityVersion: "",
    ver: backend.ver ?? "",
    tools: undefined,
  };
  try {
    const endpoint = await backend.server.socketPath();
    if (endpoint !== undefined) known.endpoint = endpoint;
    const off = await offMainThread(backend, context, known);
    return off ?? (await onMainThread(backend, context, known));
  } catch (thrown) {
    context.deadline.throwIfCancelled();
    const error = toJigError(thrown);
    return { ...known, state: stateOfError(error), why: error.message, fix: error.hint ?? "" };
  }
}

/**
 * Newer Editors answer this from another thread, so it works even if the main thread is blocked. The result is undefined if
 * there is no problem or no answer.
 */
async function offMainThread(
  backend: CliLoopBackend,
  context: CommandContext,
  known: Known,
): Promise<EditorStatus | undefined> {
  const reply = await backend.server.send({ method: "get-editor-status", params: {} }, context);
  if (reply.kind !== "result") return undefined;
  const { IsBusy, IsCompiling, IsUpdating, SecondsSinceLastMainThreadTick: stall } = reply.result;
  const { RunningToolName: runningToolName, RunningToolElapsedSeconds: runningToolElapsedSeconds } = reply.result;
  if (IsBusy === true) {
    const data = {
      ...(runningToolName === undefined ? {} : { runningToolName }),
      ...(runningToolElapsedSeconds === undefined ? {} : { runningToolElapsedSeconds }),
      ...(stall === undefined ? {} : { secondsSinceLastMainThreadTick: stall }),
    };
    return {
      ...known,
      state: "busy",
      why: describeBusy({ message: "", data }),
      fix: "Nothing to do: commands wait for this",
    };
  }
  if (IsCompiling === true || IsUpdating === true) {
    const why = IsCompiling === true ? "Unity is compiling scripts" : "Unity is importing assets";
    return { ...known, state: "reloading", why, fix: "Nothing to do: commands wait for this" };
  }
  if (typeof stall === "number" && stall >= 30) {
    return {
      ...known,
      state: "not answering",
      why: `Unity's main thread has been blocked for ${Math.round(stall)} s`,
      fix: "A dialog may be waiting for a click: focus-window brings Unity to the front",
    };
  }
  return undefined;
}

async function onMainThread(backend: CliLoopBackend, context: CommandContext, known: Known): Promise<EditorStatus> {
  const reply = await backend.server.send({ method: "get-version", params: {} }, context);
  if (reply.kind === "error") {
    const error = isUpdateRequired(reply.error) ? updateNeededError(reply.error, KNOWN_PROTOCOL) : undefined;
    const why = isBusy(reply.error) ? describeBusy(reply.error) : reply.error.message;
    return { ...known, state: "not answering", why: error?.message ?? why, fix: error?.hint ?? "" };
  }
  if (reply.kind !== "result") {
    return {
      ...known,
      state: "not answering",
      why: "The Editor accepted the request, but did not answer",
      fix: "A dialog may be waiting for a click, or Unity is asleep in the background: focus-window brings it to the front",
    };
  }
  const { UnityVersion } = reply.result;
  const catalog = await backend.catalog(context, true).catch(() => undefined);
  return {
    ...known,
    unityVersion: typeof UnityVersion === "string" ? UnityVersion : "",
    state: "ready",
    why: backend.server.warnings.join("; "),
    fix: "",
    tools: catalog?.tools.length,
  };
}
