/** uLoopMCP 0.50 to 2.1 and the first betas of 3.0, behind the interface that all backends share. */
import type { JsonObject, ServiceContext } from "../../../../core/host/plugin-api.ts";
import { type Answer, aside, type Caller, type Command } from "../../command/command.ts";
import type { Timing } from "../../command/timeouts.ts";
import type { Catalogue } from "../../editor/catalogue.ts";
import { majorOf, type Presence } from "../../editor/presence.ts";
import { type Survey, survey } from "../../editor/survey.ts";
import type { Receipt, Verdict } from "../../routing/receipt-store.ts";
import type { Backend } from "../backend.ts";
import { compileAndSettle, readResult } from "./compile-wait.ts";
import { EditorSession } from "./editor-client.ts";
import { latestRun } from "./latest-run.ts";

const TOO_OLD = /^0\.([0-9]|[1-4][0-9])\./;

export class ULoop implements Backend {
  readonly name = "uloop";
  readonly session: EditorSession;
  /** The package's version by the project's files. */
  #installed = "";

  constructor(context: ServiceContext, projectRoot: string, timing: Timing) {
    this.session = new EditorSession(context, projectRoot, timing);
  }

  get title(): string {
    return `uLoopMCP ${this.ver || this.#installed}`.trim();
  }

  get ver(): string | undefined {
    return this.session.ver;
  }

  /** Settings of the socket generations may also be those of the first betas of 3.0, which this backend speaks. */
  isExpected({ packages, hasTcpSettings, hasLoopSettings }: Presence): boolean {
    this.#installed = packages.loop ?? "";
    const major = majorOf(packages.loop);
    if (major !== undefined) return major < 3 || /^3\.0\.0-/.test(packages.loop ?? "");
    return hasTcpSettings || hasLoopSettings || packages.loop !== undefined;
  }

  async isAlive(caller: Caller): Promise<boolean> {
    const { opener } = this.session;
    try {
      const attempt = await opener.attempt(await opener.look(), caller.deadline, { roundTrip: true });
      if (!("link" in attempt)) return attempt.accepted;
      this.session.release(attempt.link);
      return true;
    } catch {
      caller.deadline.throwIfCancelled();
      return false;
    }
  }

  async isReturning(): Promise<boolean> {
    const { opener } = this.session;
    return opener.isAway(await opener.look());
  }

  run(command: Command, caller: Caller): Promise<Answer> {
    return this.session.run(command, caller);
  }

  compile(params: JsonObject, id: string, caller: Caller): Promise<Answer> {
    return compileAndSettle(this.session, params, caller, id);
  }

  catalogue(caller: Caller, fresh = false): Promise<Catalogue> {
    return this.session.catalogue(caller, fresh);
  }

  async survey(caller: Caller, ms: number): Promise<Survey> {
    const found = await survey(this.session, aside(caller), ms);
    if (found.state === "ready" || !TOO_OLD.test(this.#installed)) return found;
    const why = `uLoopMCP ${this.#installed} is older than 0.50, the oldest that jig knows; ${found.why}`;
    const fix = "Update io.github.hatayama.uloopmcp in Unity's Package Manager, then open the project again";
    return { ...found, state: "misconfigured", why, fix };
  }

  /** A compile leaves its result behind by its id, for some minutes; a test run a file without any. */
  async recall({ tool, id, at }: Receipt): Promise<Verdict | undefined> {
    const { context, projectRoot } = this.session;
    if (tool === "run-tests") return latestRun(context.files, projectRoot, at);
    if (tool !== "compile") return undefined;
    const result = await readResult(this.session, id);
    return result && { verdict: "ran", why: "The Editor left its result in the project's Temp folder", result };
  }
}
