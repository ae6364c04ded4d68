/** Unity Pipeline (com.unity.pipeline): Unity's own HTTP door, with this plugin's tools put into its commands or into C#. */
import { isObject, type JsonObject, type ServiceContext, toJigError } from "../../../../core/host/plugin-api.ts";
import { type Answer, aside, type Caller, type Command } from "../../command/command.ts";
import type { Timing } from "../../command/timeouts.ts";
import type { Catalogue } from "../../editor/catalogue.ts";
import type { Presence } from "../../editor/presence.ts";
import { type Survey, stateOf } from "../../editor/survey.ts";
import { asObject } from "../../protocol/message.ts";
import type { Receipt, Verdict } from "../../routing/receipt-store.ts";
import { editorError } from "../../tools/error-envelope.ts";
import type { Backend } from "../backend.ts";
import { bodyOf, shiftOf } from "../code.ts";
import { byScene } from "../scene-tools.ts";
import { catalogueOf } from "./command-names.ts";
import { compileBy } from "./compilation.ts";
import {
  evalAnswer,
  innerFailure,
  logsAnswer,
  logsIn,
  MOST_LOGS,
  menuAnswer,
  menuDone,
  refusePatterns,
} from "./console.ts";
import { PipelineServer } from "./editor-server.ts";
import { Exec } from "./exec.ts";
import { recallTests, runTests } from "./test-run.ts";

/** Answered by C# of the tools themselves, through execute-dynamic-code. */
const BY_CODE = ["unity-search", "get-provider-details", "get-unity-search-providers"];
/** The longest that its evaluation accepts, ms. It bounds nothing. */
const EVAL_MS = 30_000;

export class Pipeline implements Backend {
  readonly name = "pipeline";
  readonly #server: PipelineServer;
  readonly #exec: Exec;
  readonly #timing: Timing;
  #ver: string | undefined;

  constructor(context: ServiceContext, projectRoot: string, timing: Timing) {
    this.#timing = timing;
    this.#server = new PipelineServer(context, projectRoot, timing);
    this.#exec = new Exec(this.#server, timing);
  }

  get title(): string {
    return this.#ver ? `Unity Pipeline ${this.#ver}` : "Unity Pipeline";
  }

  get ver(): string | undefined {
    return this.#ver;
  }

  /** Its server names no version of use, so it is the package's. */
  isExpected({ packages, hasPipelinePort }: Presence): boolean {
    this.#ver = packages.pipeline || undefined;
    return packages.pipeline !== undefined || hasPipelinePort;
  }

  isAlive(caller: Caller): Promise<boolean> {
    return this.#server.isThere(caller);
  }

  async isReturning(): Promise<boolean> {
    return false;
  }

  async run(command: Command, caller: Caller): Promise<Answer> {
    const { method, params } = command;
    if (BY_CODE.includes(method)) throw this.#missing(method);
    const exec = (name: string, own: JsonObject) => this.#exec.run(name, own, command, this.title, caller);
    const plain = (result: JsonObject, warnings: string[] = []): Answer => ({ result, warnings });
    switch (method) {
      case "get-logs": {
        refusePatterns(params, this.title);
        const value = await exec("get_console_logs", { severity: "all", limit: MOST_LOGS });
        const warning = `Unity Pipeline keeps the last ${MOST_LOGS} logs since the last domain reload`;
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
        // Without a path the command lists the menu.
        if (path === "") return plain(menuDone(path, "MenuItemPath is empty"));
        return plain(menuDone(path, innerFailure(await exec("menu", { path }))));
      }
      case "get-menu-items": {
        const { items } = asObject(await exec("menu", {}));
        const paths = Array.isArray(items) ? items.map(String) : [];
        return plain(menuAnswer(paths, params), ["Unity Pipeline lists menu paths without the methods behind them"]);
      }
      case "execute-dynamic-code": {
        const code = bodyOf(params, this.title);
        const value = await exec("eval", { code, timeout: EVAL_MS });
        return plain(evalAnswer(value, shiftOf(params, this.title)));
      }
      case "find-game-objects":
      case "get-hierarchy":
        return byScene(command, async (code) => evalAnswer(await exec("eval", { code, timeout: EVAL_MS }), 0));
      case "run-tests":
        return runTests(this.#exec, command, this.title, caller, this.#timing);
      case "compile":
        return this.compile(params, command.id ?? "", caller);
      default: {
        const value = await this.#exec.runAsWritten(command, this.title, caller);
        const failure = innerFailure(value);
        const result = isObject(value) ? value : { Result: value };
        return plain(failure === undefined ? result : { ...result, Success: false, ErrorMessage: failure });
      }
    }
  }

  compile(params: JsonObject, id: string, caller: Caller): Promise<Answer> {
    const command: Command = { method: "compile", params, repeatable: false, id };
    return compileBy({ exec: this.#exec, command, title: this.title, caller, timing: this.#timing });
  }

  async catalogue(caller: Caller, fresh = false): Promise<Catalogue> {
    return catalogueOf(await this.#exec.commands(aside(caller), fresh), this.#ver ?? "");
  }

  async survey(caller: Caller, ms: number): Promise<Survey> {
    const part = aside(caller, ms);
    const known = { endpoint: "", settingsFile: null, locks: [], ver: this.#ver ?? "", tools: undefined };
    try {
      const reply = await this.#server.send({ method: "GET", path: "/api/status" }, part);
      const endpoint = this.#server.endpoint;
      const unityVersion = this.#server.unityVersion;
      const status = reply.kind === "answer" ? String(reply.body.status ?? "") : reply.kind;
      if (status !== "ready") {
        const state = status === "settling" ? "reloading" : "not answering";
        const fix = status === "settling" ? "Wait: commands do so by themselves" : "Restart Unity if this lasts";
        return { ...known, endpoint, unityVersion, state, why: `Its server says "${status}"`, fix };
      }
      const tools = await this.#exec.commands(part, true).catch(() => undefined);
      if (!tools) {
        const fix = "A dialog may wait for a click, or a long command runs: focus-window brings Unity to the front";
        return { ...known, endpoint, unityVersion, state: "busy", why: "Its server gives no list of commands", fix };
      }
      return { ...known, endpoint, unityVersion, state: "ready", why: "", fix: "", tools: tools.length };
    } catch (thrown) {
      caller.deadline.throwIfCancelled();
      const error = toJigError(thrown);
      return { ...known, unityVersion: "", state: stateOf(error), why: error.message, fix: error.hint ?? "" };
    }
  }

  recall(receipt: Receipt, caller: Caller): Promise<Verdict | undefined> {
    return recallTests(this.#exec, receipt, this.title, caller, this.#timing);
  }

  #missing(method: string) {
    return editorError("NOT_ON_THIS_VERSION", `This Editor (${this.title}) has no command for "${method}"`, {
      hint: "Nothing was sent. unity-tools lists what it has",
      details: { dispatched: false },
    });
  }
}
