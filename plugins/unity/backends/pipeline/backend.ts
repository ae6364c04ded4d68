/**
 * Implements the backend for Unity Pipeline (com.unity.pipeline), which is Unity's own HTTP server. Tools are mapped to its
 * commands or to C# code.
 */

import { isObject, type JsonObject, type ServiceContext, toJigError } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorError, listIn } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { CommandOutcome, Receipt } from "../../command/receipt.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { type EditorStatus, stateOfError } from "../../editor/editor-status.ts";
import type { InstalledPackages } from "../../editor/installed-packages.ts";
import type { ToolCatalog } from "../../editor/tool-catalog.ts";
import type { Backend } from "../backend.ts";
import { methodBody, prefixLength } from "../dynamic-code.ts";
import { runSceneTool } from "../scene-code.ts";
import { logsAnswer, menuItemAnswer, menuItemsAnswer, refusePatterns } from "../tool-answers.ts";
import { catalogOf } from "./command-names.ts";
import { compileAndWait } from "./compilation.ts";
import { PipelineServer } from "./editor-server.ts";
import { Exec } from "./exec.ts";
import { innerFailure, logsIn, MAX_LOGS } from "./pipeline-results.ts";
import { runTests, testRunOutcome } from "./test-run.ts";

/** The server has no commands for these, so we send C# code through execute-dynamic-code. */
const BY_CODE = ["unity-search", "get-provider-details", "get-unity-search-providers"];

export class PipelineBackend implements Backend {
  readonly name = "pipeline";
  readonly #server: PipelineServer;
  readonly #exec: Exec;
  readonly #timeouts: Timeouts;
  #ver: string | undefined;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#timeouts = timeouts;
    this.#server = new PipelineServer(host, projectRoot, timeouts);
    this.#exec = new Exec(this.#server, timeouts);
  }

  get title(): string {
    return this.#ver ? `Unity Pipeline ${this.#ver}` : "Unity Pipeline";
  }

  get ver(): string | undefined {
    return this.#ver;
  }

  /** The version number that the server reports isn't useful, so we use that of the package. */
  isInstalled({ versions, hasPipelinePort }: InstalledPackages): boolean {
    this.#ver = versions.pipeline || undefined;
    this.#exec.ver = this.#ver;
    return versions.pipeline !== undefined || hasPipelinePort;
  }

  isAlive(context: CommandContext): Promise<boolean> {
    return this.#server.isThere(context);
  }

  async isReturning(): Promise<boolean> {
    return false;
  }

  async run(command: Command, context: CommandContext): Promise<EditorAnswer> {
    const { method, params } = command;
    if (BY_CODE.includes(method)) throw this.#missing(method);
    const exec = (name: string, own: JsonObject) => this.#exec.run(name, own, command, this.title, context);
    const plain = (result: JsonObject, warnings: string[] = []): EditorAnswer => ({ result, warnings });
    switch (method) {
      case "get-logs": {
        refusePatterns(params, this.title);
        const value = await exec("get_console_logs", { severity: "all", limit: MAX_LOGS });
        const warning = `Unity Pipeline keeps the last ${MAX_LOGS} logs since the last domain reload`;
        return plain(logsAnswer(logsIn(value), params), [warning]);
      }
      case "clear-console": {
        await exec("clear_console", {});
        const unsaid = "Unity Pipeline does not say how many logs it cleared, and logs no confirmation";
        const counts = { ErrorCount: null, WarningCount: null, LogCount: null };
        const cleared = { Success: true, ClearedLogCount: null, ClearedCounts: counts };
        return plain({ ...cleared, Message: "Console cleared", ErrorMessage: "" }, [unsaid]);
      }
      case "execute-menu-item": {
        const path = String(params.MenuItemPath ?? "");
        // If the path is empty, the command would list the menu.
        if (path === "") return plain(menuItemAnswer(path, "MenuItemPath is empty"));
        return plain(menuItemAnswer(path, innerFailure(await exec("menu", { path }))));
      }
      case "get-menu-items": {
        const { items } = asObject(await exec("menu", {}));
        const paths = listIn(items, "list its menu").map(String);
        return plain(menuItemsAnswer(paths, params), ["Unity Pipeline lists menu paths without their methods"]);
      }
      case "execute-dynamic-code": {
        const code = methodBody(params, this.title);
        return plain(await this.#exec.code(code, command, this.title, context, prefixLength(params, this.title)));
      }
      case "find-game-objects":
      case "get-hierarchy":
        return runSceneTool(command, (code) => this.#exec.code(code, command, this.title, context));
      case "run-tests":
        return runTests(this.#exec, command, this.title, context, this.#timeouts);
      case "compile":
        return this.compile(params, command.id ?? "", context);
      default: {
        const value = await this.#exec.runAsWritten(command, this.title, context);
        const failure = innerFailure(value);
        const result = isObject(value) ? value : { Result: value };
        return plain(failure === undefined ? result : { ...result, Success: false, ErrorMessage: failure });
      }
    }
  }

  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer> {
    const command: Command = { method: "compile", params, repeatable: false, id };
    return compileAndWait({ exec: this.#exec, command, title: this.title, context: context, timeouts: this.#timeouts });
  }

  async catalog(context: CommandContext, fresh = false): Promise<ToolCatalog> {
    return catalogOf(await this.#exec.commands(queryContext(context), fresh), this.#ver ?? "");
  }

  async status(context: CommandContext, ms: number): Promise<EditorStatus> {
    const part = queryContext(context, ms);
    const known = { endpoint: "", settingsFile: null, locks: [], ver: this.#ver ?? "", tools: undefined };
    try {
      const reply = await this.#server.send({ method: "GET", path: "/api/status" }, part);
      const endpoint = this.#server.endpoint;
      const unityVersion = this.#server.unityVersion;
      const status = reply.kind === "answer" ? String(reply.body.status ?? "") : reply.kind;
      if (status !== "ready") {
        const state = status === "settling" ? "reloading" : "not answering";
        const fix = status === "settling" ? "Nothing to do: commands wait for this" : "Restart Unity if this persists";
        return { ...known, endpoint, unityVersion, state, why: `Its server says "${status}"`, fix };
      }
      const tools = await this.#exec.commands(part, true).catch(() => undefined);
      if (!tools) {
        const fix =
          "A dialog may be waiting for a click, or a long command is running: focus-window brings Unity to the front";
        return { ...known, endpoint, unityVersion, state: "busy", why: "Its server returned no list of commands", fix };
      }
      return { ...known, endpoint, unityVersion, state: "ready", why: "", fix: "", tools: tools.length };
    } catch (thrown) {
      context.deadline.throwIfCancelled();
      const error = toJigError(thrown);
      return { ...known, unityVersion: "", state: stateOfError(error), why: error.message, fix: error.hint ?? "" };
    }
  }

  findOutcome(receipt: Receipt, context: CommandContext): Promise<CommandOutcome | undefined> {
    return testRunOutcome(this.#exec, receipt, this.title, context, this.#timeouts);
  }

  #missing(method: string) {
    return editorError("NOT_ON_THIS_VERSION", `This Editor (${this.title}) has no command for "${method}"`, {
      hint: "Nothing was sent. unity-tools lists the available tools",
      details: { dispatched: false },
    });
  }
}
