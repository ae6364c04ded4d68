/**
 * Connects the transport and the SDK. It answers `initialize` before the SDK is loaded, renumbers requests (the SDK can't
 * cancel the ids 0 and ""), implements the newer revision of the protocol, and filters messages that the SDK can't handle.
 */
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

/** The transport of messages, which is stdio or a client's part of the HTTP server. */
export interface Wire {
  onmessage: (message: Message) => void;
  start(): void;
  /** `related` is the request that this message belongs to. Over HTTP, the message is sent on the stream of that request. */
  send(message: Message, related?: Id): Promise<void>;
  stop(): void;
  /** Called for canceled requests, which get no response. */
  drop?(id: Id): void;
  /** Stops reading while there is at least one reason for it. HTTP doesn't implement this, because it has its own limits. */
  hold?(reason: string, holds: boolean): void;
}

interface Pending {
  id: Id;
  request: Request;
  modern: boolean;
  /** Called when the response has been delivered or dropped. */
  whenDelivered: (() => void)[];
}

/** The limit for pending requests. Above it we stop reading, which blocks the client after a while. */
const MAX_PENDING = 10_000;

/** Implements the transport interface of the SDK. */
export class Session {
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #wire: Wire;
  readonly #introduction: ServerDescription;
  readonly #subscriptions = new Subscriptions();
  readonly #pending = new Map<number, Pending>();
  readonly #numbers = new Map<Id, number>();
  /** The messages that arrived before the SDK was loaded. */
  #early: Message[] | undefined = [];
  #next = 1;
  #initialized = false;
  #protocol: string | undefined;
  #client: Json | undefined;
  #capabilities: Json | undefined;
  #whenIdle: (() => void)[] = [];
  /** Our own requests that have no response yet. */
  readonly #asked = new Set<Id>();
  #inputEnded = false;

  constructor(wire: Wire, introduction: ServerDescription) {
    this.#wire = wire;
    this.#introduction = introduction;
  }

  /** Starts reading. It resolves after the first message, or after our response if that message is `initialize`. */
  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#wire.onmessage = (message) => void Promise.resolve(this.#receive(message)).then(resolve);
      this.#wire.start();
    });
  }

  /** A part of the SDK's interface. Reading has already started. */
  async start(): Promise<void> {}

  /** Passes on the queued messages. From then on, messages are passed on directly. */
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

  /** Resolves when all requests are done. */
  idle(): Promise<void> {
    return this.#pending.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** Fails our open requests, because the client can't respond any more. */
  endInput(): void {
    this.#inputEnded = true;
    for (const id of this.#asked) this.#receive(failure(id, INTERNAL_ERROR, "The client closed its output"));
  }

  /** Runs immediately if the request was canceled. */
  onDelivered(number: number, act: () => void): void {
    const call = this.#pending.get(number);
    if (call) call.whenDelivered.push(act);
    else act();
  }

  /** Resource links exist since revision 2025-06-18. Clients without a handshake are newer than that. */
  get knowsLinks(): boolean {
    return this.#protocol === undefined || this.#protocol >= "2025-06-18";
  }

  get client(): Json | undefined {
    return this.#client;
  }

  /** Returns true if a pending request uses the revision without a handshake. */
  isModern(number: number): boolean {
    return this.#pending.get(number)?.modern === true;
  }

  /** Tells how the user can be consulted, which is either with a request or with a result that requires input. */
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

  /** The SDK calls this to send a message. */
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
    // Over HTTP, there is no stream for the notifications of a finished call.
    const call = this.#pending.get(relatedRequestId);
    if (call) await this.#wire.send(message, call.id);
    // The question is canceled together with its call.
    else if (!isRequest(message) && message.method === "notifications/cancelled") await this.#wire.send(message);
  }

  /** Called when the client disconnects before we have responded. */
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

  /** The SDK needs this request too, but loading it first would double the response time. */
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
    // According to the protocol, `initialize` can't be canceled.
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

/** An empty elicitation capability means the form mode. */
function elicitsByForm(capabilities: Json | undefined): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  return isObject(elicitation) && ("form" in elicitation || !("url" in elicitation));
}

/** The name comes from `initialize`, or from the metadata of a request without a handshake. */
function clientName({ method, params }: Request): Json | undefined {
  const meta = isObject(params?._meta) ? params._meta : {};
  const info = method === "initialize" ? params?.clientInfo : meta["io.modelcontextprotocol/clientInfo"];
  return isObject(info) ? info.name : undefined;
}

/** Removes invalid progress tokens and metadata, because the SDK would ignore the whole request and never respond. */
function acceptable(params: JsonObject | undefined): JsonObject {
  const { _meta: meta, task: _task, ...rest } = params ?? {};
  const token = isObject(meta) ? meta.progressToken : undefined;
  return typeof token === "string" || Number.isInteger(token) ? { ...rest, _meta: { progressToken: token } } : rest;
}
