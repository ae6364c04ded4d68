/**
 * Implements the backend for MCP for Unity (com.coplaydev.unity-mcp). Each tool is mapped to a REST command, or to C# code if
 * there is no such command.
 */

import { isObject, type Json, type JsonObject, type ServiceContext } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorError, listIn } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { CommandOutcome, Receipt } from "../../command/receipt.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import type { EditorStatus } from "../../editor/editor-status.ts";
import type { InstalledPackages } from "../../editor/installed-packages.ts";
import { COPLAY_WINDOW } from "../../editor/menu-paths.ts";
import type { ToolCatalog } from "../../editor/tool-catalog.ts";
import type { Backend } from "../backend.ts";
import { dynamicCodeResult, methodBody } from "../dynamic-code.ts";
import { timeoutError } from "../retry.ts";
import { runSceneTool } from "../scene-code.ts";
import { logsAnswer, logTypeOf, menuItemAnswer, menuItemsAnswer, refusePatterns } from "../tool-answers.ts";
import { compileAndWait } from "./compilation.ts";
import { type CoplayAnswer, CoplayServer, fixFor } from "./editor-server.ts";
import { statusOf } from "./editor-state.ts";
import { runTests, testRunOutcome } from "./test-run.ts";
import { type ListedTool, toolsIn } from "./tool-list.ts";

/** The interval at which we poll pending tools, in milliseconds. */
const MIN_PAUSE = 100;
const MAX_PAUSE = 5_000;

const BY_CODE = ["unity-search", "get-provider-details", "get-unity-search-providers"];

export class CoplayBackend implements Backend {
  readonly name = "coplay";
  readonly #server: CoplayServer;
  readonly #timeouts: Timeouts;
  #ver: string | undefined;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#timeouts = timeouts;
    this.#server = new CoplayServer(host, projectRoot, timeouts);
  }

  get title(): string {
    return this.#ver ? `MCP for Unity ${this.#ver}` : "MCP for Unity";
  }

  get ver(): string | undefined {
    return this.#ver;
  }

  isInstalled({ versions }: InstalledPackages): boolean {
    this.#ver = versions.coplay || undefined;
    return versions.coplay !== undefined;
  }

  async isAlive(context: CommandContext): Promise<boolean> {
    return (await this.#server.connected(context)).there;
  }

  async isReturning(): Promise<boolean> {
    return false;
  }

  async run(command: Command, context: CommandContext): Promise<EditorAnswer> {
    const { method, params } = command;
    if (BY_CODE.includes(method)) throw this.#missing(method);
    const send = (type: string, own: JsonObject) => this.#server.command({ type, params: own }, command, context);
    const list = async (type: string, own: JsonObject, what: string) => {
      const { data, message } = await send(type, own);
      return listIn(data, what, message);
    };
    const plain = (result: JsonObject, warnings: string[] = []): EditorAnswer => ({ result, warnings });
    switch (method) {
      case "get-logs": {
        refusePatterns(params, this.title);
        const own = { action: "get", types: ["all"], format: "json", includeStacktrace: true };
        return plain(logsAnswer(logsIn(await list("read_console", own, "read its logs")), params));
      }
      case "clear-console": {
        const answer = await send("read_console", { action: "clear" });
        const { message } = answer;
        const failed = failureIn(answer);
        const counts = { ErrorCount: null, WarningCount: null, LogCount: null };
        const cleared = { Success: failed === undefined, ClearedLogCount: null, ClearedCounts: counts };
        const unsaid = "MCP for Unity does not say how many logs it cleared, and logs no confirmation";
        return plain({ ...cleared, Message: message, ErrorMessage: failed ?? "" }, [unsaid]);
      }
      case "execute-menu-item": {
        const path = String(params.MenuItemPath ?? "");
        return plain(menuItemAnswer(path, failureIn(await send("execute_menu_item", { menu_path: path }))));
      }
      case "get-menu-items": {
        const paths = (await list("get_menu_items", { refresh: true }, "list its menu")).map(String);
        return plain(menuItemsAnswer(paths, params), ["MCP for Unity lists menu paths without their methods"]);
      }
      case "execute-dynamic-code":
        return plain(await this.#code(methodBody(params, this.title), command, context));
      case "find-game-objects":
      case "get-hierarchy":
        return runSceneTool(command, (code) => this.#code(code, command, context));
      case "run-tests":
        return runTests(this.#server, command, context, this.#timeouts);
      case "compile":
        return this.compile(params, command.id ?? "", context);
      default: {
        const answer = await this.#untilDone(await send(method, params), command, context);
        const { data, message } = answer;
        const failure = failureIn(answer);
        const result = isObject(data) ? data : { Result: data };
        const { failed: _, ...rest } = result;
        return plain(
          failure === undefined ? { ...result, Message: message } : { ...rest, Success: false, ErrorMessage: failure },
        );
      }
    }
  }

  /** Tools that are "pending" have a status action, which we poll. */
  async #untilDone(first: CoplayAnswer, command: Command, context: CommandContext): Promise<CoplayAnswer> {
    if (!first.pending) return first;
    const tools = await this.#listed(queryContext(context)).catch(() => undefined);
    const action = tools?.find(({ name }) => name === command.method)?.polling?.action ?? "status";
    const handle = jobIn(first.data);
    const params = { ...command.params, ...handle, action };
    const read: Command = { method: command.method, params, repeatable: true };
    for (let answer = first; ; ) {
      if (!answer.pending) return answer;
      context.progress({
        message: `Unity is still running ${command.method}${answer.message ? `: ${answer.message}` : ""}`,
      });
      await context.deadline.sleep(Math.min(MAX_PAUSE, Math.max(MIN_PAUSE, answer.pending.seconds * 1_000)));
      if (context.deadline.remaining === 0) throw timeoutError(command);
      answer = await this.#server.command({ type: command.method, params }, read, queryContext(context));
    }
  }

  /** The code must end with a return statement. */
  async #code(body: string, command: Command, context: CommandContext): Promise<JsonObject> {
    const params = { action: "execute", code: `${body}\nreturn null;` };
    const answer = await this.#server.command({ type: "execute_code", params }, command, context);
    const failure = failureIn(answer);
    const { errors, result } = asObject(answer.data);
    // A message such as `Line 3: ; expected` has neither a column nor an error code.
    const compiled = (Array.isArray(errors) ? errors.map(String) : []).map((text) => {
      const [, line, said] = /^Line (\d+): (.*)$/s.exec(text) ?? [];
      return { message: said ?? text, line: line === undefined ? null : Number(line), column: null, code: "" };
    });
    return dynamicCodeResult(failure === undefined ? (result ?? null) : null, failure, compiled, []);
  }

  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer> {
    const command: Command = { method: "compile", params, repeatable: false, id };
    return compileAndWait({ server: this.#server, command, context, timeouts: this.#timeouts, title: this.title });
  }

  async catalog(context: CommandContext): Promise<ToolCatalog> {
    return { tools: await this.#listed(context), ver: this.#ver ?? "" };
  }

  /** We don't cache this list, because custom tools come and go with the scripts. */
  async #listed(context: CommandContext): Promise<ListedTool[]> {
    await this.#server.reach(context);
    const [registered, listed] = await Promise.all([this.#registered(context), this.#server.mcpTools(context)]);
    const tools = toolsIn(registered, listed);
    if (tools.length > 0) return tools;
    throw editorError("EDITOR_ERROR", "MCP for Unity's server lists no tools of this Editor", {
      hint: `unity-call can still call one by its name. A person can see them in Unity: ${COPLAY_WINDOW}, Tools`,
    });
  }

  #registered(context: CommandContext) {
    return this.#server.read(`/api/custom-tools?instance=${this.#server.hash}`, context);
  }

  async status(context: CommandContext, ms: number): Promise<EditorStatus> {
    const part = queryContext(context, ms);
    const connection = await this.#server.connected(part);
    const { endpoint } = this.#server;
    const known = { endpoint, settingsFile: null, locks: [], ver: this.#ver ?? "", tools: undefined };
    if (!connection.there) {
      const fix = fixFor(connection.serverRuns);
      return { ...known, unityVersion: "", state: "not running", why: connection.why, fix };
    }
    // An open connection proves little, since another thread maintains it. We therefore wait for an answer from the main
    // thread.
    const [state, registered] = await Promise.all([statusOf(this.#server, part), this.#registered(part)]);
    const count = Array.isArray(registered?.tools) ? registered.tools.length : undefined;
    return { ...known, unityVersion: this.#server.unityVersion, ...state, tools: count };
  }

  findOutcome(receipt: Receipt, context: CommandContext): Promise<CommandOutcome | undefined> {
    return testRunOutcome(this.#server, receipt, context, this.#timeouts);
  }

  #missing(method: string) {
    return editorError("NOT_ON_THIS_VERSION", `This Editor (${this.title}) has no command for "${method}"`, {
      hint: "Nothing was sent. unity-tools lists the available tools",
      details: { dispatched: false },
    });
  }
}

function failureIn({ failed, message }: CoplayAnswer): string | undefined {
  return failed ? message : undefined;
}

/** Returns the id of a job that was started, and similar data. */
function jobIn(data: Json): JsonObject {
  const { job_id } = asObject(data);
  return typeof job_id === "string" ? { job_id } : {};
}

/** The server returns the oldest entry first. */
function logsIn(list: Json[]) {
  const entries = list.map(asObject);
  return entries.reverse().map(({ type, message, stackTrace }) => ({
    Type: logTypeOf(type),
    Message: String(message ?? ""),
    StackTrace: typeof stackTrace === "string" ? stackTrace : null,
  }));
}
