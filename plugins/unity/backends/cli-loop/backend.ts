/** Unity CLI Loop 3.x: the Editor's own socket, one request a connection, results kept by id for what a reload interrupts. */
import { isObject, type JigError, type JsonObject, type ServiceContext } from "../../../../core/host/plugin-api.ts";
import { type Answer, aside, type Caller, type Command } from "../../command/command.ts";
import type { Timing } from "../../command/timeouts.ts";
import { type Catalogue, parseCatalogue } from "../../editor/catalogue.ts";
import { majorOf, type Presence } from "../../editor/presence.ts";
import type { Survey } from "../../editor/survey.ts";
import { asObject } from "../../protocol/message.ts";
import type { Receipt, Verdict } from "../../routing/receipt-store.ts";
import { editorError } from "../../tools/error-envelope.ts";
import type { Backend } from "../backend.ts";
import { deliver, lateFor, lostError, SENT_HINT } from "../deliver.ts";
import { isUnknownTool } from "../error-reply.ts";
import { failureOf } from "./cli-loop-errors.ts";
import { Line, type Served } from "./send-request.ts";
import { surveyLine } from "./survey-line.ts";
import { catalogueFrom, fromLoop, GONE, toLoop } from "./translate.ts";

/** The Editor is back, but knows nothing of the compile: so often in a row, and it never will. */
const GONE_AFTER = 3;

export class CliLoop implements Backend {
  readonly name = "cli-loop";
  readonly line: Line;
  readonly #context: ServiceContext;
  readonly #timing: Timing;
  #ver: string | undefined;
  #catalogue: Catalogue | undefined;

  constructor(context: ServiceContext, projectRoot: string, timing: Timing) {
    this.#context = context;
    this.#timing = timing;
    this.line = new Line(context, projectRoot, timing);
  }

  get title(): string {
    return `Unity CLI Loop ${this.#ver || "3"}`;
  }

  get ver(): string | undefined {
    return this.#ver;
  }

  /** 3.x answers say no version, so it is the package's. */
  isExpected({ packages, hasRunnerPin, hasLoopSettings }: Presence): boolean {
    this.#ver = packages.loop || undefined;
    const major = majorOf(packages.loop);
    if (major !== undefined) return major >= 3;
    return hasRunnerPin || hasLoopSettings || packages.loop !== undefined;
  }

  isAlive(caller: Caller): Promise<boolean> {
    return this.line.isThere(caller);
  }

  async isReturning(): Promise<boolean> {
    return false;
  }

  async run(command: Command, caller: Caller): Promise<Answer> {
    if (GONE.includes(command.method)) throw missing(command.method, this.title);
    const errand = { method: command.method, params: toLoop(command) };
    const served = await deliver(command, caller, this.#timing, () => this.#sent(errand, command, caller));
    return { result: fromLoop(command.method, served), warnings: this.line.warnings };
  }

  async #sent(errand: { method: string; params: JsonObject }, command: Command, caller: Caller) {
    caller.progress({ message: `Unity runs ${command.method}` });
    const reply = await this.line.send(errand, caller);
    if (reply.kind === "result") return { result: reply.result };
    if (reply.kind === "error") throw failureOf(reply.error, command.method, this.title);
    return { lost: async () => this.#lost(reply, command, caller) };
  }

  async #lost(
    reply: Exclude<Served, { kind: "result" | "error" }>,
    command: Command,
    caller: Caller,
  ): Promise<JigError> {
    this.#catalogue = undefined;
    switch (reply.kind) {
      case "late":
        return lateFor(command);
      case "frozen":
        return editorError(
          "EDITOR_BUSY",
          `Unity took "${command.method}", but its main thread has stood still for ${Math.round(reply.seconds)} s`,
          {
            hint: "The command was withdrawn; whether it runs when Unity wakes up is unknown. A dialog may wait for a click: focus-window. Else restart Unity",
            details: { dispatched: true, stallSeconds: Math.round(reply.seconds) },
          },
        );
      case "garbled":
        return editorError("PROTOCOL_ERROR", reply.error.message, { hint: SENT_HINT, details: { dispatched: true } });
      case "no accept":
        return lostError(command, "Unity did not accept it in time", "no accept", await this.#comeback(caller));
      case "silent":
        return lostError(command, `Unity gave no sign for ${reply.seconds} s`, "silent", await this.#comeback(caller));
      case "lost": {
        const when = reply.accepted ? "after Unity had accepted it" : "before Unity had accepted it";
        return lostError(command, `the connection was lost ${when}`, "unannounced", await this.#comeback(caller));
      }
    }
  }

  async #comeback(caller: Caller): Promise<string> {
    const part = aside(caller, this.#timing.comeback);
    for (;;) {
      if (await this.line.isThere(part)) return "ready";
      const patience = await this.line.process.patience(part.deadline);
      if (part.deadline.remaining === 0 || patience <= this.#timing.quiet) return "not reachable";
      await part.deadline.sleep(this.#timing.pollMax);
    }
  }

  async compile(params: JsonObject, id: string, caller: Caller): Promise<Answer> {
    const { TimeoutSeconds: _, ...rest } = params;
    const command: Command = { method: "compile", params, repeatable: false, id };
    const errand = {
      method: "compile",
      params: { ...rest, WaitForDomainReload: true, RequestId: id },
      answerWithin: this.#timing.compileDirect,
    };
    const reply = await this.line.send(errand, caller);
    if (reply.kind === "result") return { result: reply.result, warnings: this.line.warnings };
    if (reply.kind === "error") throw failureOf(reply.error, "compile", this.title);
    if (reply.kind === "garbled" || reply.kind === "frozen") throw await this.#lost(reply, command, caller);
    const result = await this.#compiled(command, id, caller);
    return { result, warnings: this.line.warnings };
  }

  /** The connection goes with the reload; the result is kept by its id. */
  async #compiled(command: Command, id: string, caller: Caller): Promise<JsonObject> {
    const { clock } = this.#context;
    const started = clock.monotonic();
    let without = 0;
    for (;;) {
      await caller.deadline.sleep(this.#timing.statusPoll);
      if (caller.deadline.remaining === 0) throw lateFor(command);
      const seconds = Math.round((clock.monotonic() - started) / 1_000);
      caller.progress({ message: `Unity compiles (${seconds} s)` });
      const status = await this.#status("get-compile-status", id, caller);
      if (status === "away") {
        const patience = await this.line.process.patience(caller.deadline);
        if (patience <= this.#timing.quiet) {
          throw lostError(command, "the Editor quit", "quit", "not reachable");
        }
        continue;
      }
      if (status === "not there") throw lostError(command, "this Editor keeps no results", "unannounced", "ready");
      if (status === "busy") continue;
      if (status.Ready === true && status.HasResult === true && isFilled(status.Result)) return asObject(status.Result);
      without = status.Ready === true && status.HasResult !== true ? without + 1 : 0;
      if (without >= GONE_AFTER) {
        throw lostError(command, "the Editor restarted and forgot the compile", "restart", "ready");
      }
    }
  }

  async #status(method: string, id: string, caller: Caller): Promise<JsonObject | "away" | "busy" | "not there"> {
    try {
      const part = aside(caller, this.#timing.statusProbe);
      const reply = await this.line.send({ method, params: { RequestId: id } }, part);
      if (reply.kind === "result") return reply.result;
      if (reply.kind === "error" && isUnknownTool(reply.error, method)) return "not there";
      return "busy";
    } catch {
      caller.deadline.throwIfCancelled();
      return "away";
    }
  }

  async catalogue(caller: Caller, fresh = false): Promise<Catalogue> {
    if (!fresh && this.#catalogue) return this.#catalogue;
    const params = { IncludeDevelopmentOnly: false };
    const { result } = await this.run({ method: "get-tool-details", params, repeatable: true }, aside(caller));
    this.#catalogue = catalogueFrom(parseCatalogue(result), this.#ver ?? "");
    return this.#catalogue;
  }

  survey(caller: Caller, ms: number): Promise<Survey> {
    return surveyLine(this, aside(caller, ms));
  }

  async recall({ tool, id }: Receipt, caller: Caller): Promise<Verdict | undefined> {
    const method = { compile: "get-compile-status", "run-tests": "get-run-tests-status" }[tool];
    if (!method) return undefined;
    const status = await this.#status(method, id, caller);
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
  return isObject(value as JsonObject) && Object.keys(value as JsonObject).length > 0;
}

function missing(method: string, title: string): JigError {
  return editorError("NOT_ON_THIS_VERSION", `This Editor (${title}) has no tool "${method}"`, {
    hint: "Nothing was sent. unity-tools lists what it has",
    details: { dispatched: false },
  });
}
