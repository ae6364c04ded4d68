/** Getting one request through to an Editor of the 3.x line: where its socket is, whether it may be trusted, waiting out reloads, the version gate, and its refusal while busy. */
import type { JigError, JsonObject, ServiceContext } from "../../../../core/host/plugin-api.ts";
import { aside, type Caller } from "../../command/command.ts";
import type { Timing } from "../../command/timeouts.ts";
import { NOT_BACK } from "../../editor/menu-paths.ts";
import { UnityProcess } from "../../editor/unity-process.ts";
import type { RpcError } from "../../protocol/message.ts";
import { editorError } from "../../tools/error-envelope.ts";
import { LEAST_LOOKS, pauseAfter } from "../deliver.ts";
import { SocketTrust } from "../socket-trust.ts";
import { busyWith, isBusy, isGate, requiredProtocol, stillBusy, updateNeeded } from "./cli-loop-errors.ts";
import { type ExchangeRequest, exchange, type Reply } from "./exchange.ts";
import { socketName, windowsPipe } from "./socket-name.ts";

/** The protocol whose contract is known. */
export const KNOWN_PROTOCOL = 5;

/** A reply that is no refusal by which nothing ran. */
export type Served = Exclude<Reply, { kind: "unreachable" }>;

export interface Errand {
  method: string;
  params: JsonObject;
  /** After the accept frame the answer is awaited only so long, ms. */
  answerWithin?: number;
}

export class Line {
  readonly process: UnityProcess;
  readonly #context: ServiceContext;
  readonly #projectRoot: string;
  readonly #timing: Timing;
  readonly #trust: SocketTrust;
  #protocol = KNOWN_PROTOCOL;
  /** Its contract was only found out by asking. */
  #learnt = false;

  constructor(context: ServiceContext, projectRoot: string, timing: Timing) {
    this.#context = context;
    this.#projectRoot = projectRoot;
    this.#timing = timing;
    this.process = new UnityProcess(context, projectRoot, timing);
    this.#trust = new SocketTrust(
      (request) => context.run(request),
      context.signal,
      () => context.clock.monotonic(),
    );
  }

  /** What a caller should know about the way its command went. */
  get warnings(): string[] {
    return this.#learnt
      ? [`This Editor speaks protocol ${this.#protocol} of Unity CLI Loop and jig was written for ${KNOWN_PROTOCOL}`]
      : [];
  }

  /** The socket's path where it may be trusted; undefined where there is no such folder. Throws NOT_TRUSTED. */
  async place(): Promise<string | undefined> {
    if (this.#projectRoot.includes("\\")) return windowsPipe(this.#projectRoot);
    const euid = await this.#trust.euid();
    if (euid === undefined) return undefined;
    const folder = `/tmp/uloop-${euid}`;
    const trust = await this.#trust.look(folder);
    if (trust.state === "unsafe") throw trust.error;
    return trust.state === "trusted" ? `${folder}/${socketName(this.#projectRoot)}` : undefined;
  }

  /** Somebody listens at the socket, and only this project's Editor can. */
  async isThere(caller: Caller): Promise<boolean> {
    const place = await this.place().catch(() => undefined);
    if (place === undefined) return false;
    try {
      const { deadline } = caller;
      const timeoutMs = Math.max(1, Math.min(1_000, deadline.remaining));
      (await this.#context.net.connect({ path: place }, { timeoutMs, signal: deadline.signal })).close();
      this.process.heard();
      return true;
    } catch {
      caller.deadline.throwIfCancelled();
      return false;
    }
  }

  /** Sends until the command was taken or refused for good. Throws only what means that nothing ran. */
  async send(errand: Errand, caller: Caller): Promise<Served> {
    let pause = this.#timing.poll;
    let learnt = false;
    for (;;) {
      const spoken = this.#protocol;
      const reply = await this.#reach(errand, spoken, caller);
      if (reply.kind !== "error") return reply;
      if (isGate(reply.error) || isBusy(reply.error)) caller.sent?.(false);
      if (isGate(reply.error)) {
        if (learnt) throw updateNeeded(reply.error, spoken);
        await this.#learn(reply.error, spoken, caller);
        learnt = true;
        continue;
      }
      if (!isBusy(reply.error)) return reply;
      caller.progress({ message: `Waiting: ${busyWith(reply.error)}` });
      await pauseAfter(stillBusy(reply.error, errand.method), pause, caller);
      pause = Math.min(pause * 1.5, this.#timing.busyPoll);
    }
  }

  /** The gate stands before everything, so the same request may go again. A number never seen is tried on a question first. */
  async #learn(error: RpcError, spoken: number, caller: Caller): Promise<void> {
    const required = requiredProtocol(error);
    if (required === undefined || required === spoken) throw updateNeeded(error, spoken);
    // Another call met the gate, too, and was faster.
    if (required === this.#protocol) return;
    if (required !== KNOWN_PROTOCOL) {
      const errand = { method: "get-version", params: {} };
      const answer = await this.#once(errand, required, aside(caller, this.#timing.statusProbe));
      const sane = answer.kind === "result" && typeof answer.result.UnityVersion === "string";
      if (!sane) throw updateNeeded(error, spoken);
    }
    this.#protocol = required;
    this.#learnt = required !== KNOWN_PROTOCOL;
  }

  /** Waits for somebody to listen: as long as the Editor's process speaks for it. */
  async #reach(errand: Errand, protocol: number, caller: Caller): Promise<Served> {
    const { clock } = this.#context;
    const started = clock.monotonic();
    let pause = this.#timing.poll;
    for (let looks = 1; ; looks++) {
      const reply = await this.#once(errand, protocol, caller);
      if (reply.kind !== "unreachable") {
        this.process.heard();
        return reply;
      }
      if (reply.forbidden) throw forbidden(reply.why);
      const patience = await this.process.patience(caller.deadline);
      const over = looks >= LEAST_LOOKS && clock.monotonic() - started >= patience;
      if (over || caller.deadline.remaining === 0) throw await this.#away(reply.why, patience, caller);
      caller.progress({ message: `Waiting for Unity: ${reply.why}` });
      await caller.deadline.sleep(pause);
      pause = Math.min(pause * 1.5, this.#timing.pollMax);
    }
  }

  async #once(errand: Errand, protocolVersion: number, caller: Caller): Promise<Reply> {
    const path = await this.place();
    if (path === undefined) {
      return { kind: "unreachable", forbidden: false, why: await this.#nobody() };
    }
    const { accept, missedBeats, frozen, stallTold } = this.#timing;
    const request: ExchangeRequest = {
      path,
      ...errand,
      protocolVersion,
      deadline: caller.deadline,
      timing: { accept, missedBeats, frozen },
      onSent: caller.sent && (() => caller.sent?.(true)),
      onBeat: (stall) =>
        caller.progress({
          message:
            stall * 1_000 >= stallTold
              ? `Unity's main thread has stood still for ${Math.round(stall)} s: a dialog may wait for a click (focus-window)`
              : `Unity runs ${errand.method}`,
        }),
    };
    return exchange(this.#context.net, request);
  }

  /** The folder that Unity makes is not there, so the socket is not either. */
  async #nobody(): Promise<string> {
    const euid = await this.#trust.euid();
    return euid === undefined
      ? "The number of this user is unknown, after which the Editor names its socket (id -u)"
      : `Nothing listens at /tmp/uloop-${euid}/${socketName(this.#projectRoot)}`;
  }

  async #away(why: string, patience: number, caller: Caller): Promise<JigError> {
    const told = await this.process.told(caller.deadline.within(500)).catch(() => "");
    const returning = patience > this.#timing.quiet;
    return editorError(returning ? "EDITOR_BUSY" : "EDITOR_NOT_REACHABLE", `${why}${told}`, {
      hint: returning
        ? `Nothing was sent. ${NOT_BACK}`
        : "Open the project in Unity: the package io.github.hatayama.uloopmcp 3 starts its server by itself",
      details: { dispatched: false, returning },
    });
  }
}

function forbidden(why: string): JigError {
  return editorError("NOT_TRUSTED", `This process may not connect to the Editor's socket: ${why}`, {
    hint: "Nothing was sent. A sandbox around jig forbids local sockets: allow them for it, trying again does not help",
    details: { dispatched: false },
  });
}
