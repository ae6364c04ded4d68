/** A client for uLoopMCP. It sends commands, repeats them only if they are queries, and caches facts about the Editor. */
import {
  errorMessage,
  JigError,
  type JsonObject,
  type ServiceContext,
  toJigError,
} from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { LATE } from "../../command/deadline.ts";
import { editorError, sentBefore } from "../../command/editor-errors.ts";
import { TIMEOUTS, type Timeouts } from "../../command/timeouts.ts";
import { describeEndpoint } from "../../editor/endpoint.ts";
import { checksStamps, otherEditorError } from "../../editor/project-identity.ts";
import { parseToolCatalog, type ToolCatalog } from "../../editor/tool-catalog.ts";
import type { CloseReason, Reply } from "../../protocol/channel.ts";
import { errorOfReply, isTransient, isUnknownTool } from "../error-reply.ts";
import { REPEATS } from "../retry.ts";
import { Connector, type Link, STAMP_REFUSALS } from "./connector.ts";

const MAX_REFUSALS = 20;

export class EditorClient {
  readonly projectRoot: string;
  readonly host: ServiceContext;
  readonly timeouts: Timeouts;
  readonly connector: Connector;
  #ver: string | undefined;
  #catalog: { of: string; value: ToolCatalog } | undefined;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts = TIMEOUTS) {
    this.host = host;
    this.projectRoot = projectRoot;
    this.timeouts = timeouts;
    this.connector = new Connector(host, projectRoot, timeouts);
  }

  /** Returns the version from the last answer. */
  get ver(): string | undefined {
    return this.#ver;
  }

  /** Throws the Editor's error, LOST_AFTER_DISPATCH, TIMEOUT, and everything that `Connector.open` throws. */
  run(command: Command, context: CommandContext): Promise<EditorAnswer> {
    return this.withVersion(this.#run(command, context));
  }

  async withVersion<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } catch (thrown) {
      const error = toJigError(thrown);
      throw this.#ver === undefined
        ? error
        : JigError.fromData({ ...error.toData(), details: { ...error.details, ver: this.#ver } });
    }
  }

  async #run(command: Command, context: CommandContext): Promise<EditorAnswer> {
    for (let losses = 0; ; losses++) {
      const { link, reply } = await this.dispatch(command, context).catch((thrown: unknown) => {
        throw losses > 0 ? sentBefore(thrown) : thrown;
      });
      this.release(link);
      if (reply.kind === "result") return { result: reply.result, warnings: warningsOf(link, command) };
      if (reply.kind !== "closed") throw this.errorOfReply(reply, command);
      const repeats = command.repeatable && reply.closeReason !== "quit" && losses < REPEATS;
      if (!repeats) throw await this.lostError(command, reply.closeReason, context);
      // A server that loses an answer needs some time to recover, so we wait before every retry except the first.
      if (losses > 0) await context.deadline.sleep(this.timeouts.pollMax * losses);
    }
  }

  /**
   * The connection stays open until the caller releases it. A command is only sent again if the session was refused, because
   * then nothing has run.
   */
  async dispatch(command: Command, context: CommandContext): Promise<{ link: Link; reply: Reply }> {
    for (let refusals = 0; ; refusals++) {
      const unstamped = refusals >= STAMP_REFUSALS;
      const link = await this.connector.open(context, { roundTrip: !command.repeatable || refusals > 0, unstamped });
      let handedOver = false;
      try {
        context.progress({ message: `Unity is running ${command.method}` });
        context.onSent?.(true);
        const reply = await context.deadline.race(link.channel.request(command.method, command.params, link.stamp));
        if (reply === LATE) throw timeoutError(command);
        if (reply.kind === "error" && link.stamp && isTransient(reply.error) && refusals < MAX_REFUSALS) {
          context.onSent?.(false);
          await context.deadline.sleep(this.timeouts.poll);
          continue;
        }
        if (reply.kind === "result" && isOtherEditor(link, reply.result))
          throw otherEditorError(describeEndpoint(link.endpoint));
        if (reply.kind === "result") this.#learn(reply.result);
        if (reply.kind === "closed" && reply.closeReason === "reload") this.connector.expectReturn();
        handedOver = true;
        return { link, reply };
      } finally {
        if (!handedOver) this.release(link);
      }
    }
  }

  /** Closes the connection after noting any announced reload or change of the tools. */
  release(link: Link): void {
    if (link.channel.toolsChanged) this.#catalog = undefined;
    link.channel.close();
  }

  /** Returns the cached list, unless it may have changed or `fresh` is set. */
  async catalog(context: CommandContext, fresh = false): Promise<ToolCatalog> {
    const probe = await this.connector.probe();
    const of = `${probe.endpoints.map(describeEndpoint).join()} ${probe.settings?.serverSessionId ?? ""}`;
    if (!fresh && this.#catalog?.of === of) return this.#catalog.value;
    const params = { IncludeDevelopmentOnly: false };
    const { result } = await this.run({ method: "get-tool-details", params, repeatable: true }, queryContext(context));
    const value = parseToolCatalog(result);
    this.#catalog = { of, value };
    return value;
  }

  /** The answer won't arrive. If the Editor is coming back, we wait for that before we fail. */
  async lostError(command: Command, closeReason: CloseReason, context: CommandContext): Promise<JigError> {
    this.#catalog = undefined;
    const state = closeReason === "quit" ? "it quit" : await this.#comeback(context);
    const why = {
      reload: "by a domain reload",
      quit: "because the Editor quit",
      unannounced: "without a reason given",
    }[closeReason];
    return editorError(
      "LOST_AFTER_DISPATCH",
      `"${command.method}" had reached the Editor when the connection was lost ${why}`,
      {
        hint: `${command.repeatable ? "It only reads, so try again" : "It is unknown whether it finished, so it was not sent again. Check its effect (get-logs, unity-status) before you repeat it"}. The Editor now: ${state}`,
        details: {
          dispatched: true,
          reason: closeReason,
          editor: state,
        },
      },
    );
  }

  async #comeback(context: CommandContext): Promise<string> {
    const part = { ...context, deadline: context.deadline.within(this.timeouts.comeback) };
    try {
      this.release(await this.connector.open(part, { roundTrip: true }));
      return "ready";
    } catch (thrown) {
      context.deadline.throwIfCancelled();
      return `not ready (${errorMessage(thrown)})`;
    }
  }

  errorOfReply(reply: Extract<Reply, { kind: "error" | "garbled" }>, command: Command): JigError {
    if (reply.kind === "error") {
      if (isUnknownTool(reply.error, command.method)) this.#catalog = undefined;
      return errorOfReply(reply.error, command.method, this.#ver);
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
    if (this.#ver !== undefined && this.#ver !== ver) this.#catalog = undefined;
    this.#ver = ver;
  }
}

/** There is no ping before a query, so we only see in the answer that it came from the wrong Editor. */
function isOtherEditor({ stamp, endpoint }: Link, { Ver }: JsonObject): boolean {
  return stamp !== undefined && endpoint.kind === "tcp" && !checksStamps(Ver);
}

export function warningsOf(link: Link, command: Command): string[] {
  if (!link.unproven || command.repeatable) return [];
  return [
    `This Editor is too old to say which project it has open; "${command.method}" ran in the process that listens at ${describeEndpoint(link.endpoint)}`,
  ];
}

function timeoutError(command: Command): JigError {
  const repeat = command.repeatable
    ? "Try again with a larger TimeoutSeconds"
    : "It may still run in Unity and was not sent again. Check its effect before you repeat it, or use a larger TimeoutSeconds";
  return editorError("TIMEOUT", `"${command.method}" was sent, but Unity did not answer in time`, {
    hint: `${repeat}. A dialog may be waiting for a click, or Unity is asleep in the background: focus-window brings it to the front`,
    details: { dispatched: true },
  });
}
