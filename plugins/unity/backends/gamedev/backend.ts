/**
 * Implements the backend for Unity-MCP (com.ivanmurzak.unity.mcp, "AI Game Developer"), which uses the REST interface of its
 * local server.
 */
import {
  isObject,
  type Json,
  type JsonObject,
  type ServiceContext,
  toJigError,
} from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorError, listIn } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { CommandOutcome } from "../../command/receipt.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { type EditorStatus, stateOfError } from "../../editor/editor-status.ts";
import type { InstalledPackages } from "../../editor/installed-packages.ts";
import type { ToolCatalog } from "../../editor/tool-catalog.ts";
import type { Backend } from "../backend.ts";
import { type CodeError, dynamicCodeResult, methodBody, prefixLength } from "../dynamic-code.ts";
import { runSceneTool } from "../scene-code.ts";
import { logsAnswer, logTypeOf, refusePatterns } from "../tool-answers.ts";
import { compileAndWait } from "./compilation.ts";
import { CODE_SHIFT, type CodeResult, GamedevServer } from "./editor-server.ts";
import { toolsIn } from "./listed-tools.ts";
import { runTests } from "./test-run.ts";

/** The server has no tools for these, so we implement them in C#. */
const BY_CODE = [
  "unity-search",
  "get-provider-details",
  "get-unity-search-providers",
  "get-menu-items",
  "execute-menu-item",
];
const MAX_LOGS = 1_000;

export class GamedevBackend implements Backend {
  readonly name = "gamedev";
  readonly #server: GamedevServer;
  readonly #timeouts: Timeouts;
  #ver: string | undefined;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#timeouts = timeouts;
    this.#server = new GamedevServer(host, projectRoot, timeouts);
  }

  get title(): string {
    return this.#ver ? `Unity-MCP ${this.#ver}` : "Unity-MCP";
  }

  get ver(): string | undefined {
    return this.#ver;
  }

  isInstalled({ versions }: InstalledPackages): boolean {
    this.#ver = versions.gamedev || undefined;
    return versions.gamedev !== undefined;
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
    const call = (name: string, own: JsonObject) => this.#server.tool(name, own, command, context);
    const plain = (result: JsonObject, warnings: string[] = []): EditorAnswer => ({ result, warnings });
    switch (method) {
      case "get-logs": {
        refusePatterns(params, this.title);
        const answer = await call("console-get-logs", { maxEntries: MAX_LOGS, includeStackTrace: true });
        return plain(logsAnswer(logsIn(answer), params), [
          `Unity-MCP returns the last ${MAX_LOGS} logs that it collected`,
        ]);
      }
      case "clear-console": {
        await call("console-clear-logs", {});
        const counts = { ErrorCount: null, WarningCount: null, LogCount: null };
        const cleared = { Success: true, ClearedLogCount: null, ClearedCounts: counts };
        return plain({ ...cleared, Message: "Console cleared", ErrorMessage: "" }, [
          "Unity-MCP does not say how many logs it cleared, and logs no confirmation",
        ]);
      }
      case "execute-dynamic-code": {
        const shift = CODE_SHIFT + prefixLength(params, this.title);
        return plain(codeAnswer(await this.#server.code(methodBody(params, this.title), command, context), shift));
      }
      case "find-game-objects":
      case "get-hierarchy":
        return runSceneTool(command, async (code) => codeAnswer(await this.#server.code(code, command, context), 0));
      case "run-tests":
        return runTests(this.#server, this.title, command, context);
      case "compile":
        return this.compile(params, command.id ?? "", context);
      default:
        return plain(contentOf(await call(method, params)));
    }
  }

  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer> {
    const command: Command = { method: "compile", params, repeatable: false, id };
    return compileAndWait(this.#server, command, context, this.#timeouts);
  }

  async catalog(context: CommandContext): Promise<ToolCatalog> {
    const listed = await this.#server.list(context);
    if (listed) return { tools: toolsIn(listed), ver: this.#ver ?? "" };
    throw editorError("EDITOR_ERROR", "Unity-MCP's server returned no list of tools", {
      hint: "Try again; unity-call can call one by its name",
    });
  }

  /** The main thread isn't needed to answer a ping. To find out whether commands run, we have to run one. */
  async status(context: CommandContext, ms: number): Promise<EditorStatus> {
    const part = queryContext(context, ms);
    const known = { settingsFile: null, locks: [], unityVersion: "", ver: this.#ver ?? "", tools: undefined };
    const connection = await this.#server.connected(part);
    const { endpoint } = this.#server;
    if (!connection.there)
      return { ...known, endpoint, state: "not running", why: connection.why, fix: connection.fix };
    try {
      const look: Command = { method: "unity-status", params: {}, repeatable: true };
      const busy = "return UnityEditor.EditorApplication.isCompiling || UnityEditor.EditorApplication.isUpdating;";
      const answer = await this.#server.code(busy, look, part);
      if ("value" in answer && String(answer.value).toLowerCase() === "true") {
        const why = "Unity is compiling or importing assets";
        return { ...known, endpoint, state: "reloading", why, fix: "Nothing to do: commands wait for this" };
      }
      return { ...known, endpoint, state: "ready", why: "", fix: "" };
    } catch (thrown) {
      context.deadline.throwIfCancelled();
      const error = toJigError(thrown);
      const late = error.details?.editorCode === "TIMEOUT";
      const why = late
        ? "Unity is connected, but its main thread does not answer: a dialog is waiting for a click, or it is busy"
        : error.message;
      const fix = late ? "focus-window brings Unity to the front: answer its dialog, or wait" : (error.hint ?? "");
      return { ...known, endpoint, state: stateOfError(error), why, fix };
    }
  }

  async findOutcome(): Promise<CommandOutcome | undefined> {
    return undefined;
  }

  #missing(method: string) {
    return editorError("NOT_ON_THIS_VERSION", `This Editor (${this.title}) has no command for "${method}"`, {
      hint: "Nothing was sent. unity-tools lists its tools",
      details: { dispatched: false },
    });
  }
}

/** Returns the structured content, or the text if there isn't any. */
function contentOf(answer: JsonObject): JsonObject {
  const { structured, content } = answer;
  if (isObject(structured)) {
    const { result } = structured;
    return Object.keys(structured).length === 1 && isObject(result) ? result : structured;
  }
  const texts = (Array.isArray(content) ? content.map(asObject) : []).map(({ text }) => String(text ?? ""));
  return { Message: texts.join("\n") };
}

function logsIn(answer: JsonObject) {
  const { structured } = answer;
  const list = listIn(isObject(structured) ? structured.result : structured, "read its logs");
  const entries = list.map(asObject).map((entry) => {
    const stack = keyed(entry, "stackTrace");
    return {
      Type: logTypeOf(keyed(entry, "logType")),
      Message: String(keyed(entry, "message") ?? ""),
      StackTrace: typeof stack === "string" ? stack : null,
      at: String(keyed(entry, "timestamp") ?? ""),
    };
  });
  // The newest entry has to be first.
  return entries
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .map(({ at: _, ...log }) => log);
}

/** The case of the keys is a setting of the package, so we ignore it. */
function keyed(entry: JsonObject, name: string): Json | undefined {
  return entry[name] ?? entry[name.charAt(0).toUpperCase() + name.slice(1)];
}

function codeAnswer(result: CodeResult, shift: number): JsonObject {
  if ("value" in result) return dynamicCodeResult(result.value, undefined, [], []);
  const { failure } = result;
  if (!failure.startsWith("Compilation failed")) return dynamicCodeResult(null, failure, [], []);
  const errors = [...failure.matchAll(/\((\d+),(\d+)\): error (CS\d+): ([^\r\n]*)/g)].map(
    ([, line, column, code, message]): CodeError => ({
      message: message ?? "",
      line: Number(line),
      column: Math.max(1, Number(column) - (line === "1" ? shift : 0)),
      code: code ?? "",
    }),
  );
  return dynamicCodeResult(null, "Compilation failed", errors, []);
}
