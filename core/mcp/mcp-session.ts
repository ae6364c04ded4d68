/** Connects the transport to the SDK's server. It answers `initialize` before the SDK is loaded, gives every request its own number (the SDK cannot cancel the ids 0 and ""), speaks the newer protocol revision, and passes on only messages that the SDK accepts. */
import { isObject, type Json, type JsonObject } from "../host/frontend-api.ts";
import {
  failure,
  type Id,
  INTERNAL_ERROR,
  isRequest,
  isResponse,
  type Message,
  type Notification,
  type Request,
  type Response,
} from "./messages.ts";
import {
  claimsRevision,
  initializeResult,
  isListChange,
  legacyFault,
  modernFault,
  modernResult,
  negotiateVersion,
  Subscriptions,
} from "./revisions.ts";
import type { ServerDescription } from "./server-instructions.ts";

/** The transport of messages: stdio, or one client's share of an HTTP server. */
export interface Wire {
  onmessage: (message: Message) => void;
  start(): void;
  /** `related` is the id of the request that a notification belongs to, or whose answer may carry it. */
  send(message: Message, related?: Id): Promise<void>;
  stop(): void;
  /** Called for a cancelled request: it gets no answer, and its state can be dropped. */
  drop?(id: Id): void;
  /** Stops reading for a reason, or continues once every reason is gone. Where clients share a server, its own limits see to that. */
  hold?(reason: string, holds: boolean): void;
}

interface Pending {
  id: Id;
  request: Request;
  modern: boolean;
  /** Called when the answer is taken, or will never be. */
  whenDelivered: (() => void)[];
}

/** Requests that wait: with more of them the input is not read, and the client's writing waits. */
const MAX_PENDING = 10_000;

/** A transport as the SDK's `Server` wants it. */
export class Session {
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #wire: Wire;
  readonly #introduction: ServerDescription;
  readonly #subscriptions = new Subscriptions();
  readonly #pending = new Map<number, Pending>();
  readonly #numbers = new Map<Id, number>();
  /** Messages that arrived before the SDK was loaded. */
  #early: Message[] | undefined = [];
  #next = 1;
  #initialized = false;
  #protocol: string | undefined;
  #client: Json | undefined;
  #capabilities: Json | undefined;
  #whenIdle: (() => void)[] = [];
  /** Requests of ours that the client has not answered. */
  readonly #asked = new Set<Id>();
  #inputEnded = false;

  constructor(wire: Wire, introduction: ServerDescription) {
    this.#wire = wire;
    this.#introduction = introduction;
  }

  /** Starts to read. Resolves when the first message was seen and, if it is `initialize`, answered. */
  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#wire.onmessage = (message) => void Promise.resolve(this.#receive(message)).then(resolve);
      this.#wire.start();
    });
  }

  /** The SDK requires it of a transport; this one is already started. */
  async start(): Promise<void> {}

  /** Passes on what came before the SDK was there, and all the rest at once. */
  release(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) this.onmessage?.(message);
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#subscriptions.end(this.#introduction.serverInfo).map((message) => this.#wire.send(message, message.id)),
    );
    this.#wire.stop();
    this.onclose?.();
  }

  /** Resolves when every request has its answer. */
  idle(): Promise<void> {
    return this.#pending.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** The client can no longer answer: our open requests fail. */
  endInput(): void {
    this.#inputEnded = true;
    for (const id of this.#asked) this.#receive(failure(id, INTERNAL_ERROR, "The client closed its output"));
  }

  /** Immediate if the answer is no longer wanted. */
  onDelivered(number: number, act: () => void): void {
    const call = this.#pending.get(number);
    if (call) call.whenDelivered.push(act);
    else act();
  }

  /** Links to resources came with the revision of June 2025; a client without a handshake speaks a newer one. */
  get knowsLinks(): boolean {
    return this.#protocol === undefined || this.#protocol >= "2025-06-18";
  }

  /** The client's own name, if it gave one. */
  get client(): Json | undefined {
    return this.#client;
  }

  /** Returns true if a request that waits is of the revision without a handshake. */
  isModern(number: number): boolean {
    return this.#pending.get(number)?.modern === true;
  }

  /** How the client of this request lets us ask the person: by a request of ours, or by an answer that demands an input. */
  elicitation(number: number): "request" | "result" | undefined {
    const call = this.#pending.get(number);
    if (!call) return undefined;
    if (call.modern) {
      const meta = call.request.params?._meta;
      const capabilities = isObject(meta) ? meta["io.modelcontextprotocol/clientCapabilities"] : undefined;
      return elicitsByForm(capabilities) ? "result" : undefined;
    }
    const known = this.#protocol !== undefined && this.#protocol >= "2025-06-18";
    return known && elicitsByForm(this.#capabilities) ? "request" : undefined;
  }

  /** Messages from the SDK to the client. */
  async send(message: Message, { relatedRequestId }: { relatedRequestId?: number } = {}): Promise<void> {
    if (isResponse(message)) return this.#answer(message);
    if (isRequest(message)) {
      this.#asked.add(message.id);
      if (this.#inputEnded) return this.endInput();
    }
    if (!isRequest(message) && isListChange(message.method)) {
      for (const { copy, id } of this.#subscriptions.copies(message.method)) await this.#wire.send(copy, id);
      if (!this.#initialized) return;
    }
    if (relatedRequestId === undefined) return this.#wire.send(message);
    // Over HTTP a notification of an ended call has no stream to go to.
    const call = this.#pending.get(relatedRequestId);
    if (call) await this.#wire.send(message, call.id);
    // The question to a person goes with the call that it belonged to.
    else if (!isRequest(message) && message.method === "notifications/cancelled") await this.#wire.send(message);
  }

  /** The client left before its answer: its requests end. */
  cancel(id: Id): void {
    this.#cancel({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
  }

  #receive(message: Message): Promise<void> | void {
    if (isResponse(message)) {
      if (message.id !== null) this.#asked.delete(message.id);
      this.#pass(message);
    } else if (isRequest(message)) return this.#request(message);
    else if (message.method === "notifications/cancelled") this.#cancel(message);
    else this.#pass(message);
  }

  #pass(message: Message): void {
    if (this.#early) this.#early.push(message);
    else this.onmessage?.(message);
  }

  #request(request: Request): Promise<void> | void {
    const { id, method, params } = request;
    const modern = claimsRevision(request);
    const fault = modern ? modernFault(request) : legacyFault(request);
    if (fault) return this.#wire.send({ jsonrpc: "2.0", id, error: fault });
    if (modern && method === "subscriptions/listen") return this.#wire.send(this.#subscriptions.open(id, params), id);
    this.#client = clientName(request) ?? this.#client;
    const number = this.#next++;
    this.#pending.set(number, { id, request, modern, whenDelivered: [] });
    if (this.#pending.size >= MAX_PENDING) this.#wire.hold?.("pending", true);
    this.#numbers.set(id, number);
    this.#pass({ jsonrpc: "2.0", id: number, method, params: acceptable(params) });
    if (method === "initialize") return this.#greet(number, request);
  }

  /** The SDK gets the request as well, to know the client, but loading it would double the time to the answer. */
  async #greet(number: number, { id, params = {} }: Request): Promise<void> {
    const asksForRoots = isObject(params.capabilities) && isObject(params.capabilities.roots);
    const result: JsonObject = {
      ...initializeResult(this.#introduction, negotiateVersion(params.protocolVersion)),
      instructions: await this.#introduction.instructions(asksForRoots, this.#client),
    };
    this.#initialized = true;
    this.#protocol = result.protocolVersion as string;
    this.#capabilities = params.capabilities;
    await this.#wire.send({ jsonrpc: "2.0", id, result });
    this.#settle(number);
  }

  #cancel({ params }: Notification): void {
    const id = params?.requestId as Id;
    if (this.#subscriptions.close(id)) return;
    const number = this.#numbers.get(id);
    const method = number === undefined ? undefined : this.#pending.get(number)?.request.method;
    // `initialize` must not be cancelled, says the protocol.
    if (number === undefined || method === "initialize") return;
    this.#settle(number);
    this.#wire.drop?.(id);
    this.#pass({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: number } });
  }

  async #answer(response: Response): Promise<void> {
    const number = response.id as number;
    const call = this.#pending.get(number);
    if (!call || call.request.method === "initialize") return;
    const { id, request, modern } = call;
    if ("error" in response) {
      await this.#wire.send({ ...response, id });
    } else {
      const { serverInfo } = this.#introduction;
      const result = modern ? modernResult(request.method, response.result, serverInfo) : response.result;
      await this.#wire.send({ jsonrpc: "2.0", id, result });
    }
    this.#settle(number);
  }

  #settle(number: number): void {
    const call = this.#pending.get(number);
    this.#pending.delete(number);
    if (this.#pending.size < MAX_PENDING) this.#wire.hold?.("pending", false);
    for (const act of call?.whenDelivered ?? []) act();
    if (call && this.#numbers.get(call.id) === number) this.#numbers.delete(call.id);
    if (this.#pending.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}

/** Elicitation without further words is that by forms. */
function elicitsByForm(capabilities: Json | undefined): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  return isObject(elicitation) && ("form" in elicitation || !("url" in elicitation));
}

/** From the handshake, or from the metadata of a request that has none. */
function clientName({ method, params }: Request): Json | undefined {
  const meta = isObject(params?._meta) ? params._meta : {};
  const info = method === "initialize" ? params?.clientInfo : meta["io.modelcontextprotocol/clientInfo"];
  return isObject(info) ? info.name : undefined;
}

/** Keeps only a usable progress token: the SDK drops a request with any other unreadable metadata without an answer. */
function acceptable(params: JsonObject | undefined): JsonObject {
  const { _meta: meta, task: _task, ...rest } = params ?? {};
  const token = isObject(meta) ? meta.progressToken : undefined;
  return typeof token === "string" || Number.isInteger(token) ? { ...rest, _meta: { progressToken: token } } : rest;
}
