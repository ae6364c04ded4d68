/** Implements the backend for uLoopMCP 0.50 to 2.1 and for the first betas of 3.0. */
import type { JsonObject, ServiceContext } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import type { CommandOutcome, Receipt } from "../../command/receipt.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import type { EditorStatus } from "../../editor/editor-status.ts";
import { type InstalledPackages, majorOf } from "../../editor/installed-packages.ts";
import type { ToolCatalog } from "../../editor/tool-catalog.ts";
import type { Backend } from "../backend.ts";
import { compileAndWait, readResult } from "./compilation.ts";
import { EditorClient } from "./editor-client.ts";
import { latestTestRun } from "./latest-run.ts";
import { editorStatus } from "./status.ts";

const TOO_OLD = /^0\.([0-9]|[1-4][0-9])\./;

export class ULoopBackend implements Backend {
  readonly name = "uloop";
  readonly client: EditorClient;
  #installed = "";

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.client = new EditorClient(host, projectRoot, timeouts);
  }

  get title(): string {
    return `uLoopMCP ${this.ver || this.#installed}`.trim();
  }

  get ver(): string | undefined {
    return this.client.ver;
  }

  /** Note that the first betas of 3.0 also write the settings of the socket versions, and this backend supports those. */
  isInstalled({ versions, hasTcpSettings, hasLoopSettings }: InstalledPackages): boolean {
    this.#installed = versions.loop ?? "";
    const major = majorOf(versions.loop);
    if (major !== undefined) return major < 3 || /^3\.0\.0-/.test(versions.loop ?? "");
    return hasTcpSettings || hasLoopSettings || versions.loop !== undefined;
  }

  async isAlive(context: CommandContext): Promise<boolean> {
    const { connector } = this.client;
    try {
      const attempt = await connector.attempt(await connector.probe(), context.deadline, { roundTrip: true });
      if (!("link" in attempt)) return attempt.accepted;
      this.client.release(attempt.link);
      return true;
    } catch {
      context.deadline.throwIfCancelled();
      return false;
    }
  }

  async isReturning(): Promise<boolean> {
    const { connector } = this.client;
    return connector.isAway(await connector.probe());
  }

  run(command: Command, context: CommandContext): Promise<EditorAnswer> {
    return this.client.run(command, context);
  }

  compile(params: JsonObject, id: string, context: CommandContext): Promise<EditorAnswer> {
    return compileAndWait(this.client, params, context, id);
  }

  catalog(context: CommandContext, fresh = false): Promise<ToolCatalog> {
    return this.client.catalog(context, fresh);
  }

  async status(context: CommandContext, ms: number): Promise<EditorStatus> {
    const status = await editorStatus(this.client, queryContext(context), ms);
    if (status.state === "ready" || !TOO_OLD.test(this.#installed)) return status;
    const why = `uLoopMCP ${this.#installed} is older than 0.50, the oldest that jig supports; ${status.why}`;
    const fix = "Update io.github.hatayama.uloopmcp in Unity's Package Manager, then open the project again";
    return { ...status, state: "misconfigured", why, fix };
  }

  /**
   * The outcome of a compile is kept by id for a few minutes. A test run only leaves a file, which has no id that we could
   * check.
   */
  async findOutcome({ tool, id, at }: Receipt): Promise<CommandOutcome | undefined> {
    const { host, projectRoot } = this.client;
    if (tool === "run-tests") return latestTestRun(host.files, projectRoot, at);
    if (tool !== "compile") return undefined;
    const result = await readResult(this.client, id);
    return result && { verdict: "ran", why: "The Editor left its result in the project's Temp folder", result };
  }
}
