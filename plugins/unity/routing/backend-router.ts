/** The one way into a project's Editor, whichever of the backends it has: chooses, keeps receipts, and sees to it that every failure says whether anything may have run. */
import { JigError, type JsonObject, type ServiceContext, toJigError } from "../../../core/host/plugin-api.ts";
import { BACKENDS, type Backend, type BackendName } from "../backends/backend.ts";
import { CliLoop } from "../backends/cli-loop/backend.ts";
import { Coplay } from "../backends/coplay/backend.ts";
import { Pipeline } from "../backends/pipeline/backend.ts";
import { ULoop } from "../backends/uloop/backend.ts";
import { type Answer, aside, type Caller, type Command } from "../command/command.ts";
import { TIMING, type Timing } from "../command/timeouts.ts";
import type { Catalogue } from "../editor/catalogue.ts";
import { readPresence } from "../editor/presence.ts";
import type { Survey } from "../editor/survey.ts";
import { projectUnityVersion } from "../editor/target-project.ts";
import { editorError } from "../tools/error-envelope.ts";
import { INSTALL, NO_PACKAGE, withoutPackage } from "./no-package.ts";
import { Ledger, type Receipt, scalarsOf } from "./receipt-store.ts";
import { refusedCode } from "./rejected-code.ts";
import { guarded, guardOf, isCode, unguarded } from "./run-once-guard.ts";

/** The setting that says which backend to use where a project has several. */
export const CHOICE = "JIG_UNITY_BACKEND";

export interface Chosen {
  backend: Backend;
  /** The others that the project's files speak of. */
  others: Backend[];
  /** Whether the project has any at all, */
  installed: boolean;
  /** and whether it has this one, which a setting may have named. */
  expected: boolean;
}

export class Door {
  readonly projectRoot: string;
  readonly context: ServiceContext;
  readonly timing: Timing;
  readonly ledger: Ledger;
  readonly #backends: Record<BackendName, Backend>;
  #last: Backend | undefined;

  constructor(context: ServiceContext, projectRoot: string, timing: Timing = TIMING) {
    this.context = context;
    this.projectRoot = projectRoot;
    this.timing = timing;
    this.ledger = new Ledger(context, projectRoot);
    this.#backends = {
      "cli-loop": new CliLoop(context, projectRoot, timing),
      pipeline: new Pipeline(context, projectRoot, timing),
      uloop: new ULoop(context, projectRoot, timing),
      coplay: new Coplay(context, projectRoot, timing),
    };
  }

  /** The version of the Editor's side as last heard; undefined before. */
  get ver(): string | undefined {
    return this.#last?.ver;
  }

  /** For messages: the backend with its version. */
  get title(): string {
    return this.#last?.title ?? "";
  }

  /** The setting, else the only one that the project has, else the first of several that answers for this project. */
  async choose(caller: Caller): Promise<Chosen> {
    const asked = this.context.env(CHOICE);
    const presence = await readPresence(this.context.files, this.projectRoot);
    const all = BACKENDS.map((name) => this.#backends[name]);
    // Each looks at the files, also for its version.
    const expected = all.filter((backend) => backend.isExpected(presence));
    const chosen = (backend: Backend): Chosen => {
      this.#last = backend;
      const others = expected.filter((each) => each !== backend);
      return { backend, others, installed: expected.length > 0, expected: expected.includes(backend) };
    };
    if (asked !== undefined && asked !== "") return chosen(this.#named(asked));
    if (expected.length === 1) return chosen(expected[0]!);
    if (expected.length === 0) return chosen(this.#backends.uloop);
    for (const backend of expected) if (await backend.isAlive(aside(caller))) return chosen(backend);
    if (this.#last && expected.includes(this.#last)) return chosen(this.#last);
    for (const backend of expected) if (await backend.isReturning()) return chosen(backend);
    return chosen(expected[0]!);
  }

  /** Without a package nobody waits for an Editor; one may answer all the same. */
  async #reachable(caller: Caller): Promise<Backend> {
    const { backend, installed } = await this.choose(caller);
    if (!installed && !(await backend.isAlive(aside(caller, this.timing.probe)))) throw withoutPackage();
    return backend;
  }

  #named(asked: string): Backend {
    const name = BACKENDS.find((each) => each === asked);
    if (name) return this.#backends[name];
    throw editorError("SETTINGS_INVALID", `${CHOICE} is "${asked}"`, {
      hint: `Set it to one of ${BACKENDS.join(", ")}, or unset it`,
    });
  }

  /** Sends a command and gives its result, in this plugin's own words on every backend. */
  run(command: Command, caller: Caller): Promise<Answer> {
    return this.#kept(command, caller, async (backend, watched, id, begun) => {
      const guard = guardOf(command, id);
      const sent = { ...command, id, begun, ...(guard ? { params: guarded(command.params, guard) } : {}) };
      const answer = await backend.run(sent, watched);
      return guard ? { ...answer, result: unguarded(answer.result, guard) } : answer;
    });
  }

  /** Compiles and returns once the Editor takes commands again. */
  compile(params: JsonObject, caller: Caller): Promise<Answer> {
    const command = { method: "compile", params, repeatable: false };
    return this.#kept(command, caller, (backend, watched, id) => backend.compile(params, id, watched));
  }

  async catalogue(caller: Caller, fresh = false): Promise<Catalogue> {
    return this.#signed(caller, async (watched) => {
      const backend = await this.#reachable(watched);
      return backend.catalogue(watched, fresh);
    });
  }

  /** For people: nobody asked for a command here, so nothing is said of whether one was sent. */
  async survey(caller: Caller, ms: number): Promise<{ found: Survey; chosen: Chosen }> {
    const chosen = await this.choose(aside(caller, ms));
    const seen = await chosen.backend.survey(caller, ms);
    const isMissing = !chosen.installed && seen.state !== "ready";
    const found: Survey = isMissing ? { ...seen, state: "not installed", why: NO_PACKAGE, fix: INSTALL } : seen;
    const own = found.unityVersion || (await projectUnityVersion(this.context.files, this.projectRoot)) || "";
    const fix = found.fix.replace(/^Nothing was (sent|run)\. /, "");
    return { found: { ...found, fix, unityVersion: own }, chosen };
  }

  backendOf(receipt: Receipt): Backend | undefined {
    return BACKENDS.some((name) => name === receipt.backend)
      ? this.#backends[receipt.backend as BackendName]
      : undefined;
  }

  /** What changes something leaves a receipt: before it is sent, and when its answer is there or lost. */
  async #kept(
    command: Command,
    caller: Caller,
    work: (backend: Backend, watched: Caller, id: string, begun: (handle: string) => Promise<void>) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#signed(caller, async (watched) => {
      const backend = await this.#reachable(watched);
      const id = this.ledger.newId(command.method);
      if (command.repeatable) return versioned(await work(backend, watched, id, async () => {}), backend);
      const guard = guardOf(command, id) !== undefined;
      let receipt: Receipt = {
        id,
        tool: command.method,
        backend: backend.name,
        at: this.context.clock.now(),
        state: "sent",
        ...(guard ? { guarded: true } : {}),
      };
      await this.ledger.note(receipt);
      const begun = async (handle: string) => {
        receipt = { ...receipt, handle };
        await this.ledger.note(receipt);
      };
      try {
        const answer = versioned(await work(backend, watched, id, begun), backend);
        const state = isCode(command) && refusedCode(answer.result) ? "not run" : "answered";
        await this.ledger.note({ ...receipt, state, result: scalarsOf(answer.result) });
        return answer;
      } catch (thrown) {
        const error = toJigError(thrown);
        const dispatched = error.details?.dispatched ?? watched.mayHaveRun();
        await this.ledger.note({ ...receipt, state: dispatched === false ? "not run" : "lost" });
        throw withDetails(error, dispatched === false ? {} : { receipt: id });
      }
    });
  }

  /** Adds to a failure what only the door knows: the Editor's version, and whether the command had been sent. */
  async #signed<Value>(
    caller: Caller,
    work: (watched: Caller & { mayHaveRun(): boolean }) => Promise<Value>,
  ): Promise<Value> {
    let sent = false;
    const watched = {
      ...aside(caller),
      sent: (mayRun: boolean) => {
        sent = mayRun;
        caller.sent?.(mayRun);
      },
      mayHaveRun: () => sent,
    };
    try {
      return await work(watched);
    } catch (thrown) {
      const error = toJigError(thrown);
      const known = error.details?.dispatched !== undefined || error.details?.editorCode !== undefined;
      throw withDetails(error, {
        ...(this.ver === undefined ? {} : { ver: this.ver }),
        ...(known ? {} : { dispatched: sent }),
      });
    }
  }
}

/** Editors that leave their version out of answers still have one. */
function versioned(answer: Answer, { ver }: Backend): Answer {
  if (answer.result.Ver !== undefined || ver === undefined) return answer;
  return { ...answer, result: { ...answer.result, Ver: ver } };
}

/** What the error says itself goes before. */
function withDetails(error: JigError, details: Record<string, unknown>): JigError {
  return JigError.fromData({ ...error.toData(), details: { ...details, ...error.details } });
}
