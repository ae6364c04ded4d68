/**
 * Routes commands to a project's Editor. It picks the backend (a project can have several control packages installed),
 * writes a receipt for each command that has side effects, and sees to it that every error says whether something may
 * have run.
 */
import { JigError, type JsonObject, type ServiceContext, toJigError } from "../../../core/host/plugin-api.ts";
import { BACKENDS, type Backend, type BackendName } from "../backends/backend.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../command/command.ts";
import { LATE } from "../command/deadline.ts";
import { editorError } from "../command/editor-errors.ts";
import type { Receipt } from "../command/receipt.ts";
import { TIMEOUTS, type Timeouts } from "../command/timeouts.ts";
import { blockingState } from "../editor/blocking-state.ts";
import { readSigns } from "../editor/editor-signs.ts";
import type { EditorStatus } from "../editor/editor-status.ts";
import { readInstalledPackages } from "../editor/installed-packages.ts";
import { blockingLock } from "../editor/locks.ts";
import { projectUnityVersion } from "../editor/target-project.ts";
import type { ToolCatalog } from "../editor/tool-catalog.ts";
import { INSTALL, NO_PACKAGE, noPackageError } from "./no-package.ts";
import { ReceiptStore, scalarsOf } from "./receipt-store.ts";
import { isRejectedCode } from "./rejected-code.ts";
import { guardOf, isCode, withGuard, withOwnColumns } from "./run-once-guard.ts";

/** The setting that selects a backend for projects that have more than one installed. */
export const BACKEND_SETTING = "JIG_UNITY_BACKEND";

export interface BackendChoice {
  backend: Backend;
  others: Backend[];
  /** True if any backend is installed. */
  anyInstalled: boolean;
  /** True if this backend is installed. The setting may select one that isn't. */
  isInstalled: boolean;
}

/** Records whether the command was sent. */
interface WatchedContext extends CommandContext {
  mayHaveRun(): boolean;
}

export type Backends = Record<BackendName, Backend>;

export class BackendRouter {
  readonly projectRoot: string;
  readonly host: ServiceContext;
  readonly timeouts: Timeouts;
  readonly receipts: ReceiptStore;
  readonly #backends: Backends;
  #last: Backend | undefined;

  constructor(host: ServiceContext, projectRoot: string, backends: Backends, timeouts: Timeouts = TIMEOUTS) {
    this.host = host;
    this.projectRoot = projectRoot;
    this.timeouts = timeouts;
    this.receipts = new ReceiptStore(host, projectRoot);
    this.#backends = backends;
  }

  get ver(): string | undefined {
    return this.#last?.ver;
  }

  /** Name and version, for messages. */
  get title(): string {
    return this.#last?.title ?? "";
  }

  /** Uses the backend in the setting, then the only installed one, and otherwise the first one that answers. */
  async choose(context: CommandContext): Promise<BackendChoice> {
    const setting = this.host.env(BACKEND_SETTING);
    const packages = await readInstalledPackages(this.host.files, this.projectRoot);
    const all = BACKENDS.map((name) => this.#backends[name]);
    // This also lets each backend read its version.
    const installed = all.filter((backend) => backend.isInstalled(packages));
    const choice = (backend: Backend): BackendChoice => {
      this.#last = backend;
      const others = installed.filter((each) => each !== backend);
      return { backend, others, anyInstalled: installed.length > 0, isInstalled: installed.includes(backend) };
    };
    if (setting !== undefined && setting !== "") return choice(this.#named(setting));
    if (installed.length === 1) return choice(installed[0]!);
    if (installed.length === 0) return choice(this.#backends.uloop);
    for (const backend of installed) if (await backend.isAlive(queryContext(context))) return choice(backend);
    if (this.#last && installed.includes(this.#last)) return choice(this.#last);
    for (const backend of installed) if (await backend.isReturning()) return choice(backend);
    return choice(installed[0]!);
  }

  async isAlive(context: CommandContext): Promise<boolean> {
    const { backend } = await this.choose(context);
    return backend.isAlive(queryContext(context, this.timeouts.probe));
  }

  /** If no package is installed we still try once, because an Editor may be running, but we don't wait for it. */
  async #reachable(context: CommandContext): Promise<Backend> {
    const { backend, anyInstalled } = await this.choose(context);
    if (!anyInstalled && !(await backend.isAlive(queryContext(context, this.timeouts.probe)))) throw noPackageError();
    return backend;
  }

  #named(setting: string): Backend {
    const name = BACKENDS.find((each) => each === setting);
    if (name) return this.#backends[name];
    throw editorError("SETTINGS_INVALID", `${BACKEND_SETTING} is "${setting}"`, {
      hint: `Set it to one of ${BACKENDS.join(", ")}, or unset it`,
    });
  }

  run(command: Command, context: CommandContext): Promise<EditorAnswer> {
    return this.#withReceipt(command, context, async (backend, watched, id, onStarted) => {
      const guard = guardOf(command, id);
      const sent: Command = {
        ...command,
        id,
        onStarted,
        ...(guard ? { params: withGuard(command.params, guard) } : {}),
      };
      const answer = await backend.run(sent, watched);
      return guard ? { ...answer, result: withOwnColumns(answer.result, guard) } : answer;
    });
  }

  /** Resolves when the Editor accepts commands again. */
  compile(params: JsonObject, context: CommandContext): Promise<EditorAnswer> {
    const command = { method: "compile", params, repeatable: false };
    return this.#withReceipt(command, context, (backend, watched, id) => backend.compile(params, id, watched));
  }

  async catalog(context: CommandContext, fresh = false): Promise<ToolCatalog> {
    return this.#withDetails(context, async (watched) => {
      const backend = await this.#reachable(watched);
      return backend.catalog(watched, fresh);
    });
  }

  /** Returns the status for users. It isn't a command, so it doesn't say anything about dispatching. */
  async status(context: CommandContext, ms: number): Promise<{ status: EditorStatus; choice: BackendChoice }> {
    const choice = await this.choose(queryContext(context, ms));
    const reported = await choice.backend.status(context, ms);
    const isMissing = !choice.anyInstalled && reported.state !== "ready";
    const status: EditorStatus = isMissing
      ? { ...reported, state: "not installed", why: NO_PACKAGE, fix: INSTALL }
      : reported;
    const named = await this.#blocking(status, queryContext(context, ms));
    const own = status.unityVersion || (await projectUnityVersion(this.host.files, this.projectRoot)) || "";
    const fix = status.fix.replace(/^Nothing was (sent|run)\. /, "");
    return { status: { ...status, fix, unityVersion: own, ...named }, choice };
  }

  async #blocking(status: EditorStatus, { deadline }: CommandContext): Promise<Partial<EditorStatus>> {
    if (["wrong project", "misconfigured", "not installed"].includes(status.state)) return {};
    const known = {
      ready: status.state === "ready",
      paused: status.paused === true,
      reloading: blockingLock(status.locks, this.timeouts.lockFresh)?.name === "domainreload.lock",
    };
    const signs = await deadline.race(readSigns(this.host, this.projectRoot, known, this.host.signal));
    const found = signs === LATE ? undefined : blockingState(signs);
    if (!found) return {};
    return { state: found.passes ? "reloading" : "blocked", why: found.why, fix: found.fix, blockedBy: found.name };
  }

  backendOf(receipt: Receipt): Backend | undefined {
    return BACKENDS.some((name) => name === receipt.backend)
      ? this.#backends[receipt.backend as BackendName]
      : undefined;
  }

  /**
   * Handles a command that has side effects. The receipt is written before the command is sent, and updated when the answer
   * arrives or is lost.
   */
  async #withReceipt(
    command: Command,
    context: CommandContext,
    work: (
      backend: Backend,
      watched: CommandContext,
      id: string,
      onStarted: (handle: string) => Promise<void>,
    ) => Promise<EditorAnswer>,
  ): Promise<EditorAnswer> {
    return this.#withDetails(context, async (watched) => {
      const backend = await this.#reachable(watched);
      const id = this.receipts.newId(command.method);
      if (command.repeatable) return versioned(await work(backend, watched, id, async () => {}), backend);
      const guard = guardOf(command, id) !== undefined;
      let receipt: Receipt = {
        id,
        tool: command.method,
        backend: backend.name,
        at: this.host.clock.now(),
        state: "sent",
        ...(guard ? { guarded: true } : {}),
      };
      await this.receipts.record(receipt);
      const onStarted = async (handle: string) => {
        receipt = { ...receipt, handle };
        await this.receipts.record(receipt);
      };
      try {
        const answer = versioned(await work(backend, watched, id, onStarted), backend);
        const state = isCode(command) && isRejectedCode(answer.result) ? "not run" : "answered";
        await this.receipts.record({ ...receipt, state, result: scalarsOf(answer.result) });
        return answer;
      } catch (thrown) {
        const error = toJigError(thrown);
        const dispatched = error.details?.dispatched ?? watched.mayHaveRun();
        await this.receipts.record({ ...receipt, state: dispatched === false ? "not run" : "lost" });
        throw addDetails(error, dispatched === false ? {} : { receipt: id });
      }
    });
  }

  /** Adds the version, and whether the command was sent. */
  async #withDetails<Value>(
    context: CommandContext,
    work: (watched: WatchedContext) => Promise<Value>,
  ): Promise<Value> {
    let sent = false;
    const watched: WatchedContext = {
      ...queryContext(context),
      onSent: (mayRun) => {
        sent = mayRun;
        context.onSent?.(mayRun);
      },
      mayHaveRun: () => sent,
    };
    try {
      return await work(watched);
    } catch (thrown) {
      const error = toJigError(thrown);
      const known = error.details?.dispatched !== undefined || error.details?.editorCode !== undefined;
      throw addDetails(error, {
        ...(this.ver === undefined ? {} : { ver: this.ver }),
        ...(known ? {} : { dispatched: sent }),
      });
    }
  }
}

/** The version is only added if the Editor doesn't report it. */
function versioned(answer: EditorAnswer, { ver }: Backend): EditorAnswer {
  if (answer.result.Ver !== undefined || ver === undefined) return answer;
  return { ...answer, result: { ...answer.result, Ver: ver } };
}

/** The hint of the error stays first. */
function addDetails(error: JigError, details: Record<string, unknown>): JigError {
  return JigError.fromData({ ...error.toData(), details: { ...details, ...error.details } });
}
