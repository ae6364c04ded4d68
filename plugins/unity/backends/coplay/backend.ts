/** MCP for Unity (com.coplaydev.unity-mcp) by its server's REST interface, with this plugin's tools put into its commands or into C#. */

import { isObject, type Json, type JsonObject, type ServiceContext } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { CommandOutcome, Receipt } from "../../command/receipt.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import type { EditorStatus } from "../../editor/editor-status.ts";
import type { InstalledPackages } from "../../editor/installed-packages.ts";
import type { ToolCatalog } from "../../editor/tool-catalog.ts";
import type { Backend } from "../backend.ts";
import { dynamicCodeResult, methodBody } from "../dynamic-code.ts";
import { runSceneTool } from "../scene-code.ts";
import { logsAnswer, logTypeOf, menuItemAnswer, menuItemsAnswer, refusePatterns } from "../tool-answers.ts";
import { COMMANDS } from "./command-list.ts";
import { compileAndWait } from "./compilation.ts";
import { CoplayServer, fixFor } from "./editor-server.ts";
import { runTests, testRunOutcome } from "./test-run.ts";

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
    const plain = (result: JsonObject, warnings: string[] = []): EditorAnswer => ({ result, warnings });
    switch (method) {
      case "get-logs": {
        refusePatterns(params, this.title);
        const own = { action: "get", types: ["all"], format: "json", includeStacktrace: true };
        return plain(logsAnswer(logsIn(listOf(await send("read_console", own))), params));
      }
      case "clear-console": {
        const { data, message } = await send("read_console", { action: "clear" });
        const failed = failureIn(data, message);
        const counts = { ErrorCount: null, WarningCount: null, LogCount: null };
        const cleared = { Success: failed === undefined, ClearedLogCount: null, ClearedCounts: counts };
        const unsaid = "MCP for Unity does not say how many logs it cleared, and logs no confirmation";
        return plain({ ...cleared, Message: message, ErrorMessage: failed ?? "" }, [unsaid]);
      }
      case "execute-menu-item": {
        const path = String(params.MenuItemPath ?? "");
        const { data, message } = await send("execute_menu_item", { menu_path: path });
        return plain(menuItemAnswer(path, failureIn(data, message)));
      }
      case "get-menu-items": {
        const paths = listOf(await send("get_menu_items", { refresh: true })).map(String);
        return plain(menuItemsAnswer(paths, params), [
          "MCP for Unity lists menu paths without the methods behind them",
        ]);
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
        const { data, message } = await send(method, params);
        const failure = failureIn(data, message);
        const result = isObject(data) ? data : { Result: data };
        const { failed: _, ...rest } = result;
        return plain(
          failure === undefined ? { ...result, Message: message } : { ...rest, Success: false, ErrorMessage: failure },
        );
      }
    }
  }

  /** The method's body must end in a return there. */
  async #code(body: string, command: Command, context: CommandContext): Promise<JsonObject> {
    const params = { action: "execute", code: `${body}\nreturn null;` };
    const { data, message } = await this.#server.command({ type: "execute_code", params }, command, context);
    const failure = failureIn(data, message);
    const { errors, result } = asObject(data);
    // `Line 3: ; expected`: neither column nor code.
    const compiled = (Array.isArray(errors) ? errors.map(String) : []).map((text) => {
      const [, line, said] = /^Line (\d+): (.*)$/s.exec(text) ?? [];
      return { message: said ?? text, line: line === undefined ? null : Number(line), column: null, code: "" };
    });
    return dynamicCodeResult(failure === undefined ? (result ?? null) : null, failure, compiled, []);
  }

  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer> {
    const command: Command = { method: "compile", params, repeatable: false, id };
    return compileAndWait(this.#server, command, context, this.#timeouts);
  }

  /** Its server lists no tools there: these are the commands of its version 10. */
  async catalog(): Promise<ToolCatalog> {
    const tools = Object.entries(COMMANDS).map(([name, description]) => ({ name, description, parameters: [] }));
    return { tools, ver: this.#ver ?? "" };
  }

  async status(context: CommandContext, ms: number): Promise<EditorStatus> {
    const state = await this.#server.connected(queryContext(context, ms));
    const { endpoint } = this.#server;
    const known = { endpoint, settingsFile: null, locks: [], ver: this.#ver ?? "" };
    const tools = Object.keys(COMMANDS).length;
    if (state.there) {
      return { ...known, unityVersion: this.#server.unityVersion, state: "ready", why: "", fix: "", tools };
    }
    const fix = fixFor(state.serverRuns);
    return { ...known, unityVersion: "", state: "not running", why: state.why, fix, tools: undefined };
  }

  findOutcome(receipt: Receipt, context: CommandContext): Promise<CommandOutcome | undefined> {
    return testRunOutcome(this.#server, receipt, context, this.#timeouts);
  }

  #missing(method: string) {
    return editorError("NOT_ON_THIS_VERSION", `This Editor (${this.title}) has no command for "${method}"`, {
      hint: "Nothing was sent. unity-tools lists what it has",
      details: { dispatched: false },
    });
  }
}

function failureIn(data: Json, message: string): string | undefined {
  return asObject(data).failed === true ? message : undefined;
}

/** What was to be read. An answer without a list is not an empty one. */
function listOf({ data, message }: { data: Json; message: string }): Json[] {
  if (Array.isArray(data)) return data;
  throw editorError("EDITOR_ERROR", `Unity could not read it: ${message || "it answered without a list"}`, {
    hint: "It only reads, so ask again",
    details: { dispatched: true },
  });
}

/** The Console's own order is the oldest first. */
function logsIn(list: Json[]) {
  const entries = list.map(asObject);
  return entries.reverse().map(({ type, message, stackTrace }) => ({
    Type: logTypeOf(type),
    Message: String(message ?? ""),
    StackTrace: typeof stackTrace === "string" ? stackTrace : null,
  }));
}
