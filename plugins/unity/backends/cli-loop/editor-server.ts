/**
 * Communicates with an Editor of version 3.x. It finds the socket and makes sure that no other user could have created it,
 * waits while the Editor is reloading or busy, and negotiates the version of the protocol. If a call fails, the error always
 * says whether the command was accepted.
 */
import type { JigError, JsonObject, ServiceContext } from "../../../../core/host/plugin-api.ts";
import { type CommandContext, queryContext } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { EditorLiveness } from "../../editor/editor-liveness.ts";
import { NOT_BACK } from "../../editor/menu-paths.ts";
import type { RpcError } from "../../protocol/message.ts";
import { MIN_ATTEMPTS, pauseBeforeRetry } from "../retry.ts";
import { SocketTrust } from "../socket-trust.ts";
import {
  busyError,
  describeBusy,
  isBusy,
  isUpdateRequired,
  requiredProtocol,
  updateNeededError,
} from "./cli-loop-errors.ts";
import { type ExchangeReply, type ExchangeRequest, exchange } from "./exchange.ts";
import { socketName, windowsPipe } from "./socket-name.ts";

/** The version of the protocol that we implement. */
export const KNOWN_PROTOCOL = 5;

/** Replies to requests that reached the Editor. */
export type ServerReply = Exclude<ExchangeReply, { kind: "unreachable" }>;

export interface ServerRequest {
  method: string;
  params: JsonObject;
  /** The time from the accept frame to the answer, in milliseconds. */
  answerWithin?: number;
}

export class CliLoopServer {
  readonly liveness: EditorLiveness;
  readonly #host: ServiceContext;
  readonly #projectRoot: string;
  readonly #timeouts: Timeouts;
  readonly #trust: SocketTrust;
  #protocol = KNOWN_PROTOCOL;
  /** True if we know the protocol number from the Editor. */
  #learnt = false;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#host = host;
    this.#projectRoot = projectRoot;
    this.#timeouts = timeouts;
    this.liveness = new EditorLiveness(host, projectRoot, timeouts);
    this.#trust = new SocketTrust(
      (exchangeRequest) => host.run(exchangeRequest),
      host.signal,
      () => host.clock.monotonic(),
    );
  }

  /** Returns notes about the delivery that should be passed on to the caller. */
  get warnings(): string[] {
    return this.#learnt
      ? [`This Editor speaks protocol ${this.#protocol} of Unity CLI Loop, but jig was written for ${KNOWN_PROTOCOL}`]
      : [];
  }

  /** Returns undefined if there is no folder for sockets. Throws NOT_TRUSTED if another user could have created the socket. */
  async socketPath(): Promise<string | undefined> {
    if (this.#projectRoot.includes("\\")) return windowsPipe(this.#projectRoot);
    const euid = await this.#trust.euid();
    if (euid === undefined) return undefined;
    const folder = `/tmp/uloop-${euid}`;
    const trust = await this.#trust.check(folder);
    if (trust.state === "unsafe") throw trust.error;
    return trust.state === "trusted" ? `${folder}/${socketName(this.#projectRoot)}` : undefined;
  }

  /** Connecting is sufficient, because this socket can't belong to another Editor. */
  async isThere(context: CommandContext): Promise<boolean> {
    const place = await this.socketPath().catch(() => undefined);
    if (place === undefined) return false;
    try {
      const { deadline } = context;
      const timeoutMs = Math.max(1, Math.min(1_000, deadline.remaining));
      (await this.#host.net.connect({ path: place }, { timeoutMs, signal: deadline.signal })).close();
      this.liveness.noteHeard();
      return true;
    } catch {
      context.deadline.throwIfCancelled();
      return false;
    }
  }

  /** Keeps trying until the Editor has either accepted the command or refused it. If this throws, nothing has run. */
  async send(request: ServerRequest, context: CommandContext): Promise<ServerReply> {
    let pause = this.#timeouts.poll;
    let learnt = false;
    for (;;) {
      const spoken = this.#protocol;
      const reply = await this.#reach(request, spoken, context);
      if (reply.kind !== "error") return reply;
      if (isUpdateRequired(reply.error) || isBusy(reply.error)) context.onSent?.(false);
      if (isUpdateRequired(reply.error)) {
        if (learnt) throw updateNeededError(reply.error, spoken);
        await this.#learn(reply.error, spoken, context);
        learnt = true;
        continue;
      }
      if (!isBusy(reply.error)) return reply;
      context.progress({ message: `Waiting: ${describeBusy(reply.error)}` });
      await pauseBeforeRetry(busyError(reply.error, request.method), pause, context);
      pause = Math.min(pause * 1.5, this.#timeouts.busyPoll);
    }
  }

  /**
   * Switches to the protocol that the Editor requires. The Editor checks it before anything else, so it is safe to repeat the
   * request. If we have never used that version before, we try a query first.
   */
  async #learn(error: RpcError, spoken: number, context: CommandContext): Promise<void> {
    const required = requiredProtocol(error);
    if (required === undefined || required === spoken) throw updateNeededError(error, spoken);
    // Another call has already switched to it.
    if (required === this.#protocol) return;
    if (required !== KNOWN_PROTOCOL) {
      const request = { method: "get-version", params: {} };
      const answer = await this.#once(request, required, queryContext(context, this.#timeouts.statusProbe));
      const sane = answer.kind === "result" && typeof answer.result.UnityVersion === "string";
      if (!sane) throw updateNeededError(error, spoken);
    }
    this.#protocol = required;
    this.#learnt = required !== KNOWN_PROTOCOL;
  }

  /** Waits for as long as the process of the Editor is running. */
  async #reach(request: ServerRequest, protocol: number, context: CommandContext): Promise<ServerReply> {
    const { clock } = this.#host;
    const started = clock.monotonic();
    let pause = this.#timeouts.poll;
    for (let attempts = 1; ; attempts++) {
      const reply = await this.#once(request, protocol, context);
      if (reply.kind !== "unreachable") {
        this.liveness.noteHeard();
        return reply;
      }
      if (reply.forbidden) throw forbidden(reply.why);
      const waitMs = await this.liveness.waitTime(context.deadline);
      const over = attempts >= MIN_ATTEMPTS && clock.monotonic() - started >= waitMs;
      if (over || context.deadline.remaining === 0) throw await this.#away(reply.why, waitMs, context);
      context.progress({ message: `Waiting for Unity: ${reply.why}` });
      await context.deadline.sleep(pause);
      pause = Math.min(pause * 1.5, this.#timeouts.pollMax);
    }
  }

  async #once(request: ServerRequest, protocolVersion: number, context: CommandContext): Promise<ExchangeReply> {
    const path = await this.socketPath();
    if (path === undefined) {
      return { kind: "unreachable", forbidden: false, why: await this.#whyMissing() };
    }
    const { accept, missedHeartbeats, frozen, stallReported } = this.#timeouts;
    const exchangeRequest: ExchangeRequest = {
      path,
      ...request,
      protocolVersion,
      deadline: context.deadline,
      timeouts: { accept, missedHeartbeats, frozen },
      onSent: context.onSent && (() => context.onSent?.(true)),
      onHeartbeat: (stall) =>
        context.progress({
          message:
            stall * 1_000 >= stallReported
              ? `Unity's main thread has been blocked for ${Math.round(stall)} s: a dialog may be waiting for a click (focus-window)`
              : `Unity is running ${request.method}`,
        }),
    };
    return exchange(this.#host.net, exchangeRequest);
  }

  /** Finds out why the folder for sockets doesn't exist. */
  async #whyMissing(): Promise<string> {
    const euid = await this.#trust.euid();
    return euid === undefined
      ? "This user's id (id -u), which is part of the Editor's socket name, is unknown"
      : `Nothing listens at /tmp/uloop-${euid}/${socketName(this.#projectRoot)}`;
  }

  async #away(why: string, waitMs: number, context: CommandContext): Promise<JigError> {
    const unityProcess = await this.liveness.describe(context.deadline.within(500)).catch(() => "");
    const returning = waitMs > this.#timeouts.quiet;
    return editorError(returning ? "EDITOR_BUSY" : "EDITOR_NOT_REACHABLE", `${why}${unityProcess}`, {
      hint: returning
        ? `Nothing was sent. ${NOT_BACK}`
        : "Open the project in Unity: the package io.github.hatayama.uloopmcp 3 starts its server by itself",
      details: { dispatched: false, returning },
    });
  }
}

function forbidden(why: string): JigError {
  return editorError("NOT_TRUSTED", `This process is not allowed to connect to the Editor's socket: ${why}`, {
    hint: "Nothing was sent. A sandbox around jig forbids local sockets. Allow them: trying again does not help",
    details: { dispatched: false },
  });
}
