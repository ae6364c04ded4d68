/** The dealings with one project's Editor: sends commands, repeats only what may be repeated, and keeps what it learnt about the Editor. */
import { JigError, type JsonObject, type ServiceContext, toJigError } from "../../../../core/host/plugin-api.ts";
import { type Answer, aside, type Caller, type Command } from "../../command/command.ts";
import { LATE } from "../../command/deadline.ts";
import { TIMING, type Timing } from "../../command/timeouts.ts";
import { type Catalogue, parseCatalogue } from "../../editor/catalogue.ts";
import { describeEndpoint } from "../../editor/endpoint.ts";
import { judgesStamps, strangerAt } from "../../editor/identity.ts";
import type { Farewell, Reply } from "../../protocol/channel.ts";
import { editorError, sentBefore } from "../../tools/error-envelope.ts";
import { isPassing, isUnknownTool, refusalOf } from "../error-reply.ts";
import { type Link, Opener, STAMP_REFUSALS } from "./connector.ts";

/** How often a repeatable command is sent again after its answer was lost. */
const REPEATS = 3;
const MAX_REFUSALS = 20;

export class EditorSession {
  readonly projectRoot: string;
  readonly context: ServiceContext;
  readonly timing: Timing;
  readonly opener: Opener;
  #ver: string | undefined;
  #catalogue: { of: string; value: Catalogue } | undefined;

  constructor(context: ServiceContext, projectRoot: string, timing: Timing = TIMING) {
    this.context = context;
    this.projectRoot = projectRoot;
    this.timing = timing;
    this.opener = new Opener(context, projectRoot, timing);
  }

  /** The server version of the last answer; undefined before one. */
  get ver(): string | undefined {
    return this.#ver;
  }

  /** Sends a command and gives its result. Throws the Editor's refusal, LOST_AFTER_DISPATCH, TIMEOUT and what `Opener.open` throws. */
  run(command: Command, caller: Caller): Promise<Answer> {
    return this.signed(this.#run(command, caller));
  }

  /** Adds the Editor's version to what goes wrong. */
  async signed<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } catch (thrown) {
      const error = toJigError(thrown);
      throw this.#ver === undefined
        ? error
        : JigError.fromData({ ...error.toData(), details: { ...error.details, ver: this.#ver } });
    }
  }

  async #run(command: Command, caller: Caller): Promise<Answer> {
    for (let losses = 0; ; losses++) {
      const { link, reply } = await this.dispatch(command, caller).catch((thrown: unknown) => {
        throw losses > 0 ? sentBefore(thrown) : thrown;
      });
      this.release(link);
      if (reply.kind === "result") return { result: reply.result, warnings: warningsOf(link, command) };
      if (reply.kind !== "closed") throw this.failureOf(reply, command);
      const repeats = command.repeatable && reply.farewell !== "quit" && losses < REPEATS;
      if (!repeats) throw await this.lost(command, reply.farewell, caller);
      // A server that loses answers needs a moment; the first question after it is asked at once.
      if (losses > 0) await caller.deadline.sleep(this.timing.pollMax * losses);
    }
  }

  /** Sends a command once and gives the reply with the open connection, which the caller releases. Session refusals, by which nothing ran, are passed by sending again. */
  async dispatch(command: Command, caller: Caller): Promise<{ link: Link; reply: Reply }> {
    for (let refusals = 0; ; refusals++) {
      const unstamped = refusals >= STAMP_REFUSALS;
      const link = await this.opener.open(caller, { roundTrip: !command.repeatable || refusals > 0, unstamped });
      let handedOver = false;
      try {
        caller.progress({ message: `Unity runs ${command.method}` });
        caller.sent?.(true);
        const reply = await caller.deadline.race(link.channel.request(command.method, command.params, link.stamp));
        if (reply === LATE) throw late(command);
        if (reply.kind === "error" && link.stamp && isPassing(reply.error) && refusals < MAX_REFUSALS) {
          caller.sent?.(false);
          await caller.deadline.sleep(this.timing.poll);
          continue;
        }
        if (reply.kind === "result" && isStranger(link, reply.result))
          throw strangerAt(describeEndpoint(link.endpoint));
        if (reply.kind === "result") this.#learn(reply.result);
        if (reply.kind === "closed" && reply.farewell === "reload") this.opener.expectReturn();
        handedOver = true;
        return { link, reply };
      } finally {
        if (!handedOver) this.release(link);
      }
    }
  }

  /** Closes a connection and keeps what it told about reloads and tools. */
  release(link: Link): void {
    if (link.channel.toolsChanged) this.#catalogue = undefined;
    link.channel.close();
  }

  /** What this Editor offers; asked again when it may have changed, or when `fresh`. */
  async catalogue(caller: Caller, fresh = false): Promise<Catalogue> {
    const look = await this.opener.look();
    const of = `${look.endpoints.map(describeEndpoint).join()} ${look.settings?.serverSessionId ?? ""}`;
    if (!fresh && this.#catalogue?.of === of) return this.#catalogue.value;
    const params = { IncludeDevelopmentOnly: false };
    const { result } = await this.run({ method: "get-tool-details", params, repeatable: true }, aside(caller));
    const value = parseCatalogue(result);
    this.#catalogue = { of, value };
    return value;
  }

  /** The failure for a command whose answer will never come, told after the Editor's return where it returns. */
  async lost(command: Command, farewell: Farewell, caller: Caller): Promise<JigError> {
    this.#catalogue = undefined;
    const state = farewell === "quit" ? "it quit" : await this.#comeback(caller);
    const why = {
      reload: "by a domain reload",
      quit: "because the Editor quit",
      unannounced: "without a reason given",
    }[farewell];
    return editorError(
      "LOST_AFTER_DISPATCH",
      `"${command.method}" had reached the Editor when the connection was lost ${why}`,
      {
        hint: `${command.repeatable ? "It only reads, so ask again" : "Whether it ran to its end is unknown, so it was not sent again. Check its effect (get-logs, unity-status) before you repeat it"}. The Editor now: ${state}`,
        details: {
          dispatched: true,
          reason: farewell,
          editor: state,
        },
      },
    );
  }

  async #comeback(caller: Caller): Promise<string> {
    const part = { ...caller, deadline: caller.deadline.within(this.timing.comeback) };
    try {
      this.release(await this.opener.open(part, { roundTrip: true }));
      return "ready";
    } catch (thrown) {
      caller.deadline.throwIfCancelled();
      return `not ready (${(thrown as Error).message})`;
    }
  }

  /** What a reply that is no result means for the command that it answers. */
  failureOf(reply: Extract<Reply, { kind: "error" | "garbled" }>, command: Command): JigError {
    if (reply.kind === "error") {
      if (isUnknownTool(reply.error, command.method)) this.#catalogue = undefined;
      return refusalOf(reply.error, command.method, this.#ver);
    }
    const { hint, message, details } = reply.error;
    const sent = "The command had reached the Editor and was not sent again: check its effect before you repeat it";
    return editorError("PROTOCOL_ERROR", message, {
      hint: command.repeatable && hint ? hint : sent,
      details: { ...details, dispatched: true },
    });
  }

  #learn(result: JsonObject): void {
    const ver = result.Ver;
    if (typeof ver !== "string") return;
    if (this.#ver !== undefined && this.#ver !== ver) this.#catalogue = undefined;
    this.#ver = ver;
  }
}

/** A command that only reads goes without a round trip before it, so who answered is judged by the answer. */
function isStranger({ stamp, endpoint }: Link, { Ver }: JsonObject): boolean {
  return stamp !== undefined && endpoint.kind === "tcp" && !judgesStamps(Ver);
}

/** What the caller should know about the Editor that ran a command. */
export function warningsOf(link: Link, command: Command): string[] {
  if (!link.unproven || command.repeatable) return [];
  return [
    `This Editor is too old to say which project it has open; "${command.method}" ran in whatever listens at ${describeEndpoint(link.endpoint)}`,
  ];
}

function late(command: Command): JigError {
  const repeat = command.repeatable
    ? "Ask again with a greater TimeoutSeconds"
    : "It may still run in Unity and was not sent again. Look at its effect before you repeat it, or ask with a greater TimeoutSeconds";
  return editorError("TIMEOUT", `"${command.method}" was sent, but Unity did not answer in time`, {
    hint: `${repeat}. A dialog may wait for a click, or Unity sleeps in the background: focus-window brings it to the front`,
    details: { dispatched: true },
  });
}
